import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import TestSupport
import Testing

struct KnownIdentitiesTests {
  /// The set-up of the tutorial: one file in each folder, one address, two names.
  private func story() throws -> Sandbox {
    let sandbox = try Sandbox()
    sandbox.workingDirectory = sandbox.home
    try sandbox.write(
      """
      [user]
      \tname = Tony
      \temail = tony@home.example
      [includeIf "gitdir:~/Private/"]
      \tpath = ~/Private/.gitconfig
      [includeIf "gitdir:~/IronMan/"]
      \tpath = IronMan/.gitconfig

      """,
      to: ".gitconfig"
    )
    try sandbox.write(
      "[user]\n\tname = Tony Stark\n\temail = me@Stark.example\n",
      to: "Private/.gitconfig"
    )
    try sandbox.write(
      "[user]\n\tname = Iron Man\n\temail = me@stark.example\n",
      to: "IronMan/.gitconfig"
    )
    return sandbox
  }

  private func known(_ sandbox: Sandbox) -> KnownIdentities {
    KnownIdentities(
      environment: sandbox.environment,
      workingDirectory: sandbox.workingDirectory
    )
  }

  @Test
  func handMadeFilesAreRecognised() throws {
    let known = known(try story())
    #expect(known.all.map(\.name) == ["Private", "IronMan", "(default)"])
    #expect(known.all.map(\.isHandMade) == [true, true, true])
    #expect(known["ironman"]?.rules.map(\.line) == [7])
    #expect(known["ironman"]?.rules.map(\.kind) == [.gitdir])
    #expect(known.failures.isEmpty)
  }

  @Test
  func anAddressOfTwoIsDecidedByTheName() throws {
    let known = known(try story())
    func match(_ name: ByteString, _ email: ByteString) -> [ByteString]? {
      switch known.match(name: name, email: email) {
      case .none: nil
      case .identities(let found): found.map(\.name)
      case .otherName(let found): ["?"] + found.map(\.name)
      }
    }
    #expect(match("Iron Man", "me@STARK.example") == ["IronMan"])
    #expect(match("Tony Stark", "me@stark.example") == ["Private"])
    #expect(match("Pepper", "me@stark.example") == ["?", "Private", "IronMan"])
    #expect(match("Pepper", "tony@home.example") == ["?", "(default)"])
    // What stands before the @ is compared byte by byte.
    #expect(match("Iron Man", "ME@stark.example") == nil)
    #expect(match("Iron Man", "me@evil-stark.example") == nil)
  }

  @Test
  func rulesOfFilesThatOnlyARuleLetsInCountToo() throws {
    let sandbox = try story()
    try sandbox.write(
      """
      [user]
      \temail = work@x.example
      [identity]
      \talso = old@x.example
      \tname = job
      [include]
      \tpath = more
      [includeIf "hasconfig:remote.*.url:*://h/c/**"]
      \tpath = client.inc
      """,
      to: "work/.gitconfig-w"
    )
    try sandbox.write("[core]\n\tsshCommand = ssh -i k\n", to: "work/more")
    try sandbox.write("[author]\n\temail = c@x.example\n", to: "work/client.inc")
    try sandbox.write("[core]\n\tpager = cat\n", to: "work/no-identity")
    try sandbox.write(
      "[user]\n\temail = two@x.example\n",
      to: ".config/git/identities/two.gitconfig"
    )
    try sandbox.git("config", "--global", "includeIf.gitdir:~/w/.path", "~/work/.gitconfig-w")
    try sandbox.git("config", "--global", "includeIf.gitdir:~/v/.path", "work/.gitconfig-w")
    try sandbox.git("config", "--global", "includeIf.gitdir:~/u/.path", "work/no-identity")
    let known = known(sandbox)
    #expect(
      known.all.map(\.name) == ["Private", "IronMan", "job", "client.inc", "two", "(default)"]
    )
    let job = try #require(known["job"])
    #expect(job.rules.map(\.condition) == ["gitdir:~/w/", "gitdir:~/v/"])
    #expect(job.addresses == ["work@x.example", "old@x.example"])
    #expect(job.last("core.sshCommand")?.value == "ssh -i k")
    #expect(known["two"]?.isHandMade == false)
    #expect(known["two"]?.rules.isEmpty == true)
    // A file that says no name takes any that its place gives.
    guard case .identities = known.match(name: "Whoever", email: "work@x.example") else {
      Issue.record("a name is asked for that the file does not say")
      return
    }
    #expect(known.isMine(address: "old@X.example"))
    #expect(!known.isMine(address: "older@x.example"))
  }

  @Test
  func whatIsPromisedIsTheLastTrueRule() throws {
    let sandbox = try story()
    try sandbox.bash("git init -q ~/IronMan/r; git -C ~/IronMan/r config user.name 'Tony Stark'")
    sandbox.workingDirectory = sandbox.home.appendingPath("IronMan/r")
    let environment = sandbox.environment
    func config() throws -> ConfigStack {
      guard
        case .found(let location) = try RepositoryLocation.discover(
          environment: environment,
          workingDirectory: sandbox.workingDirectory
        )
      else { throw ConfigError(.repository, "none") }
      return try ConfigStack.load(
        location,
        environment: environment,
        workingDirectory: sandbox.workingDirectory
      )
    }
    #expect(known(sandbox).promised(in: try config())?.name == "IronMan")
    try sandbox.git("config", "include.path", "\(sandbox.home)/Private/.gitconfig")
    #expect(known(sandbox).promised(in: try config())?.name == "Private")
  }
}
