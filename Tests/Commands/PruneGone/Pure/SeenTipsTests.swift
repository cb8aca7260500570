import ByteKit
import HistoryKit
import Testing

@testable import PruneGoneTool

@Suite struct SeenTipsTests {
  private static func id(_ digit: Character) throws -> ObjectID {
    try #require(ObjectID(hex: ByteString(String(repeating: digit, count: 40))))
  }

  @Test func comeBackInAFixedOrder() throws {
    var seen = SeenTips()
    let places = ["b", "a", "c"].map {
      SeenTips.Place(address: "https://h/\($0)", ref: "refs/heads/x")
    }
    for (index, place) in places.enumerated() {
      seen.tips[place] = SeenTips.Sighting(oid: try Self.id("1"), time: Int64(index))
    }
    seen.defaultBranches["https://h/a"] = "refs/heads/main"
    #expect(SeenTips(decoding: seen.encoded) == seen)
    #expect(SeenTips(decoding: seen.encoded).encoded == seen.encoded)
    #expect(SeenTips(decoding: "garbage") == SeenTips())
  }

  @Test func whatIsDamagedEndsTheReading() throws {
    var seen = SeenTips()
    seen.defaultBranches["u"] = "refs/heads/main"
    seen.tips[SeenTips.Place(address: "u", ref: "r")] = SeenTips.Sighting(
      oid: try Self.id("2"),
      time: 5
    )
    let cut = SeenTips(decoding: ByteString(seen.encoded.bytes.dropLast(3)))
    #expect(cut.defaultBranches == ["u": "refs/heads/main"])
    #expect(cut.tips.isEmpty)
  }

  @Test func oldOnesAreForgottenUnlessTracked() throws {
    var seen = SeenTips()
    let old = SeenTips.Place(address: "u", ref: "old")
    let tracked = SeenTips.Place(address: "u", ref: "tracked")
    let new = SeenTips.Place(address: "u", ref: "new")
    seen.tips[old] = SeenTips.Sighting(oid: try Self.id("1"), time: 10)
    seen.tips[tracked] = SeenTips.Sighting(oid: try Self.id("1"), time: 10)
    seen.tips[new] = SeenTips.Sighting(oid: try Self.id("1"), time: 100)
    seen.forget(before: 50, keeping: [tracked])
    #expect(Set(seen.tips.keys) == [tracked, new])
  }
}
