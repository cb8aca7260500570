package import ByteKit

extension ByteString {
  /// For a terminal: control characters and those that turn the direction of writing made visible,
  /// line feed and tab kept, what is not UTF-8 as U+FFFD.
  package var harmless: ByteString { ByteString(text.visible { $0 == "\n" || $0 == "\t" }) }

  /// As `harmless`, for a name inside a line: line feed and tab made visible too.
  package var harmlessLine: ByteString {
    isPlainASCII ? self : ByteString(text.visible { _ in false })
  }

  /// Whether nothing in it needs a look at its characters.
  private var isPlainASCII: Bool { bytes.allSatisfy { $0 >= 32 && $0 < 127 } }

  /// In double quotes with C's escapes if git would quote it (`core.quotePath` in git-config(1), at its
  /// default), else as it is.
  package var cQuoted: ByteString {
    guard bytes.contains(where: { $0 < 32 || $0 >= 127 || $0 == 34 || $0 == 92 }) else {
      return self
    }
    let letters: [UInt8: String] = [
      7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: "\"", 92: "\\",
    ]
    var quoted: [UInt8] = [34]
    for byte in bytes {
      if let letter = letters[byte] {
        quoted += "\\\(letter)".utf8
      } else if byte < 32 || byte >= 127 {
        let octal = String(byte, radix: 8)
        quoted += "\\\(String(repeating: "0", count: 3 - octal.count))\(octal)".utf8
      } else {
        quoted.append(byte)
      }
    }
    return ByteString(quoted + [34])
  }
}

extension String {
  fileprivate func visible(keeping isKept: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: { $0.isHarmful && !isKept($0) }) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if !scalar.isHarmful || isKept(scalar) {
        result.append(scalar)
      } else if scalar.isASCII {
        // Caret notation: ^[ for ESC, ^? for DEL.
        result += "^".unicodeScalars
        result.append(Unicode.Scalar(UInt8(scalar.value) ^ 64))
      } else {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result +=
          "<U+\(String(repeating: "0", count: max(4 - digits.count, 0)))\(digits)>".unicodeScalars
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Changes what a terminal shows around it: C0, DEL, C1, bidirectional controls (UAX 9), line and
  /// paragraph separator.
  var isHarmful: Bool {
    switch value {
    case 0..<32, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
