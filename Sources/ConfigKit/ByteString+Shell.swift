package import ByteKit

extension ByteString {
  /// As one word for a shell: quoted if it holds more than plain characters.
  ///
  /// Control characters are written as escapes in `$'...'`, which bash, zsh and ksh know, so that they
  /// can be seen and copied.
  package var shellQuoted: ByteString {
    if bytes.contains(where: \.isControl) { return escapedForShell }
    let plain = Set("+,-./:=@_^".utf8)
    let isPlain = bytes.allSatisfy { $0.isASCIILetterOrDigit || plain.contains($0) }
    if isPlain, !isEmpty { return self }
    return "'\(split(on: UInt8(ascii: "'")).joined(separator: "'\\''"))'"
  }

  private var escapedForShell: ByteString {
    var text = "$'"
    var result = ByteString()
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\t"): text += "\\t"
      case UInt8(ascii: "\n"): text += "\\n"
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): text += "\\\(Character(Unicode.Scalar(byte)))"
      case 0..<32, 127:
        let octal = String(byte, radix: 8)
        text += "\\\(String(repeating: "0", count: 3 - octal.count))\(octal)"
      default:
        result += ByteString(text)
        result.bytes.append(byte)
        text = ""
      }
    }
    return result + ByteString(text + "'")
  }
}
