package import ByteKit

extension Line {
  package var isBlank: Bool { content.bytes.allSatisfy { $0.isBlank || $0 == 13 } }

  /// The columns before the first character that is no blank (a tab goes to the next multiple of 4).
  var indentation: Int { content.indentation }

  /// The content without blanks at both ends.
  var trimmed: ByteString { content.trimmed }
}

extension ByteString {
  /// The columns before the first character that is no blank (a tab goes to the next multiple of 4).
  var indentation: Int {
    var column = 0
    for byte in bytes {
      if byte == 32 {
        column += 1
      } else if byte == 9 {
        column += 4 - column % 4
      } else {
        break
      }
    }
    return column
  }
}
