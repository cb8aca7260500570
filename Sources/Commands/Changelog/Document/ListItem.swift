package import ByteKit

/// The beginning of a list item: `  - `, `* `, `3. `.
package struct ListItem: Hashable, Sendable {
  /// Everything before the text: indentation, marker, blanks.
  package var prefix: ByteString
  /// The column of the marker.
  package var indentation: Int
  /// The column that the item's other lines are indented to.
  package var contentColumn: Int
  /// The number of an ordered item.
  package var number: Int?

  /// Nil if `content` begins no list item (a thematic break such as `* * *` is none).
  package init?(_ content: ByteString) {
    let bytes = content.bytes
    guard var index = bytes.firstIndex(where: { !$0.isBlank }) else { return nil }
    let start = index
    var number: Int?
    switch bytes[index] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      index += 1
    case let digit where digit.isASCIIDigit:
      let digits = bytes[index...].prefix(while: \.isASCIIDigit)
      guard digits.count < 10, digits.endIndex < bytes.count,
        bytes[digits.endIndex] == UInt8(ascii: ".") || bytes[digits.endIndex] == UInt8(ascii: ")")
      else { return nil }
      number = Int(ByteString(digits).text)
      index = digits.endIndex + 1
    default:
      return nil
    }
    guard index == bytes.count || bytes[index].isBlank || bytes[index] == 13 else { return nil }
    guard !content.isThematicBreak else { return nil }
    let markerEnd = index
    while index < bytes.count, bytes[index].isBlank { index += 1 }
    let hasText = index < bytes.count && bytes[index] != 13
    if !hasText { index = min(markerEnd + 1, bytes.count) }
    self.number = number
    indentation = content.indentation
    prefix = ByteString(bytes[..<index])
    let markerColumn = indentation + markerEnd - start
    let textColumn = ByteString(bytes[..<index].map { $0 == 9 ? 9 : 32 }).indentation
    contentColumn =
      hasText && textColumn - markerColumn <= 4
      ? max(textColumn, markerColumn + 1) : markerColumn + 1
  }
}

extension ByteString {
  /// Three or more `-`, `*` or `_` and nothing else but blanks.
  var isThematicBreak: Bool {
    let marks = bytes.filter { !$0.isBlank && $0 != 13 }
    guard let first = marks.first, marks.count >= 3 else { return false }
    return (first == UInt8(ascii: "-") || first == UInt8(ascii: "*") || first == UInt8(ascii: "_"))
      && marks.allSatisfy { $0 == first }
  }
}
