import ByteKit
import Testing

@testable import RBranchTool

struct PushReportTests {
  private func parse(_ output: ByteString) -> [PushReport.Result] {
    PushReport(parsing: output, ref: "refs/heads/x").results
  }

  @Test func readsTheLineOfOurRef() {
    let results = parse(
      "To ../remote.git\n*\trefs/heads/x:refs/heads/x\t[new branch]\n"
        + "branch 'x' set up to track 'origin/x'.\nDone\n"
    )
    #expect(results.count == 1)
    #expect(results.first?.url == "../remote.git")
    #expect(results.first?.flag == .created)
  }

  @Test(
    arguments: [
      ("=\trefs/heads/x:refs/heads/x\t[up to date]\n", .upToDate, "[up to date]"),
      (
        "!\trefs/heads/x:refs/heads/x\t[remote rejected] (pre-receive hook declined)\n", .rejected,
        "pre-receive hook declined"
      ),
      ("!\trefs/heads/x:refs/heads/x\t[rejected] (stale info)\n", .rejected, "stale info"),
      (" \trefs/heads/x:refs/heads/x\t1234567..89abcde\n", .other, "1234567..89abcde"),
    ] as [(ByteString, PushReport.Flag, ByteString)]
  )
  func tellsFlagAndReason(line: ByteString, flag: PushReport.Flag, reason: ByteString) {
    let results = parse("To u\n" + line)
    #expect(results.first?.flag == flag)
    #expect(results.first?.reason == reason)
  }

  @Test func keepsSeveralURLsApart() {
    let line: ByteString = "refs/heads/x:refs/heads/x"
    let results = parse("To a\n*\t\(line)\t[new branch]\nTo b\n!\t\(line)\t[rejected] (no)\n")
    #expect(results.map(\.url) == ["a", "b"])
    #expect(results.map(\.flag) == [.created, .rejected])
  }

  @Test func ignoresOtherRefs() {
    #expect(parse("*\trefs/heads/y:refs/heads/y\t[new branch]\n").isEmpty)
  }
}
