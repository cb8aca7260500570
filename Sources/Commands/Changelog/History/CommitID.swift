import ByteKit

/// A full object name in its binary form: a hundred thousand of them cost no allocation.
struct CommitID: Hashable, Sendable {
  /// The digits from the front, 16 in each word; SHA-256 needs all four.
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private var digits: UInt8 = 0

  /// Nil for anything but 40 or 64 hexadecimal digits in lower case.
  init?(hex: ArraySlice<UInt8>) {
    guard hex.count == 40 || hex.count == 64 else { return nil }
    digits = UInt8(hex.count)
    for (place, byte) in hex.enumerated() {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      let shifted = UInt64(value) << UInt64(60 - 4 * (place % 16))
      switch place / 16 {
      case 0: words.0 |= shifted
      case 1: words.1 |= shifted
      case 2: words.2 |= shifted
      default: words.3 |= shifted
      }
    }
  }

  var hex: ByteString {
    let alphabet = Array("0123456789abcdef".utf8)
    return ByteString(
      (0..<Int(digits)).map { place in
        let word = [words.0, words.1, words.2, words.3][place / 16]
        return alphabet[Int((word >> UInt64(60 - 4 * (place % 16))) & 15)]
      }
    )
  }

  static func == (left: Self, right: Self) -> Bool {
    left.words == right.words && left.digits == right.digits
  }

  /// Object names are evenly spread: their beginning is hash enough.
  func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
