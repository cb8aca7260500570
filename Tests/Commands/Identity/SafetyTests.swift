import ByteKit
import DiagnosticKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// What edits must never do: lose a byte, another's edit, or half of their own.
struct SafetyTests {
  // MARK: - Every other byte

  /// Lines of a configuration file as people, programs and editors leave them.
  private static let pieces: [ByteString] = [
    "# a comment", "; another", "", "   ", "[alias]", "\tst = status # short",
    "  co=checkout", "[core]", "\tpager = \"less # not a comment\"", "\teditor = vi \\",
    "   -u NONE",
    "[url \"git@h:\"] insteadOf = https://h/", "[User]", "\tName = \"Ho\"me",
    "\temail=home@x ; mine",
    "\t\tsigningKey = k", "[color \"diff\"]", "\tmeta = yellow bold", "[includeIf \"gitdir:~/x/\"]",
    "\tpath = ~/.x", "[push]", "\tdefault", "[a.B]", "\tc = \"\\t\\\"\\\\\"",
  ]

  @Test(arguments: 0..<60)
  func everyOtherByteStays(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let box = try IdentityBox()
    let ending: ByteString = Bool.random(using: &random) ? "\n" : "\r\n"
    var lines = (0..<Int.random(in: 0...30, using: &random)).map { _ in
      Self.pieces.randomElement(using: &random) ?? ""
    }
    // A continued line needs another one.
    if lines.last?.hasSuffix("\\") == true { lines.append("\t-x") }
    // A name needs a section.
    let text =
      ("[user]" + ending + "\temail = home@x") + ending + lines.joined(separator: ending)
      + (Bool.random(using: &random) ? ending : "")
    let isLinked = Bool.random(using: &random)
    let file: ByteString = isLinked ? "dotfiles/gitconfig" : ".gitconfig"
    try box.bash("rm ~/.gitconfig; mkdir -p ~/dotfiles")
    try box.sandbox.write(text, to: file)
    if isLinked { try box.bash("ln -s dotfiles/gitconfig ~/.gitconfig") }
    let mode: ByteString = Bool.random(using: &random) ? "600" : "644"
    try box.bash("chmod \(mode) ~/\(file)")
    guard try box.sandbox.tryGit("config", "--global", "--list").succeeded else { return }

    let result = box.identity("add", "w", "--email", "w@x", "--name", "W", "--dir", "~/w")
    #expect(result.status == .success, "\(result.errors)")
    let after = try box.sandbox.read(file)
    #expect(after.hasPrefix(text))
    let added = ByteString(after.bytes.dropFirst(text.count))
    let line = "[include]" + ending + "\tpath = ~/.config/git/identities/rules" + ending
    #expect(added == line || added == ending + line || added == ending + ending + line)
    #expect(try box.bash("stat -c %a ~/\(file)") == mode)
    if isLinked { #expect(try box.bash("readlink ~/.gitconfig") == "dotfiles/gitconfig") }
    try box.bash("git init -q ~/w/r")
    #expect(try box.author(in: "w/r") == "W <w@x>")

    // A hand-made rule's path is replaced, and nothing else.
    try box.bash("git config --global 'includeIf.gitdir:~/hand/.path' '~/none'")
    let before = try box.sandbox.read(file)
    #expect(box.identity("assign", "w", "--dir", "~/hand").status == .success)
    let replaced = try box.sandbox.read(file)
    let new: ByteString = "~/.config/git/identities/w.gitconfig"
    #expect(replaced.text == before.text.replacing("~/none", with: new.text))
    for _ in 0..<2 { #expect(box.identity("undo").status == .success || true) }
  }

  // MARK: - Others at work

  @Test
  func aLockThatIsHeldIsRespected() throws {
    let box = try IdentityBox("mkdir dot; mv .gitconfig dot/; ln -s dot/.gitconfig .gitconfig")
    try box.bash(": >~/dot/.gitconfig.lock")
    let before = try box.bash("cat ~/.gitconfig")
    let result = box.identity("add", "w", "--email", "w@x", "--dir", "~/w")
    #expect(result.status == .fatal)
    #expect(result.errors.contains("dot/.gitconfig.lock' exists"))
    #expect(try box.bash("cat ~/.gitconfig; ls ~/.config/git/identities") == before)
    try box.bash("rm ~/dot/.gitconfig.lock")
    #expect(box.identity("add", "w", "--email", "w@x", "--dir", "~/w").status == .success)
  }

  @Test
  func aFileThatCannotBeWrittenNamesTheLines() throws {
    let box = try IdentityBox()
    // Nobody, not even root, makes a file in a folder of /proc.
    try box.bash("rm ~/.gitconfig; ln -s /proc/self/gitconfig ~/.gitconfig")
    let result = box.identity("add", "w", "--email", "w@x", "--dir", "~/w")
    #expect(result.status == .fatal)
    #expect(result.errors.contains("path = ~/.config/git/identities/rules"))
    #expect(try box.bash("ls ~/.config/git/identities") == "")
  }

  @Test
  func aFileThatGitCannotReadIsNotEdited() throws {
    let box = try IdentityBox("printf '[user\\n' >>~/.gitconfig")
    let before = try box.bash("cat ~/.gitconfig")
    let result = box.identity("add", "w", "--email", "w@x", "--dir", "~/w")
    #expect(result.status == .fatal)
    #expect(result.errors.contains("bad config line 8 in file $ROOT/home/.gitconfig"))
    #expect(try box.bash("cat ~/.gitconfig") == before)
  }

  @Test
  func configurationThatIsSwitchedOffIsRefused() throws {
    let box = try IdentityBox()
    box.sandbox.set("GIT_CONFIG_GLOBAL", "/dev/null")
    #expect(box.identity("add", "w", "--email", "w@x", "--dir", "~/w").status == .fatal)
  }

  @Test
  func manyWritersAtOnceLoseNothing() throws {
    let box = try IdentityBox()
    try box.bash(
      """
      for i in 1 2 3 4 5 6 7 8; do
        (until git-identity add id$i --email $i@x --name $i --dir ~/f$i -q; do :; done) 2>>../errors &
        (until git config --global alias.a$i v$i 2>/dev/null; do :; done) &
      done
      wait
      for i in 1 2 3 4 5 6 7 8; do git init -q ~/f$i/r; done
      """
    )
    for number in 1...8 {
      #expect(try box.author(in: "f\(number)/r") == "\(number) <\(number)@x>")
      #expect(try box.bash("git config --global alias.a\(number)") == "v\(number)")
    }
    #expect(try box.bash("find ~ -name '*.lock' -o -name '*.tmp*'") == "")
  }
}
