import ByteKit
import HistoryKit
import Testing

@Suite struct ObjectIDTests {
  @Test(arguments: [40, 64]) func holdsBothLengths(digits: Int) throws {
    let hex = ByteString((0..<digits).map { UInt8(ascii: "0") + UInt8($0 % 10) })
    let id = try #require(ObjectID(hex: hex))
    #expect(id.hex == hex)
    #expect(id.byteCount == digits / 2)
    #expect(ObjectID(bytes: id.bytes) == id)
    #expect(!id.isNull)
  }

  @Test(arguments: ["", "12", "g000000000000000000000000000000000000000"])
  func refusesWhatIsNone(text: String) {
    #expect(ObjectID(hex: ByteString(text)) == nil)
  }

  @Test func upperCaseIsTheSameObject() {
    let lower = ObjectID(hex: "abcdef0123abcdef0123abcdef0123abcdef0123")
    #expect(lower == ObjectID(hex: "ABCDEF0123ABCDEF0123ABCDEF0123ABCDEF0123"))
  }

  @Test func comparesByBytesAndLength() throws {
    let short = try #require(ObjectID(bytes: [UInt8](repeating: 1, count: 20)))
    let long = try #require(
      ObjectID(bytes: [UInt8](repeating: 1, count: 20) + [UInt8](repeating: 0, count: 12))
    )
    #expect(short != long)
    #expect(short < long)
  }
}
