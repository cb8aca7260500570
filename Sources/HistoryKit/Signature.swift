package import ByteKit

/// Who and when, as a commit or tag has it: `Name <email> 1700000000 +0100`.
package struct Signature: Hashable, Sendable {
  /// Without the blanks around it; in the object's encoding.
  package let name: ByteString
  /// What stands between `<` and `>`.
  package let email: ByteString
  /// Seconds since the epoch; 0 where the object has none that can be read, as in git.
  package let seconds: Int64
  /// East of UTC.
  package let zoneMinutes: Int
  /// The line as it stands in the object.
  package let raw: ByteString

  /// Parses a header's value as leniently as git does (`split_ident_line`): old tools wrote
  /// all kinds of things, and no commit must be lost for it.
  package init(parsing raw: ByteString) {
    self.raw = raw
    let open = raw.firstIndex(of: UInt8(ascii: "<")) ?? raw.count
    let close = raw.firstIndex(of: UInt8(ascii: ">"), from: open) ?? raw.count
    name = ByteString(raw.bytes[..<open]).trimmed
    email = ByteString(raw.bytes[min(open + 1, close)..<close]).trimmed
    // The date follows the last `>`: some e-mail parts hold one themselves.
    let last = raw.bytes.lastIndex(of: UInt8(ascii: ">")) ?? raw.count
    let words = ByteString(raw.bytes[min(last + 1, raw.count)...]).split(on: UInt8(ascii: " "))
      .filter { !$0.isEmpty }
    seconds = words.first.flatMap { Int64($0.text) } ?? 0
    zoneMinutes = words.count > 1 ? Self.minutes(words[1]) : 0
  }

  private static func minutes(_ zone: ByteString) -> Int {
    guard let value = Int(zone.text), abs(value) < 10_000 else { return 0 }
    return value / 100 * 60 + value % 100
  }
}
