/// How many columns text takes in a terminal, as wcwidth(3) counts but independent of the locale.
package enum Width {
  package static func columns(of text: String) -> Int {
    let bytes = text.utf8
    // Plain ASCII, as most paths and addresses are: no need to find characters.
    if bytes.allSatisfy({ $0 >= 32 && $0 < 127 }) { return bytes.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Columns of one grapheme cluster: emoji sequences are two, whatever they are joined of.
  static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return columns(of: first) }
    let isEmoji =
      first.properties.isEmoji
      && scalars.contains { $0 == "\u{FE0F}" || $0 == "\u{200D}" || $0.properties.isEmojiModifier }
    let isFlag = scalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
    return isEmoji || isFlag ? 2 : scalars.reduce(0) { $0 + columns(of: $1) }
  }

  static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return scalar.value >= 32 && scalar.value < 127 ? 1 : 0 }
    // Vowels and final consonants of Hangul written in pieces stand on the first one.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control: return 0
    // The soft hyphen is shown.
    case .format: return scalar.value == 0xAD ? 1 : 0
    default: return isWide(scalar.value) ? 2 : 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    // Binary search for the last range that begins at or before `value`.
    var low = 0
    var high = wideRanges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[2 * middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low > 0 && value <= wideRanges[2 * low - 1]
  }
}
