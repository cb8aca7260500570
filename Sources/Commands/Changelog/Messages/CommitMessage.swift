package import ByteKit

/// A commit message cut into subject and paragraphs; what its parts mean is read on demand.
package struct CommitMessage: Sendable {
  /// The first paragraph's lines.
  let titleLines: [ArraySlice<UInt8>]
  /// The lines after the first paragraph, blank ones included, without CR and LF.
  let bodyLines: [ArraySlice<UInt8>]

  /// Cuts `message` (UTF-8, as git stores it: no comments) at its lines; CRLF counts as LF.
  package init(parsing message: ByteString) {
    var lines = message.bytes.split(
      separator: UInt8(ascii: "\n"),
      omittingEmptySubsequences: false
    )
    for index in lines.indices where lines[index].last == UInt8(ascii: "\r") {
      lines[index].removeLast()
    }
    let start = lines.firstIndex { !$0.isBlankLine } ?? lines.endIndex
    let end = lines[start...].firstIndex { $0.isBlankLine } ?? lines.endIndex
    titleLines = Array(lines[start..<end])
    bodyLines = Array(lines[end...])
  }

  /// The first paragraph on one line: git's `%s`.
  package var subject: ByteString { Self.folded(titleLines) }

  /// The subject without a breaking footer that was written under it with no blank line between.
  var title: ByteString {
    guard let footer = titleLines.dropFirst().firstIndex(where: { Footer.isBreaking($0) }) else {
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
