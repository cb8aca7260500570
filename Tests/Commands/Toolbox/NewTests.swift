import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

@Suite struct NewTests {
  @Test func itRunsAtOnceAndIsStaged() throws {
    let box = try ToolboxBox(hasBin: false)
    box.sandbox.set("SHELL", "/bin/bash")
    #expect(
      try box.transcript("new", "hello") == """
        stderr:
        made your collection 'mine' in ~/git-commands
        wrote ~/git-commands/git-hello; it runs as: git hello
        to keep it: git -C ~/git-commands commit -m 'Add git hello'
        git finds them once this line is in ~/.bashrc:
            export PATH="$HOME/.local/share/git-toolbox/bin":"$PATH"

        """
    )
    // The advice, followed to the letter.
    #expect(
      try box.bash(
        """
        export PATH="$HOME/.local/share/git-toolbox/bin":"$PATH"
        git hello a 'b c'
        git hello -h | head -1; git hello -h >out 2>&1 || echo $?
        git hello --nonsense >out 2>&1 || echo $?
        git -C ~/git-commands commit -qm 'Add git hello'
        git -C ~/git-commands ls-files -s | awk '{print $1, $4}'
        git -C ~/git-commands status --porcelain
        """
      ) == """
        hello from git hello: a b c
        usage: git hello [<options>] [<argument>...]
        129
        129
        100644 .gitattributes
        100755 git-hello
        """
    )
    #expect(
      try box.sandbox.git("config", "--global", "--get-regexp", "^toolbox") == """
        toolbox.mine.path ~/git-commands
        toolbox.mine.own true
        """
    )
  }

  @Test func pythonToo() throws {
    let box = try ToolboxBox()
    #expect(try box.toolbox("new", "--python", "snake").succeeded)
    #expect(try box.sandbox.git("snake", "a") == "hello from git snake: a")
    #expect(try box.sandbox.tryGit("snake", "-h").shellStatus == 129)
    #expect(try box.sandbox.tryGit("snake", "--nonsense").shellStatus == 129)
    #expect(try box.row("snake") == ["snake|mine|say here in one line what it does"])
  }

  @Test func swiftIsWrittenToo() throws {
    let box = try ToolboxBox()
    #expect(try box.toolbox("new", "--swift", "bird").succeeded)
    let text = try box.sandbox.read("git-commands/git-bird")
    #expect(text.hasPrefix("#!/usr/bin/env swift\n// git-bird: "))
    // Checked, not run: an interpreter of Swift is not everywhere where its compiler is.
    box.sandbox.set("PATH", Environment.current["PATH"])
    try box.bash("sed 1d git-commands/git-bird >main.swift; swiftc -typecheck main.swift")
  }

  @Test(arguments: ["status", "Up", "v1.2", "a_b", "9x"] as [ByteString])
  func badNamesAreRefused(name: ByteString) throws {
    let box = try ToolboxBox()
    let result = try box.toolbox("new", name)
    #expect(result.shellStatus == 1)
    #expect(result.errorOutput.contains("hint: choose another name"))
    #expect(!FileSystem.exists(box.sandbox.home.appendingPath("git-commands")))
  }

  @Test func aNameThatIsTakenIsRefused() throws {
    let box = try ToolboxBox(
      "command early/git-foo early; command late/git-bar late; git config --global alias.baz log"
    )
    let path = box.sandbox.environment["PATH"] ?? ""
    box.sandbox.set("PATH", "\(box.sandbox.home)/early:\(path):\(box.sandbox.home)/late")
    #expect(
      try box.transcript("new", "foo").contains("there is a command 'foo' already: ~/early/git-foo")
    )
    #expect(try box.transcript("new", "bar").contains("it hides ~/late/git-bar\n"))
    #expect(try box.transcript("new", "baz").contains("your alias 'baz' no longer applies"))
    #expect(try box.sandbox.git("baz") == "hello from git baz: ")
    #expect(try box.toolbox("new", "baz").shellStatus == 1)
    try box.bash("command git-commands/git-own own")
    #expect(try box.transcript("new", "own").contains("'~/git-commands/git-own' exists"))
    #expect(try box.sandbox.read("git-commands/git-own").contains("says own"))
  }

  @Test func aDryRunWritesNothing() throws {
    let box = try ToolboxBox()
    #expect(
      try box.transcript("new", "-n", "foo") == """
        would make your collection in ~/git-commands
        would write ~/git-commands/git-foo
        would write ~/.local/share/git-toolbox/bin/git-foo

        """
    )
    #expect(try FileSystem.entries(of: box.sandbox.home).map(\.name) == [".gitconfig"])
  }

  @Test func theEditorIsGits() throws {
    let box = try ToolboxBox(
      "git config --global core.editor 'printf \"# edited\\n\" >>'; git config --global toolbox.home '~/my own'"
    )
    #expect(try box.toolbox("new", "-e", "foo").succeeded)
    #expect(try box.sandbox.read("my own/git-foo").hasSuffix("# edited\n"))
    #expect(try box.sandbox.git("foo") == "hello from git foo: ")
  }

  /// A repository's configuration may be a stranger's.
  @Test func aRepositoryCannotMoveTheCollection() throws {
    let box = try ToolboxBox(
      "git init -q r; git -C r config toolbox.home /tmp/elsewhere; git -C r config toolbox.evil.path /tmp; git -C r config toolbox.evil.own true"
    )
    box.sandbox.workingDirectory = box.sandbox.home.appendingPath("r")
    #expect(try box.transcript("new", "-n", "foo").contains("would write ~/git-commands/git-foo"))
    #expect(try box.toolbox("list", "--json").output.contains("\"collections\": []"))
    #expect(
      try box.transcript("update")
        == "stderr:\nthere are no collections; to take one in: git toolbox add <url>\n"
    )
  }
}
