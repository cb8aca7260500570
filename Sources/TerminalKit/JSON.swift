package import ByteKit

/// A JSON document to be written (RFC 8259); keys keep their order.
package indirect enum JSON: Sendable {
  case object([(String, JSON)])
  case array([JSON])
  case string(String)
  case integer(Int)
  case boolean(Bool)
  case null

  /// Text from outside; what is not UTF-8 becomes U+FFFD, and nil becomes null.
  package static func bytes(_ text: ByteString?) -> JSON { text.map { .string($0.text) } ?? .null }

  /// The document, indented by two, with a newline at its end.
  package var rendered: ByteString {
    var bytes: [UInt8] = []
    write(to: &bytes, depth: 0)
    bytes.append(UInt8(ascii: "\n"))
    return ByteString(bytes)
  }

  private func write(to bytes: inout [UInt8], depth: Int) {
    switch self {
    case .null: bytes += "null".utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .string(let value): Self.write(value, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        Self.startLine(isFirst: index == 0, depth: depth + 1, in: &bytes)
        element.write(to: &bytes, depth: depth + 1)
      }
      if !elements.isEmpty { Self.startLine(isFirst: true, depth: depth, in: &bytes) }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        Self.startLine(isFirst: index == 0, depth: depth + 1, in: &bytes)
        Self.write(member.0, to: &bytes)
        bytes += ": ".utf8
        member.1.write(to: &bytes, depth: depth + 1)
      }
      if !members.isEmpty { Self.startLine(isFirst: true, depth: depth, in: &bytes) }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func startLine(isFirst: Bool, depth: Int, in bytes: inout [UInt8]) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth * 2 { bytes.append(UInt8(ascii: " ")) }
  }

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    var string = string
    // Nearly all strings are plain: those go over as they are.
    let isPlain = string.withUTF8 { text in
      let isPlain = text.allSatisfy { $0 >= 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x5c }
      if isPlain { bytes += text }
      return isPlain
    }
    if isPlain { return }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": bytes += "\\\"".utf8
      case "\\": bytes += "\\\\".utf8
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      // More than JSON asks for: a document may be looked at in a terminal.
      case _ where scalar.isHarmful:
        let digits = String(scalar.value, radix: 16)
        bytes += "\\u".utf8
        bytes += String(repeating: "0", count: 4 - digits.count).utf8
        bytes += digits.utf8
      default: bytes += String(scalar).utf8
      }
    }
  }
}
