import ByteKit

extension ByteString {
  /// As the first words of a list item: what would begin a heading, quotation, list, code block,
  /// thematic break or link definition there (CommonMark, sections 4 and 5) is escaped.
  var escapingBlockStart: ByteString {
    guard let first = bytes.first, let length = markLength(first) else { return self }
    // Of an ordered item's mark only the punctuation can be escaped.
    let position = first.isASCIIDigit ? length - 1 : 0
    return ByteString(bytes[..<position] + [UInt8(ascii: "\\")] + bytes[position...])
  }

  /// The length of the mark that begins a block; nil if none does.
  private func markLength(_ first: UInt8) -> Int? {
    let run = bytes.prefix { $0 == first }.count
    func endsWord(_ length: Int) -> Bool { length == bytes.count || bytes[length].isBlank }
    switch first {
    case UInt8(ascii: ">"): return 1
    case UInt8(ascii: "#"): return run < 7 && endsWord(run) ? run : nil
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      return endsWord(1) || isThematicBreak ? 1 : nil
    case UInt8(ascii: "_"): return isThematicBreak ? 1 : nil
    case UInt8(ascii: "~"): return run > 2 ? run : nil
    case UInt8(ascii: "`"): return run > 2 && !bytes[run...].contains(first) ? run : nil
    case UInt8(ascii: "["): return isLinkDefinition ? 1 : nil
    case let digit where digit.isASCIIDigit:
      let digits = bytes.prefix(while: \.isASCIIDigit).count
      guard digits < 10, digits < bytes.count,
        bytes[digits] == UInt8(ascii: ".") || bytes[digits] == UInt8(ascii: ")"),
        endsWord(digits + 1)
      else { return nil }
      return digits + 1
    default: return nil
    }
  }

  /// `[label]: target` with nothing behind it but a title.
  private var isLinkDefinition: Bool {
    guard let end = firstRange(of: "]:") else { return false }
    let rest = ByteString(bytes[end.upperBound...]).trimmed
    guard let blank = rest.bytes.firstIndex(where: \.isBlank) else { return !rest.isEmpty }
    let title = ByteString(rest.bytes[blank...]).trimmed
    return ["\"", "'", "("].contains { title.hasPrefix(ByteString($0)) }
  }
}
