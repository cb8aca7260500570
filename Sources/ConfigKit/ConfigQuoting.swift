import ByteKit

/// Writes names and values so that git reads back the same bytes.
enum ConfigQuoting {
  static func header(_ section: ByteString, _ subsection: ByteString?) -> ByteString {
    guard let subsection else { return "[\(section)]" }
    var quoted: [UInt8] = []
    for byte in subsection.bytes {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        quoted.append(UInt8(ascii: "\\"))
      }
      quoted.append(byte)
    }
    return "[\(section) \"\(ByteString(quoted))\"]"
  }

  static func line(
    _ indentation: ByteString,
    _ name: ByteString,
    _ value: ByteString
  ) -> ByteString {
    "\(indentation)\(name) = \(self.value(value))"
  }

  /// Quoted only if white space or a comment sign in it would be lost.
  static func value(_ value: ByteString) -> ByteString {
    let blank = UInt8(ascii: " ")
    let needsQuotes =
      value.bytes.first == blank || value.bytes.last == blank
      || value.bytes.contains { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "#") || $0 == 13 }
    var text: [UInt8] = []
    for byte in value.bytes {
      switch byte {
      case UInt8(ascii: "\n"): text += "\\n".utf8
      case UInt8(ascii: "\t"): text += "\\t".utf8
      case 8: text += "\\b".utf8
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      default: text.append(byte)
      }
    }
    return needsQuotes ? "\"\(ByteString(text))\"" : ByteString(text)
  }

  /// Where the value stands in the text of an entry that has one, without the blanks around it.
  static func valueExtent(in text: [UInt8]) -> Range<Int> {
    var index = (text.firstIndex(of: UInt8(ascii: "=")) ?? text.count - 1) + 1
    while index < text.count, text[index] == 32 || text[index] == 9 { index += 1 }
    let start = index
    var end = index
    var isQuoted = false
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\\"):
        // The byte after it is part of the value, a line end included.
        index += text[index...].starts(with: "\\\r\n".utf8) ? 2 : 1
        end = min(index + 1, text.count)
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        end = index + 1
      case UInt8(ascii: "\n"):
        return start..<end
      case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
        return start..<end
      case 32, 9, 13:
        if isQuoted { end = index + 1 }
      default:
        end = index + 1
      }
      index += 1
    }
    return start..<end
  }
}
