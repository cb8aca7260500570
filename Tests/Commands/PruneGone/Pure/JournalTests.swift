import ByteKit
import HistoryKit
import Testing

@testable import PruneGoneTool

@Suite struct JournalTests {
  private static let one = ObjectID(hex: ByteString(String(repeating: "1a", count: 20)))
  private static let long = ObjectID(hex: ByteString(String(repeating: "2b", count: 32)))

  @Test func comesBackByteForByte() throws {
    let journal = Journal(
      time: 1_700_000_000,
      entries: [
        Journal.Entry(
          ref: "refs/heads/feat",
          oid: try #require(Self.one),
          symrefTarget: nil,
          configuration: "[branch \"feat\"]\n\tremote = origin\0odd\n",
          proof: "merged into main"
        ),
        Journal.Entry(
          ref: ByteString([0x72, 0x65, 0x66, 0x73, 0xff]),
          oid: try #require(Self.long),
          symrefTarget: "refs/heads/other",
          configuration: "",
          proof: ""
        ),
      ]
    )
    #expect(Journal(decoding: journal.encoded) == journal)
  }

  @Test func damagedOnesAreNoJournal() throws {
    let entry = Journal.Entry(
      ref: "refs/heads/a",
      oid: try #require(Self.one),
      configuration: "xyz",
      proof: "p"
    )
    let content = Journal(time: 7, entries: [entry]).encoded
    #expect(Journal(decoding: "") == nil)
    #expect(Journal(decoding: "something else\0") == nil)
    let header = content.firstIndex(of: 0).map { $0 + 1 } ?? 0
    for length in (header + 1)..<content.count {
      #expect(Journal(decoding: ByteString(content.bytes.prefix(length))) == nil, "\(length)")
    }
  }

  @Test func markersComeBack() throws {
    var marker = RunMarker(
      kind: .deletion,
      process: 42,
      configuration: "/r/.git/config",
      run: Self.one,
      rest: Self.one
    )
    #expect(RunMarker(decoding: marker.encoded) == marker)
    marker.kind = .undo
    marker.run = nil
    marker.rest = nil
    #expect(RunMarker(decoding: marker.encoded) == marker)
    #expect(RunMarker(decoding: "prune-gone running 1\0undo\0") == nil)
  }

  @Test func historiesComeBack() throws {
    var history = RunHistory()
    let one = try #require(Self.one)
    let two = try #require(Self.long)
    history.add(RunHistory.Run(id: one, time: 10, branchCount: 3))
    history.add(RunHistory.Run(id: two, time: 20, branchCount: 1))
    history.markUndone(one, at: 30)
    #expect(RunHistory(decoding: history.encoded) == history)
    #expect(history.runs.map(\.undoTime) == [30, nil])
    history.add(RunHistory.Run(id: one, time: 40, branchCount: 3))
    #expect(history.runs.map(\.id) == [two, one])
    #expect(history.runs.map(\.undoTime) == [nil, nil])
    history.forget(before: 30)
    #expect(history.runs.map(\.id) == [one])
  }

  @Test func reflogsAreReadAsGitWritesThem() throws {
    let zero = String(repeating: "0", count: 40)
    let id = String(repeating: "1a", count: 20)
    let reflog = Reflog(
      parsing: ByteString(
        "\(zero) \(id) A B <a@b> 1700000000 +0000\tprune-gone: run\nnonsense\n"
          + "\(id) \(id) A <> 1700000001 -0330\n"
      )
    )
    #expect(reflog.entries.map(\.time) == [1_700_000_000, 1_700_000_001])
    #expect(reflog.entries.map(\.message) == ["prune-gone: run", ""])
    #expect(reflog.contains(try #require(Self.one)))
  }
}
