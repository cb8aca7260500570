package import ByteKit

/// A heading line of a Markdown file, and how it is written.
package struct Heading: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    /// `## title`, perhaps with closing `##`.
    case numberSigns
    /// A line underlined with `===` or `---`.
    case underlined
    /// A paragraph that is one bold text, or one bare version: no heading in Markdown, but used as one.
    case paragraph
  }

  /// 1 to 6; a paragraph used as a heading stands below them.
  package var level: Int
  package var form: Form
  /// What is between the decoration of its form.
  package var title: ByteString
  /// Where `title` stands in the line's content.
  package var titleRange: Range<Int>

  static let paragraphLevel = 7

  /// `  ## title ##`, or nil.
  ///
  /// `##1.0.0` without the space counts if a version or bracket follows,
  /// because old changelogs are full of it.
  init?(numberSigns content: ByteString) {
    let bytes = content.bytes
    var index = 0
    while index < bytes.count, index < 4, bytes[index] == 32 { index += 1 }
    let signs = bytes[index...].prefix { $0 == UInt8(ascii: "#") }
    guard (1...6).contains(signs.count), index < 4 else { return nil }
    var start = signs.endIndex
    if start < bytes.count, !bytes[start].isBlank {
      let next = bytes[start...]
      let afterV = next.first.map { $0 | 32 } == UInt8(ascii: "v") ? next.dropFirst() : next
      guard signs.count > 1, afterV.first?.isASCIIDigit == true || next.first == UInt8(ascii: "[")
      else { return nil }
      guard next.contains(UInt8(ascii: ".")) || next.first == UInt8(ascii: "[") else { return nil }
    }
    while start < bytes.count, bytes[start].isBlank { start += 1 }
    var end = bytes.count
    while end > start, bytes[end - 1].isBlank || bytes[end - 1] == 13 { end -= 1 }
    var closing = end
    while closing > start, bytes[closing - 1] == UInt8(ascii: "#") { closing -= 1 }
    if closing < end, closing == start || bytes[closing - 1].isBlank {
      end = closing
      while end > start, bytes[end - 1].isBlank { end -= 1 }
    }
    level = signs.count
    form = .numberSigns
    titleRange = start..<end
    title = ByteString(bytes[titleRange])
  }

  /// A line of text that an underline of `level` 1 (`=`) or 2 (`-`) makes a heading, or that is used as one.
  init(text content: ByteString, form: Form, level: Int) {
    let bytes = content.bytes
    let start = bytes.firstIndex { !$0.isBlank } ?? 0
    let end = (bytes.lastIndex { !$0.isBlank && $0 != 13 } ?? -1) + 1
    self.level = level
    self.form = form
    titleRange = start..<max(start, end)
    title = ByteString(bytes[titleRange])
  }

  /// The line's `content` with another title.
  func content(_ content: ByteString, retitled title: ByteString) -> ByteString {
    ByteString(content.bytes[..<titleRange.lowerBound]) + title
      + ByteString(content.bytes[titleRange.upperBound...])
  }
}
