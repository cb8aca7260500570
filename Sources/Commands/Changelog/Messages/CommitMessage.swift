package import ByteKit

/// A commit message cut into subject and paragraphs; what its parts mean is read on demand.
package struct CommitMessage: Sendable {
  /// The first paragraph's lines.
  let titleLines: [ArraySlice<UInt8>]
  /// The first paragraph on one line: git's `%s`.
  package let subject: ByteString
  /// What follows the first paragraph.
  let body: ArraySlice<UInt8>
  /// What the body may hold: most hold nothing that the changelog asks for.
  let hints: Hints

  /// Cuts `message` (UTF-8, as git stores it: no comments) at its first paragraph; CRLF counts as LF.
  package init(parsing message: ByteString) {
    let bytes = message.bytes
    var lines: [ArraySlice<UInt8>] = []
    // A byte order mark is what some editors put before the first letter.
    var start = message.hasPrefix("\u{FEFF}") ? 3 : 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = Self.withoutCarriageReturn(bytes[start..<end])
      if line.isBlankLine {
        if !lines.isEmpty { break }
      } else {
        lines.append(line)
      }
      start = min(end + 1, bytes.count)
    }
    titleLines = lines
    subject = Self.folded(lines)
    body = bytes[start...]
    hints = Hints(body)
  }

  /// The lines after the first paragraph, blank ones included, without CR and LF.
  var bodyLines: [ArraySlice<UInt8>] {
    body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Self.withoutCarriageReturn)
  }

  private static func withoutCarriageReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// The subject without a breaking footer that was written under it with no blank line between.
  var title: ByteString {
    guard titleLines.count > 1,
      let footer = titleLines.dropFirst().firstIndex(where: { Footer.isBreaking($0) })
    else {
      return subject
    }
    return Self.folded(titleLines[..<footer])
  }

  /// git's `format_subject`: trailing white space of each line goes, one space joins them.
  private static func folded(_ lines: some Sequence<ArraySlice<UInt8>>) -> ByteString {
    var bytes: [UInt8] = []
    for line in lines {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      let last = line.lastIndex { !$0.isWhiteSpace }
      if let last { bytes += line[...last] }
    }
    return ByteString(bytes)
  }

  /// The paragraphs after the subject: runs of lines between blank ones and between the dashed
  /// lines that GitHub puts under a squashed message's text.
  var paragraphs: [ArraySlice<ArraySlice<UInt8>>] {
    bodyLines.split { $0.isBlankLine || Self.isSeparator($0) }
  }

  /// At least four dashes and nothing else. (Three end the message for git's trailers.)
  static func isSeparator(_ line: ArraySlice<UInt8>) -> Bool {
    line.count > 3 && line.trimmedSlice.allSatisfy { $0 == UInt8(ascii: "-") }
  }
}
