import ByteKit
import CommandLineKit
import Testing

@testable import ToolboxTool

@Suite struct ShimTests {
  @Test(
    arguments: [
      "/home/me/git-commands/git-foo", "/a b/git-x", "/it's/git-y", "/''/'/git-z", "/ü/$(id)/git-q",
      "/back\\slash/git-w",
    ] as [ByteString]
  )
  func readsBackWhatItWrites(path: ByteString) {
    let shim = Shim(collection: "mine", target: path)
    #expect(Shim(shim.content) == shim)
  }

  @Test func isTheTextThatIsDocumented() {
    let shim = Shim(collection: "mine", target: "/home/me/git-commands/git-foo")
    #expect(
      shim.content == """
        #!/bin/sh
        # git toolbox: mine
        exec '/home/me/git-commands/git-foo' "$@"

        """
    )
  }

  @Test(
    arguments: [
      "", "#!/bin/sh\n", "#!/bin/sh\n# git toolbox: mine\nexec '/a' \"$@\"\necho more\n",
      "#!/bin/sh\n# git toolbox: mine\nexec '/a'; rm -rf '/b' \"$@\"\n",
      "#!/bin/bash\n# git toolbox: mine\nexec '/a' \"$@\"\n",
      "#!/bin/sh\n# git toolbox: mine\nexec '/a' \"$@\"",
    ] as [ByteString]
  )
  func anythingElseIsNotOurs(content: ByteString) {
    #expect(Shim(content) == nil)
  }
}

@Suite struct CommandNameTests {
  @Test(arguments: ["a", "foo", "rebase-all", "x2", ByteString([UInt8](repeating: 97, count: 60))])
  func areGood(name: ByteString) { #expect(CommandName.problem(name) == nil) }

  @Test(arguments: [
    "", "Up", "9x", "-x", "v1.2", "under_score", "ü", "a b", "suf.sh", "a/b",
    ByteString([UInt8](repeating: 97, count: 61)),
  ])
  func areBad(name: ByteString) { #expect(CommandName.problem(name) != nil) }

  @Test(
    arguments: [
      ("https://h/ann/git-tools.git", "git-tools"), ("git@h:ann/tools", "tools"), ("h:x.git", "x"),
      ("/srv/tools.git/", "tools"), ("../tools", "tools"), ("/srv/tools/.git", "tools"),
    ] as [(ByteString, ByteString)]
  )
  func collectionsAreNamedAfterTheirAddress(address: ByteString, name: ByteString) {
    #expect(CommandName.collection(from: address) == name)
  }

  @Test(arguments: ["..", "/", "https://h/ü", "https://h/a.part", ""] as [ByteString])
  func someAddressesGiveNoName(address: ByteString) {
    #expect(CommandName.collection(from: address) == nil)
  }
}

@Suite struct ScriptHeadTests {
  struct Case: Sendable {
    let content: ByteString
    let kind: ByteString
    let summary: ByteString
  }

  @Test(arguments: [
    Case(content: "#!/bin/sh\n# git-x: does it\n", kind: "sh", summary: "does it"),
    Case(content: "#!/bin/sh\n#\n#  Does it.\necho\n", kind: "sh", summary: "Does it."),
    Case(content: "#!/usr/bin/env -S python3 -u\n# git x: py\n", kind: "python3", summary: "py"),
    Case(content: "#!/usr/bin/env A=1 ruby\n", kind: "ruby", summary: ""),
    Case(content: "#!/usr/bin/swift\n// swift one\n", kind: "swift", summary: "swift one"),
    Case(content: "echo hi\n# not about the file\n", kind: "sh", summary: ""),
    Case(
      content: "#!/bin/bash\n# shellcheck disable=SC1\n# -*- sh -*-\n# real\n",
      kind: "bash",
      summary: "real"
    ),
    Case(content: "\u{7f}ELF\0\0", kind: "binary", summary: ""),
    Case(content: "", kind: "", summary: ""),
  ])
  func tells(_ example: Case) {
    let head = ScriptHead(example.content, name: "x")
    #expect(head.kind == example.kind)
    #expect(head.summary == example.summary)
  }

  @Test func seesTheReturnThatHidesAnInterpreter() {
    #expect(ScriptHead("#!/bin/sh\r\necho\r\n", name: "x").hasReturn)
    #expect(!ScriptHead("#!/bin/sh\necho\r\n", name: "x").hasReturn)
  }
}

@Suite struct DeclarationTests {
  @Test func isComplete() { #expect(ToolboxCommand.command.outline.problems() == []) }
}
