import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit
import TestSupport
import Testing

/// What depends on the installed git's version, with the version given.
struct VersionTests {
  private static let old = GitVersion(2, 39, 5)
  private static let new = GitVersion(2, 56)

  private func load(
    _ sandbox: Sandbox,
    _ version: GitVersion
  ) throws -> (discovery: Discovery, config: ConfigStack) {
    let environment = sandbox.environment
    let discovery = try RepositoryLocation.discover(
      environment: environment,
      workingDirectory: sandbox.workingDirectory,
      gitVersion: version
    )
    var location: RepositoryLocation?
    if case .found(let found) = discovery { location = found }
    let config = try ConfigStack.load(
      location,
      environment: environment,
      workingDirectory: sandbox.workingDirectory,
      gitVersion: version
    )
    return (discovery, config)
  }

  @Test func tabsStayFrom245() throws {
    let sandbox = try Sandbox()
    try sandbox.write("[a]\nb = x\t\ty \"\t\" z\t\n", to: sandbox.path("home/.gitconfig"))
    #expect(try load(sandbox, Self.old).config.last("a.b")?.value == "x  y \t z")
    #expect(try load(sandbox, GitVersion(2, 45)).config.last("a.b")?.value == "x\t\ty \t z")
  }

  @Test func worktreeConditionsCountFrom256() throws {
    let sandbox = try Sandbox()
    try sandbox.write("[a]\nb = c\n", to: sandbox.path("home/inc"))
    try sandbox.git("init", "-q", "work/r")
    sandbox.workingDirectory = sandbox.path("work/r")
    let cases = [
      ("worktree", "work", true), ("worktree", "WORK", false), ("worktree/i", "WORK", true),
    ]
    for (keyword, folder, expected) in cases {
      let condition = ByteString("\(keyword):\(sandbox.root.text)/\(folder)/")
      try sandbox.write(
        "[includeIf \"\(condition)\"]\npath = inc\n",
        to: sandbox.path("home/.gitconfig")
      )
      let before = try load(sandbox, GitVersion(2, 55)).config
      #expect(before.last("a.b") == nil)
      #expect(before.includes.first?.outcome == .keywordTooNew)
      let after = try load(sandbox, Self.new).config
      #expect((after.last("a.b")?.value == "c") == expected)
    }
  }

  @Test func relativeConditionOnTheCommandLineCountsFrom251() throws {
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q", "r")
    sandbox.workingDirectory = sandbox.path("r")
    try sandbox.write("[a]\nb = c\n", to: sandbox.path("home/inc"))
    sandbox.set("GIT_CONFIG_PARAMETERS", "'includeIf.gitdir:./x/.path'='~/inc'")
    #expect(try load(sandbox, Self.old).config.includes.first?.outcome == .relativeOnCommandLine)
    #expect(try load(sandbox, GitVersion(2, 51)).config.last("a.b")?.value == "c")
  }

  @Test func dotsStayFrom242() throws {
    let sandbox = try Sandbox()
    sandbox.set("GIT_AUTHOR_NAME", "Davis, Jr.")
    sandbox.set("GIT_AUTHOR_EMAIL", "a@x.")
    for (version, expected): (GitVersion, ByteString) in [
      (Self.old, "Davis, Jr <a@x>"), (GitVersion(2, 42), "Davis, Jr. <a@x.>"),
    ] {
      let resolver = try IdentityResolver(
        config: load(sandbox, version).config,
        environment: sandbox.environment,
        gitVersion: version
      )
      #expect(resolver.resolve(.author).identity?.text == expected)
    }
  }

  @Test func safeDirectoryGrew() throws {
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q", "work/r")
    sandbox.workingDirectory = sandbox.path("work/r")
    try sandbox.bash("ln -s \(sandbox.path("work")) \(sandbox.path("link"))")
    let environment = sandbox.environment
    let root = sandbox.root
    let cases: [(value: ByteString, since: GitVersion?)] = [
      ("\(root)/work/*", GitVersion(2, 46)), ("\(root)/work/r", GitVersion(2, 30)),
      ("\(root)/link/r", GitVersion(2, 46, 1)),
      ("\(root)/link/*", GitVersion(2, 46, 1)),
      ("\(root)/work/r/", GitVersion(2, 46, 1)), (".", GitVersion(2, 46, 1)),
      ("\(root)/other/*", nil), ("work/r", nil), ("*", GitVersion(2, 30)),
    ]
    for (value, since) in cases {
      for version in [GitVersion(2, 30), GitVersion(2, 46), GitVersion(2, 46, 1), Self.new] {
        let discovery = try RepositoryLocation.discover(
          environment: environment.setting(["GIT_CONFIG_PARAMETERS": "'safe.directory'='\(value)'"]
          ),
          workingDirectory: sandbox.workingDirectory,
          gitVersion: version,
          user: 4_242
        )
        let isFound = if case .found = discovery { true } else { false }
        #expect(isFound == since.map { version >= $0 } ?? false, "\(value) \(version)")
      }
    }
  }

  @Test func extensionsAreKnownOnceGitKnowsThem() throws {
    let sandbox = try Sandbox()
    try sandbox.bash(
      """
      git init -q r; git config --file r/.git/config core.repositoryFormatVersion 1
      git config --file r/.git/config extensions.refStorage reftable
      git config --file r/.git/config extensions.relativeWorktrees true
      """
    )
    sandbox.workingDirectory = sandbox.path("r")
    guard case .refused(let refusal) = try load(sandbox, Self.old).discovery else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.message == "unknown repository extensions found: refstorage, relativeworktrees")
    #expect(refusal.reason == .format)
    guard case .found(let location) = try load(sandbox, Self.new).discovery else {
      Issue.record("not found")
      return
    }
    #expect(location.format.refStorage == "reftable")
    #expect(location.format.extensions == ["refstorage", "relativeworktrees"])
  }

  @Test func versionsAreRead() {
    #expect(GitVersion(parsing: "git version 2.39.5 (Apple Git-154)\n") == GitVersion(2, 39, 5))
    #expect(GitVersion(parsing: "git version 2.55.0.windows.1") == GitVersion(2, 55))
    #expect(GitVersion(parsing: "git version 2.46.GIT") == GitVersion(2, 46))
    #expect(GitVersion(parsing: "nonsense") == nil)
    #expect(GitVersion(2, 46, 1) > GitVersion(2, 46) && GitVersion(2, 9) < GitVersion(2, 10))
  }
}
