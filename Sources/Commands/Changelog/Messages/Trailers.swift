package import ByteKit

/// A git trailer, `token: value`, its continuation lines folded into the value.
package struct Trailer: Hashable, Sendable {
  package let token: ByteString
  package let value: ByteString
}

extension CommitMessage {
  /// The trailers of every paragraph after the subject.
  ///
  /// git reads the last paragraph only, and loses what stands above the dashed line and the
  /// `Co-authored-by:` that GitHub appends to a squashed message. A paragraph counts by git's rule
  /// (`git help interpret-trailers`): all its lines are trailers, or one of them is git's own and
  /// at least a quarter are trailers. All after a line of three dashes is no message.
  package var trailers: [Trailer] {
    let bodyLines = bodyLines
    let divider =
      bodyLines.firstIndex { line in
        line.hasPrefix("---") && line.dropFirst(3).first?.isWhiteSpace ?? (line.count == 3)
      } ?? bodyLines.endIndex
    return bodyLines[..<divider].split { $0.isBlankLine || Self.isSeparator($0) }
      .flatMap(Self.trailers(ofParagraph:))
  }

  private static func trailers(ofParagraph lines: ArraySlice<ArraySlice<UInt8>>) -> [Trailer] {
    var trailers: [Trailer] = []
    var trailerLines = 0
    var otherLines = 0
    var hasGitsOwn = false
    // Which kind the indented lines that follow go on.
    var continuesTrailer: Bool?
    for line in lines where line.first != UInt8(ascii: "#") {
      if line.hasPrefix("(cherry picked from commit ") {
        hasGitsOwn = true
        trailerLines += 1
        continuesTrailer = nil
      } else if let trailer = trailer(of: line) {
        if line.hasPrefix("Signed-off-by: ") { hasGitsOwn = true }
        trailerLines += 1
        trailers.append(trailer)
        continuesTrailer = true
      } else if line.first?.isWhiteSpace == true, trailerLines > 0, continuesTrailer != false {
        if continuesTrailer == true, let last = trailers.popLast() {
          trailers.append(
            Trailer(
              token: last.token,
              value: (last.value + " " + ByteString(line.trimmedSlice)).trimmed
            )
          )
        }
      } else {
        otherLines += 1
        continuesTrailer = false
      }
    }
    let isBlock = otherLines == 0 || (hasGitsOwn && trailerLines * 3 >= otherLines)
    return isBlock ? trailers : []
  }

  private static func trailer(of line: ArraySlice<UInt8>) -> Trailer? {
    let end =
      line.firstIndex { !$0.isASCIILetterOrDigit && $0 != UInt8(ascii: "-") } ?? line.endIndex
    guard end > line.startIndex else { return nil }
    let rest = line[end...].drop { $0.isBlank }
    guard rest.first == UInt8(ascii: ":") else { return nil }
    return Trailer(
      token: ByteString(line[..<end]),
      value: ByteString(rest.dropFirst().trimmedSlice)
    )
  }
}
