import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

@Suite struct DoctorTests {
  @Test func aSoundSetUpHasNoFindings() throws {
    let box = try ToolboxBox(AddTests.tools)
    _ = try box.toolbox("new", "foo")
    _ = try box.toolbox("add", "-y", "tools.git")
    #expect(try box.findings() == [])
  }

  struct Fault: Sendable {
    let code: String
    let script: ByteString
    /// Whether `--fix` mends it; nil where only the user can.
    let isMended: Bool
  }

  @Test(arguments: [
    Fault(code: "target-gone", script: "rm git-commands/git-foo", isMended: true),
    Fault(code: "not-executable", script: "chmod -x git-commands/git-foo", isMended: true),
    Fault(
      code: "not-recorded",
      script: "git -C git-commands update-index --chmod=-x git-foo",
      isMended: true
    ),
    Fault(code: "crlf", script: "sed -i 's/$/\\r/' git-commands/git-foo", isMended: false),
    Fault(
      code: "no-interpreter",
      script: "sed -i '1s/.*/#!\\/no\\/such/' git-commands/git-foo",
      isMended: false
    ),
    Fault(
      code: "no-interpreter",
      script: "sed -i '1s/.*/#!\\/usr\\/bin\\/env nopython/' git-commands/git-foo",
      isMended: false
    ),
    Fault(code: "alias", script: "git config --global alias.foo log", isMended: false),
    Fault(
      code: "collection-gone",
      script: "git config --global toolbox.lost.path ~/lost",
      isMended: false
    ),
    Fault(
      code: "name",
      script:
        "cp git-commands/git-foo git-commands/git-Bad_1; sed 's/git-foo/git-Bad_1/' .local/share/git-toolbox/bin/git-foo >.local/share/git-toolbox/bin/git-Bad_1; chmod +x .local/share/git-toolbox/bin/git-Bad_1; git -C git-commands add .",
      isMended: false
    ),
    Fault(
      code: "git-has-it",
      script: "cp git-commands/git-foo .local/share/git-toolbox/bin/git-status",
      isMended: false
    ),
  ])
  func findsAndMends(_ fault: Fault) throws {
    let box = try ToolboxBox()
    _ = try box.toolbox("new", "foo")
    try box.bash(fault.script)
    #expect(try box.findings().contains(fault.code))
    #expect(try box.toolbox("doctor").shellStatus == 1)
    _ = try box.toolbox("doctor", "--fix", "-n")
    #expect(try box.findings().contains(fault.code))
    _ = try box.toolbox("doctor", "--fix")
    #expect(try box.findings().contains(fault.code) == !fault.isMended)
  }

  @Test func foldersOfPath() throws {
    let box = try ToolboxBox(
      "mkdir open; chmod 777 open; command early/git-foo early",
      hasBin: false
    )
    _ = try box.toolbox("new", "foo")
    #expect(try box.findings() == ["bin-not-on-path"])
    let path = box.sandbox.environment["PATH"] ?? ""
    box.sandbox.set(
      "PATH",
      "\(box.sandbox.home)/early:\(box.bin):\(path):~/bin:relative:\(box.sandbox.home)/open"
    )
    #expect(try box.findings() == ["hidden", "path-tilde", "path-relative", "path-writable"])
    box.sandbox.set("MANPATH", "/usr/share/man")
    try box.bash("mkdir -p .local/share/git-toolbox/share/man/man1")
    #expect(try box.findings().last == "manpath")
    box.sandbox.set("MANPATH", "/usr/share/man:")
    #expect(try box.findings().last == "path-writable")
  }

  @Test func asJSON() throws {
    let box = try ToolboxBox()
    _ = try box.toolbox("new", "foo")
    try box.bash("chmod -x git-commands/git-foo")
    let script: ByteString = """
      import json, subprocess
      out = subprocess.run(["git", "toolbox", "doctor", "--json"], stdout=subprocess.PIPE).stdout
      d = json.loads(out)
      print(d["schema"], sorted(d), [(f["code"], sorted(f)) for f in d["findings"] if "foo" in f["what"]])
      d = json.loads(subprocess.run(["git", "toolbox", "list", "--json"], stdout=subprocess.PIPE).stdout)
      print([(c["name"], c["kind"], c["status"], c["collection"]) for c in d["commands"] if c["name"] == "foo"])
      print([(c["name"], c["own"], c["state"], c["url"]) for c in d["collections"]])
      """
    try box.sandbox.write(script, to: "ask.py")
    #expect(
      try box.bash("python3 ask.py") == """
        1 ['collections', 'commands', 'findings', 'path', 'schema'] [('not-executable', ['code', 'fix', 'what'])]
        [('foo', 'sh', 'broken', 'mine')]
        [('mine', True, 'no-upstream', None)]
        """
    )
  }
}
