import ByteKit
import ChangelogTool
import TestSupport
import Testing

@Suite struct UnifiedDiffTests {
  /// git applies what is printed, to the same result.
  @Test(arguments: 0..<40)
  func gitAppliesIt(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q")
    func lines(_ count: Int) -> [Int] {
      (0..<count).map { _ in Int.random(in: 0..<9, using: &random) }
    }
    let old = lines(30)
    var new = old
    for _ in 0..<4 {
      let at = Int.random(in: 0..<new.count, using: &random)
      new.replaceSubrange(
        at..<min(new.count, at + Int.random(in: 0..<3, using: &random)),
        with: lines(Int.random(in: 0..<3, using: &random))
      )
    }
    let ending = Bool.random(using: &random) ? "\n" : ""
    func text(_ lines: [Int], _ end: String) -> ByteString {
      ByteString(lines.map { "line \($0)" }.joined(separator: "\r\n") + end)
    }
    let (before, after) = (text(old, "\n"), text(new, ending))
    try sandbox.write(before, to: "file")
    let diff = UnifiedDiff.text(name: "file", old: before, new: after)
    if diff.isEmpty {
      #expect(before == after)
    } else {
      try sandbox.git("apply", "-", input: diff)
      #expect(try sandbox.read("file") == after)
    }
  }

  @Test func aNewFileIsSaidToBeNew() throws {
    #expect(
      UnifiedDiff.text(name: "C.md", old: nil, new: "a\n")
        == "--- /dev/null\n+++ b/C.md\n@@ -0,0 +1 @@\n+a\n"
    )
  }
}
