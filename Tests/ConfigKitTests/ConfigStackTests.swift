import ByteKit
import ConfigKit
import FileKit
import ProcessKit
import TestSupport
import Testing

struct ConfigStackTests {
  @Test func readsAllFilesInGitsOrder() throws {
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q", "repo")
    sandbox.workingDirectory = sandbox.path("repo")
    try sandbox.write("[a]\nx = xdg\n", to: sandbox.path("home/.config/git/config"))
    try sandbox.write("[a]\nx = system\n", to: sandbox.path("system"))
    try sandbox.write("[a]\nx = extra\n", to: sandbox.path("home/extra"))
    try sandbox.git("config", "--global", "include.path", "extra")
    try sandbox.git("config", "a.x", "local")
    try sandbox.git("config", "extensions.worktreeConfig", "true")
    try sandbox.git("config", "--worktree", "a.x", "worktree")
    sandbox.set("GIT_CONFIG_NOSYSTEM", nil)
    sandbox.set("GIT_CONFIG_SYSTEM", sandbox.path("system"))
    sandbox.set("GIT_CONFIG_COUNT", "1")
    sandbox.set("GIT_CONFIG_KEY_0", "A.Sub.X")
    sandbox.set("GIT_CONFIG_VALUE_0", "counted")
    sandbox.set("GIT_CONFIG_PARAMETERS", "'a.x'='it'\\''s' 'a.flag'= 'a.old=way'")
    let ours = Oracle.ours(sandbox)
    #expect(try ours == Oracle.git(sandbox))
    #expect(ours.contains("command command line: a.Sub.x=counted"))
    #expect(ours.contains("command command line: a.x=it's"))
  }

  @Test func namesTheLineAndTheWayIn() throws {
    let sandbox = try Sandbox()
    try sandbox.write("[a]\n\n\tx = one \\\n two\n", to: sandbox.path("home/inner"))
    try sandbox.write("# c\n[include]\n path = ~/inner\n", to: sandbox.path("home/.gitconfig"))
    let stack = try ConfigStack.load(
      nil,
      environment: sandbox.environment,
      workingDirectory: sandbox.root
    )
    let entry = try #require(stack.last("A.X"))
    #expect(entry.value == "one  two")
    guard case .file(let source, let line, let endLine) = entry.origin else {
      Issue.record("not from a file")
      return
    }
    #expect(source.path == sandbox.path("home/inner"))
    #expect((line, endLine) == (3, 4))
    let inclusion = try #require(entry.origin.inclusions.first)
    #expect(inclusion.origin.source?.path == sandbox.path("home/.gitconfig"))
    #expect(inclusion.origin.line == 3)
    #expect(inclusion.condition == nil)
  }

  @Test func typedValuesFollowGit() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      """
      [b]
      alone
      empty =
      yes = YES
      two = 2
      zero = 0
      hex = 0x10
      octal = 010
      kilo = 3k
      negative = -1M
      bad = maybe
      big = 99999999999999999999
      """,
      to: sandbox.path("home/.gitconfig")
    )
    let stack = try ConfigStack.load(
      nil,
      environment: sandbox.environment,
      workingDirectory: sandbox.root
    )
    for name in ["alone", "empty", "yes", "two", "zero", "hex", "bad", "big", "missing"] {
      let key: ByteString = "b.\(name)"
      let git = try sandbox.tryGit("config", "--type=bool", "--get", key)
      let expected: Bool? = git.succeeded ? git.output == "true\n" : nil
      #expect((try? stack.boolean(key)) ?? nil == expected, "\(name)")
    }
    for name in ["two", "hex", "octal", "kilo", "negative", "bad", "big", "empty", "alone"] {
      let key: ByteString = "b.\(name)"
      let git = try sandbox.tryGit("config", "--type=int", "--get", key)
      let expected = git.succeeded ? Int64(git.output.trimmed.text) : nil
      #expect((try? stack.integer(key)) ?? nil == expected, "\(name)")
    }
  }

  @Test func aBadLineIsToldAsGitTellsIt() throws {
    let sandbox = try Sandbox()
    for content: ByteString in [
      "[a]\nx = \"open\n", "[a\n", "[a]\n_x = 1\n", "[a] x # y\n", "\u{FEFF}[a]\nx=\\q",
      "[include]\npath\n", "[include]\npath = ~nosuchuser0/x\n", "[include]\npath = \n", "[a",
      "[include]\npath = ~/.gitconfig\n",
    ] {
      try sandbox.write(content, to: sandbox.path("home/.gitconfig"))
      let git = try #require(try Oracle.git(sandbox).first)
      #expect(Oracle.ours(sandbox).first?.hasPrefix(git) == true, "\(content): \(git)")
    }
  }
}
