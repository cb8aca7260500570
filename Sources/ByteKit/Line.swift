/// One line of a file: what stands on it and what ends it, so that nothing is lost.
package struct Line: Hashable, Sendable {
  package var content: ByteString
  /// LF, CR LF, CR, or nothing at the end of a file without final newline.
  package var terminator: ByteString

  package init(_ content: ByteString, terminator: ByteString) {
    self.content = content
    self.terminator = terminator
  }

  /// Cuts `text` after each LF; a file without any LF is cut after each CR (old Mac files).
  package static func split(_ text: ArraySlice<UInt8>) -> [Line] {
    let newline: UInt8 = text.contains(10) || !text.contains(13) ? 10 : 13
    var lines: [Line] = []
    var start = text.startIndex
    while start < text.endIndex {
      guard let end = text[start...].firstIndex(of: newline) else {
        lines.append(Line(ByteString(text[start...]), terminator: ""))
        break
      }
      let hasReturn = newline == 10 && end > start && text[end - 1] == 13
      let contentEnd = hasReturn ? end - 1 : end
      lines.append(
        Line(ByteString(text[start..<contentEnd]), terminator: ByteString(text[contentEnd...end]))
      )
      start = end + 1
    }
    return lines
  }
}
