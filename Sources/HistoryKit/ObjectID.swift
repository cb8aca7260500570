package import ByteKit

/// The name of an object: 20 bytes (SHA-1) or 32 (SHA-256).
package struct ObjectID: Sendable {
  private let words: (UInt64, UInt64, UInt64, UInt64)
  /// 20 or 32.
  package let byteCount: Int

  /// From 20 or 32 raw bytes; nil for any other count.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 20 || bytes.count == 32 else { return nil }
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { target in
      for (index, byte) in bytes.enumerated() { target[index] = byte }
    }
    self.words = words
    byteCount = bytes.count
  }

  /// From 40 or 64 hexadecimal digits; nil for anything else.
  package init?(hex: some Collection<UInt8>) {
    let count = hex.count
    guard count == 40 || count == 64 else { return nil }
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    let isValid = withUnsafeMutableBytes(of: &words) { target in
      var index = 0
      for byte in hex {
        guard let digit = hexValue(byte) else { return false }
        target[index >> 1] = target[index >> 1] << 4 | digit
        index += 1
      }
      return true
    }
    guard isValid else { return nil }
    self.words = words
    byteCount = count / 2
  }

  package init?(hex: ByteString) { self.init(hex: hex.bytes) }

  /// The raw bytes.
  package var bytes: [UInt8] {
    withUnsafeBytes(of: words) { Array($0.prefix(byteCount)) }
  }

  /// All digits, in lower case.
  package var hex: ByteString {
    var text: [UInt8] = []
    appendHex(to: &text)
    return ByteString(text)
  }

  /// Appends what `hex` gives, without a string of its own.
  package func appendHex(to text: inout [UInt8]) {
    withUnsafeBytes(of: words) { raw in
      for byte in raw.prefix(byteCount) {
        text.append(hexDigit(byte >> 4))
        text.append(hexDigit(byte & 15))
      }
    }
  }

  /// The first digits, for people: `core.abbrev` and uniqueness are not looked at.
  package func abbreviated(to digits: Int = 9) -> ByteString {
    ByteString(hex.bytes.prefix(digits))
  }

  /// Whether it is all zeros, as git writes "no object".
  package var isNull: Bool { words == (0, 0, 0, 0) }
}

extension ObjectID: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.words == right.words && left.byteCount == right.byteCount
  }

  package func hash(into hasher: inout Hasher) {
    // A hash's first words are as good as all of them.
    hasher.combine(words.0)
    hasher.combine(words.1)
  }
}

extension ObjectID: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension ObjectID: CustomStringConvertible {
  package var description: String { hex.text }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

private func hexValue(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
  default: nil
  }
}
