import ByteKit
import Testing

@testable import RBranchTool

struct PushReportTests {
  private static let line: ByteString = "refs/heads/x:refs/heads/x"

  private func parse(_ output: ByteString, _ urls: [ByteString] = ["u"]) -> [PushReport.Answer?] {
    PushReport(parsing: output, ref: "refs/heads/x", urls: urls).answers
  }

  @Test func readsTheLineOfOurRef() {
    let answers = parse(
      "To ../remote.git\n*\trefs/heads/x:refs/heads/x\t[new branch]\n"
        + "branch 'x' set up to track 'origin/x'.\nDone\n",
      ["../remote.git"]
    )
    #expect(answers == [PushReport.Answer(flag: .created, summary: "[new branch]")])
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
    let answers = parse("To u\n" + line)
    #expect(answers.first??.flag == flag)
    #expect(answers.first??.reason == reason)
  }

  @Test func keepsSeveralURLsApart() {
    let answers = parse(
      "To a\n*\t\(Self.line)\t[new branch]\nDone\nTo b\n!\t\(Self.line)\t[rejected] (no)\nDone\n",
      ["a", "b", "c"]
    )
    #expect(answers.map { $0?.flag } == [.created, .rejected, nil])
  }

  @Test func ignoresOtherRefs() {
    #expect(parse("To u\n*\trefs/heads/y:refs/heads/y\t[new branch]\n") == [nil])
    #expect(parse("*\t\(Self.line)\t[new branch]\n") == [nil])
  }

  @Test func whatAHookPrintsIsNoAnswer() {
    // Before the block, between two blocks, and a second line inside.
    let fake: ByteString = "To a\n!\t\(Self.line)\t[rejected] (fake)\nTo b\nDone\n"
    let first: ByteString = "To a\n*\t\(Self.line)\t[new branch]\n!\t\(Self.line)\tx\nDone\n"
    let second: ByteString = "To b\n=\t\(Self.line)\t[up to date]\nDone\n"
    #expect(
      parse(fake + first + "noise\nTo b\n!\t\(Self.line)\tfake\nDone\n" + second, ["a", "b"])
        .map { $0?.flag } == [.created, .upToDate]
    )
  }
}

struct HookWordsTests {
  private func shown(_ output: ByteString, _ urls: [ByteString] = ["u"]) -> [ByteString] {
    var words = HookWords(ref: "refs/heads/x", urls: urls)
    return output.lines.flatMap { words.take($0) } + words.finish()
  }

  private static let block: ByteString =
    "To u\n*\trefs/heads/x:refs/heads/x\t[new branch]\nbranch 'x' set up to track 'o/x'.\nDone\n"

  @Test func gitsOwnLinesAreLeftOut() {
    #expect(shown(Self.block).isEmpty)
    #expect(shown("checking\n\(Self.block)after\n") == ["checking", "after"])
    #expect(shown("To u\n!\trefs/heads/x:refs/heads/x\t[rejected] (no)\n").isEmpty)
  }

  @Test(
    arguments: [
      "To whom it may concern\n", "To u\nnothing of git's\n", "Done\n", "To u\n",
      "*\trefs/heads/x:refs/heads/x\t[new branch]\n", "To u\nTo u\nDone\n",
    ] as [ByteString]
  )
  func linesThatOnlyLookAlikeAreShown(said: ByteString) {
    #expect(shown(said) == said.lines)
    #expect(shown(said + Self.block) == said.lines)
    #expect(shown(Self.block + said) == said.lines)
  }

  @Test(
    arguments: [
      ("https://me:secret@host/x.git", "https://host/x.git"),
      ("https://host/a@b", "https://host/a@b"), ("ssh://git@host:22/x", "ssh://host:22/x"),
      ("git@host:o/r", "host:o/r"), ("host:o/r@v", "host:o/r@v"), ("../a@b:c", "../a@b:c"),
      ("/srv/x.git", "/srv/x.git"),
    ] as [(ByteString, ByteString)]
  )
  func aURLIsReadAsGitPrintsIt(url: ByteString, printed: ByteString) {
    #expect(PushTarget(url: url, address: url).printed == printed)
  }
}
