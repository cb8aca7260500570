import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// What git runs is asked of git itself in each case.
@Suite struct ListTests {
  @Test func gitsOwnNamesNeverRun() throws {
    let box = try ToolboxBox("command early/git-status mine; command early/git-request-pull mine")
    box.putOnPath(box.sandbox.home.appendingPath("early"))
    #expect(!(try box.sandbox.tryGit("status").output.contains("mine")))
    #expect(
      try box.row("status") == [
        "status|~/early|says mine|never runs: git has a command of that name"
      ]
    )
    #expect(try box.row("request-pull").count == 1)
    #expect(
      try box.transcript("which", "status")
        == "built into git\nstderr:\n  ~/early/git-status: never runs: git has a command of that name\n"
    )
  }

  @Test func theFirstExecutableFileRuns() throws {
    let box = try ToolboxBox(
      """
      mkdir -p a b/git-foo c; printf 'no' >a/git-foo; command d/git-foo first; command e/git-foo second
      ln -s nowhere c/git-foo
      """
    )
    let home = box.sandbox.home
    box.putOnPath(
      home.appendingPath("a"),
      home.appendingPath("b"),
      home.appendingPath("c"),
      home.appendingPath("d"),
      home.appendingPath("e")
    )
    #expect(try box.sandbox.git("foo") == "first ")
    #expect(
      try box.row("foo") == [
        "foo|~/a|not executable", "foo|~/b|a folder", "foo|~/c|a link to nothing",
        "foo|~/d|says first|hides ~/e/git-foo", "foo|~/e|says second|hidden by ~/d/git-foo",
      ]
    )
    let plain = try box.toolbox().output.text.split(separator: "\n").filter { $0.hasPrefix("foo ") }
    #expect(plain.count == 1)
    #expect(try box.transcript("which", "git-foo").hasPrefix("~/d/git-foo\n"))
  }

  @Test func aFolderIsLookedAtOnceUnderAllItsNames() throws {
    let box = try ToolboxBox("command a/git-foo one; ln -s a b")
    let home = box.sandbox.home
    box.putOnPath(home.appendingPath("a"), home.appendingPath("b"), home.appendingPath("a"))
    #expect(try box.row("foo") == ["foo|~/a|says one"])
  }

  @Test func anEmptyElementIsTheCurrentFolder() throws {
    let box = try ToolboxBox("command here/git-evil evil")
    box.sandbox.set("PATH", "\(box.sandbox.environment["PATH"] ?? ""):")
    box.sandbox.workingDirectory = box.sandbox.home.appendingPath("here")
    #expect(try box.sandbox.git("evil") == "evil ")
    #expect(try box.row("evil") == ["evil|~/here|says evil"])
    #expect(try box.findings().contains("path-empty"))
  }

  @Test func aCommandBeatsAnAlias() throws {
    let box = try ToolboxBox(
      "command d/git-foo file; git config --global alias.foo 'rev-parse HEAD'; git config --global alias.bar '!echo alias'"
    )
    box.putOnPath(box.sandbox.home.appendingPath("d"))
    #expect(try box.sandbox.git("foo") == "file ")
    #expect(try box.sandbox.git("bar") == "alias")
    #expect(try box.row("foo").contains("foo|alias|rev-parse HEAD|never applies: the command wins"))
    #expect(try box.row("bar") == ["bar|alias|!echo alias"])
    #expect(try box.transcript("which", "bar") == "alias for !echo alias\n")
  }

  @Test func nothingThatIsListedIsRun() throws {
    let box = try ToolboxBox(
      """
      mkdir d; printf '#!/bin/sh\\n# \\033]0;title\\007 says\\ntouch ran\\n' >d/git-foo; chmod +x d/git-foo
      """
    )
    box.putOnPath(box.sandbox.home.appendingPath("d"))
    let listed = try box.toolbox("list").output
    #expect(listed.contains("^[]0;title^G says"))
    _ = try box.toolbox("doctor")
    _ = try box.toolbox("list", "--json")
    #expect(!FileSystem.exists(box.sandbox.home.appendingPath("ran")))
  }

  @Test func theManPageSpeaksForACommandWithoutComment() throws {
    let box = try ToolboxBox(
      """
      mkdir -p t/bin t/share/man/man1; printf 'echo\\n' >t/bin/git-foo; chmod +x t/bin/git-foo
      printf '.TH X 1\\n.SH NAME\\ngit\\\\-foo \\\\- does foo\\n' >t/share/man/man1/git-foo.1
      """
    )
    box.putOnPath(box.sandbox.home.appendingPath("t/bin"))
    #expect(try box.row("foo") == ["foo|~/t/bin|does foo"])
  }

  @Test func aNameThatNothingHasIsAnError() throws {
    let box = try ToolboxBox()
    #expect(
      try box.transcript("which", "nope") == """
        stderr:
        error: there is no command 'git nope'
        hint: to write it: git toolbox new nope
        exit: 1

        """
    )
    #expect(try box.toolbox("new", "nope").succeeded)
    #expect(try box.toolbox("which", "nope").succeeded)
  }
}
