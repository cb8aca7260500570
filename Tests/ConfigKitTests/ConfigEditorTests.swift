import ByteKit
import ConfigKit
import FileKit
import ProcessKit
import TestSupport
import Testing

struct ConfigEditorTests {
  private let original: ByteString = """
    # top
    [core]
    \tbare = false ; why
    [branch "a"]
    \tremote = origin
    \tmerge = refs/heads/a

    # about b
    [branch "b"]
        remote=origin # two
    [Branch.C] remote = x
    """

  @Test func keepsWhatItDoesNotChange() throws {
    #expect(try ConfigEditor(original).content == original)
  }

  @Test func removesSectionsAndNothingElse() throws {
    var editor = try ConfigEditor(original)
    let removed = editor.removeSections("branch") { $0 == "a" || $0 == "c" }
    #expect(removed.map(\.subsection) == ["a", "c"])
    #expect(
      removed[0].text == "[branch \"a\"]\n\tremote = origin\n\tmerge = refs/heads/a\n\n"
    )
    #expect(
      editor.content == """
        # top
        [core]
        \tbare = false ; why
        # about b
        [branch "b"]
            remote=origin # two

        """
    )
    editor.append(text: removed[1].text)
    #expect(try ConfigEditor(editor.content).values(of: ConfigKey("branch.c.remote")!) == ["x"])
  }

  @Test func setsAndUnsetsInPlace() throws {
    var editor = try ConfigEditor(original)
    editor.set(ConfigKey(section: "core", name: "bare"), to: "true")
    editor.set(ConfigKey(section: "branch", subsection: "b", name: "remote"), to: "up # x")
    editor.set(ConfigKey(section: "branch", subsection: "b", name: "Merge"), to: "m")
    editor.set(ConfigKey(section: "new", subsection: "q\"\\", name: "k"), to: "tab\tend ")
    #expect(editor.unset(ConfigKey(section: "branch", subsection: "a", name: "merge")) == 1)
    #expect(editor.unset(ConfigKey(section: "branch", subsection: "a", name: "merge")) == 0)
    #expect(editor.unset(ConfigKey(section: "branch", subsection: "c", name: "remote")) == 1)
    #expect(
      editor.content == """
        # top
        [core]
        \tbare = true ; why
        [branch "a"]
        \tremote = origin

        # about b
        [branch "b"]
            remote="up # x" # two
            merge = m
        [new "q\\"\\\\"]
        \tk = "tab\\tend "

        """
    )
  }

  @Test func gitReadsWhatIsWritten() throws {
    let sandbox = try Sandbox()
    let file = sandbox.path("config")
    let values: [ByteString] = [
      "", " lead", "trail ", "a;b", "a#b", "q\"q", "back\\slash", "line\nline", "tab\t", "r\r", "ü",
    ]
    for value in values {
      try sandbox.write("[s]\r\n  k = old \\\r\n   more ; note\r\n", to: file)
      #expect(
        try ConfigEditor.apply(to: file) { $0.set(ConfigKey(section: "s", name: "k"), to: value) }
      )
      let git = try sandbox.run("git", ["config", "--file", file, "-z", "--get-all", "s.k"])
      #expect(git.output.records(endedBy: 0) == [value], "\(value)")
      #expect(try sandbox.read(file).hasSuffix(" ; note\r\n"))
    }
    #expect(try !ConfigEditor.apply(to: file) { _ in })
  }

  @Test func editsTheTargetOfALinkUnderGitsLock() throws {
    let sandbox = try Sandbox()
    try sandbox.write("[a]\nb = 1\n", to: sandbox.path("real"))
    try sandbox.bash("chmod 640 real; ln -s real link; touch real.lock")
    let key = ConfigKey(section: "a", name: "b")
    #expect(throws: LockError.self) {
      try ConfigEditor.apply(to: sandbox.path("link")) { $0.set(key, to: "2") }
    }
    try sandbox.bash("rm real.lock")
    #expect(try ConfigEditor.apply(to: sandbox.path("link")) { $0.set(key, to: "2") })
    #expect(
      try sandbox.bash("cat real; stat -c %a real; readlink link; ls") == """
        [a]
        b = 2
        640
        real
        home
        link
        real
        """
    )
  }

  @Test func addsBehindAHeaderWithoutEntries() throws {
    for (before, after): (ByteString, ByteString) in [
      ("[a]", "[a]\n\tk = v\n"), ("[a]\n", "[a]\n\tk = v\n"),
      ("[a] # c\n\n[b]\n", "[a] # c\n\tk = v\n\n[b]\n"), ("[a]\n\n\n", "[a]\n\tk = v\n\n\n"),
      ("[a] [b]\nx=1", "[a] \n\tk = v\n[b]\nx=1"), ("", "[a]\n\tk = v\n"),
      ("[a]\n  x = 1 # c\n#\n", "[a]\n  x = 1 # c\n  k = v\n#\n"), ("[a]x", "[a]x\n\tk = v\n"),
      // A backslash before the end of the file would swallow the next line.
      ("[a]\nx = 1 \\", "[a]\nx = 1 \\\n\nk = v\n"),
      ("[a]\nx = 1 \\\n", "[a]\nx = 1 \\\n\nk = v\n"),
      ("[b]\nx = 1 \\\n", "[b]\nx = 1 \\\n\n[a]\n\tk = v\n"),
    ] {
      var editor = try ConfigEditor(before)
      editor.set(ConfigKey(section: "a", name: "k"), to: "v")
      #expect(editor.content == after, "\(before)")
    }
  }

  @Test func removesThousandsInOneWalk() throws {
    var content: ByteString = "[core]\n\tbare = false\n"
    for number in 0..<5_000 {
      content += "[branch \"b\(number)\"]\n\tremote = origin\n\tmerge = refs/heads/b\(number)\n"
    }
    let doomed = Set((0..<5_000).filter { $0 % 2 == 0 }.map { ByteString("b\($0)") })
    var editor = try ConfigEditor(content)
    let removed = editor.removeSections("branch") { $0.map(doomed.contains) ?? false }
    #expect(removed.count == 2_500)
    #expect(editor.content.lines.count == 2 + 2_500 * 3)
    #expect(editor.content.hasPrefix("[core]\n\tbare = false\n[branch \"b1\"]\n"))
  }
}
