package import ByteKit

/// A link definition: `[label]: target`.
package struct LinkDefinition: Hashable, Sendable {
  package var label: ByteString
  package var target: ByteString
  /// Where `target` stands in the line's content.
  package var targetRange: Range<Int>

  /// Nil if `content` is no link definition (a footnote `[^1]:` is none).
  package init?(_ content: ByteString) {
    let bytes = content.bytes
    guard content.indentation < 4, let open = bytes.firstIndex(where: { !$0.isBlank }),
      bytes[open] == UInt8(ascii: "["),
      let close = bytes[open...].firstIndex(of: UInt8(ascii: "]")), close > open + 1,
      bytes[open + 1] != UInt8(ascii: "^"),
      close + 1 < bytes.count, bytes[close + 1] == UInt8(ascii: ":"),
      let start = bytes[(close + 2)...].firstIndex(where: { !$0.isBlank && $0 != 13 })
    else { return nil }
    let end = bytes[start...].firstIndex { $0.isBlank || $0 == 13 } ?? bytes.count
    label = ByteString(bytes[(open + 1)..<close])
    targetRange = start..<end
    target = ByteString(bytes[targetRange])
  }

  /// Labels are equal without regard to case and runs of blanks, as in Markdown.
  package static func key(_ label: ByteString) -> ByteString {
    label.lowercasedASCII.split(on: 32).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
