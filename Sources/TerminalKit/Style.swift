package import ByteKit

/// Paints text, or leaves it alone where colour is not wanted.
package struct Style: Sendable {
  package var isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  package static let plain = Style(isColored: false)

  /// An attribute with its SGR number (ECMA-48, as in git's color.h).
  package enum Attribute: Int, Sendable {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case magenta = 35
    case cyan = 36
  }

  /// `text` in the given attributes; empty text stays empty.
  package func paint(_ text: ByteString, _ attributes: Attribute...) -> ByteString {
    guard isColored, !text.isEmpty, !attributes.isEmpty else { return text }
    let codes = attributes.map { String($0.rawValue) }.joined(separator: ";")
    return "\u{1b}[\(codes)m\(text)\u{1b}[m"
  }
}
