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
    var text = ""
    write(to: &text, indent: "")
    return ByteString(text + "\n")
  }

  private func write(to text: inout String, indent: String) {
    let inner = indent + "  "
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .string(let value): Self.write(value, to: &text)
    case .array(let elements):
      guard !elements.isEmpty else {
        text += "[]"
        return
      }
      for (index, element) in elements.enumerated() {
        text += index == 0 ? "[\n\(inner)" : ",\n\(inner)"
        element.write(to: &text, indent: inner)
      }
      text += "\n\(indent)]"
    case .object(let members):
      guard !members.isEmpty else {
        text += "{}"
        return
      }
      for (index, member) in members.enumerated() {
        text += index == 0 ? "{\n\(inner)" : ",\n\(inner)"
        Self.write(member.0, to: &text)
        text += ": "
        member.1.write(to: &text, indent: inner)
      }
      text += "\n\(indent)}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // More than JSON asks for: a document may be looked at in a terminal.
      case _ where scalar.isHarmful:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
