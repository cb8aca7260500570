import ByteKit
import HistoryKit
import Testing

@testable import PruneGoneTool

@Suite struct NameConflictsTests {
  private static let names: [ByteString] = [
    "refs/heads/a", "refs/heads/a-b", "refs/heads/b/c", "refs/heads/b/d/e", "refs/tags/a/b",
    "refs/heads/c.d/e", "refs/heads/z",
  ]

  @Test(arguments: [
    "a", "a/b", "a/b/c", "a-", "b", "b/c", "b/c/x", "b/d", "b/d/e/f", "c", "c.d", "y",
  ])
  func agreesWithALookAtEachName(name: String) {
    let ref: ByteString = "refs/heads/\(name)"
    let isInTheWay = Self.names.contains {
      $0.hasPrefix("\(ref)/") || ref.hasPrefix("\($0)/")
    }
    for order in [Self.names, Self.names.reversed()] {
      let found = NameConflicts(order).first(with: ref)
      #expect((found != nil) == isInTheWay, "\(name): \(found?.text ?? "")")
      if let found { #expect(found.hasPrefix("\(ref)/") || ref.hasPrefix("\(found)/")) }
    }
  }

  @Test func whatIsAddedStandsInTheWay() {
    var conflicts = NameConflicts([])
    #expect(conflicts.first(with: "refs/heads/a") == nil)
    conflicts.add("refs/heads/a/b")
    #expect(conflicts.first(with: "refs/heads/a") == "refs/heads/a/b")
    #expect(conflicts.first(with: "refs/heads/a/b/c") == "refs/heads/a/b")
    #expect(conflicts.first(with: "refs/heads/a/c") == nil)
  }
}

@Suite struct RestoredBranchesTests {
  @Test func recordsAreReadAsTheyWereWritten() throws {
    let one = try #require(ObjectID(hex: ByteString(String(repeating: "1", count: 40))))
    let two = try #require(ObjectID(hex: ByteString(String(repeating: "2", count: 40))))
    var restored = RestoredBranches()
    restored.add("refs/heads/b", at: one, time: 7)
    restored.add("refs/heads/a", at: two, time: 9)
    let read = RestoredBranches(decoding: restored.encoded)
    #expect(read == restored)
    #expect(read.time(of: "refs/heads/b", at: one) == 7)
    #expect(read.time(of: "refs/heads/b", at: two) == nil)
    #expect(read.time(of: "refs/heads/c", at: one) == nil)
    // A damaged file loses no more than its end.
    let cut = ByteString(restored.encoded.bytes.dropLast(3))
    #expect(RestoredBranches(decoding: cut).time(of: "refs/heads/a", at: two) == 9)
    #expect(RestoredBranches(decoding: "x").records.isEmpty)
  }
}
