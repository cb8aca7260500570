package import ByteKit

/// A footer of Conventional Commits 1.0.0: `token: value` or `token #value`.
///
/// Unlike a git trailer its value may go on over lines and blank lines until the next footer.
package struct Footer: Hashable, Sendable {
  package let token: ByteString
  /// The value on one line, runs of white space made one space; `#` kept for ` #`.
  package let value: ByteString
  let separator: Separator

  enum Separator: Hashable { case colon, hash }

  /// `BREAKING CHANGE` and its synonym; upper case only, and never before ` #`.
  package var isBreaking: Bool {
    separator == .colon && (token == "BREAKING CHANGE" || token == "BREAKING-CHANGE")
  }

  /// The token and the rest of a line that begins a footer.
  static func head(
    of line: ArraySlice<UInt8>
  ) -> (token: ArraySlice<UInt8>, separator: Separator, value: ArraySlice<UInt8>)? {
    let end: Int
    if line.hasPrefix("BREAKING CHANGE") {
      end = line.startIndex + 15
    } else {
      guard let first = line.first, first.isASCIILetter else { return nil }
      end =
        line.firstIndex { !$0.isASCIILetterOrDigit && $0 != UInt8(ascii: "-") } ?? line.endIndex
    }
    let rest = line[end...]
    if rest.hasPrefix(": ") { return (line[..<end], .colon, rest.dropFirst(2)) }
    // `BREAKING CHANGE:` alone on its line: the text follows below (Angular's habit).
    if rest.trimmedSlice.elementsEqual([UInt8(ascii: ":")]), rest.hasPrefix(":") {
      return (line[..<end], .colon, rest[rest.endIndex...])
    }
    if rest.hasPrefix(" #") { return (line[..<end], .hash, rest.dropFirst(1)) }
    return nil
  }

  static func isBreaking(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "B"), let head = head(of: line) else { return false }
    return Footer(token: ByteString(head.token), value: "", separator: head.separator).isBreaking
  }
}

extension CommitMessage {
  /// The footers of the message.
  ///
  /// A paragraph of the text may look like one (`Note: this goes on`), so they are sought only in
  /// the last run of paragraphs that each begin with a footer, and from the first breaking footer
  /// that begins a paragraph (or was written right under the subject).
  package var footers: [Footer] {
    var footers: [Footer] = []
    var lines: [ArraySlice<UInt8>] = []
    func close() {
      guard let first = lines.first, let head = Footer.head(of: first) else { return }
      var value = Self.words(head.value)
      for line in lines.dropFirst() {
        let words = Self.words(line)
        if !words.isEmpty, !value.isEmpty { value.append(UInt8(ascii: " ")) }
        value += words
      }
      footers.append(
        Footer(
          token: ByteString(head.token),
          value: ByteString(value),
          separator: head.separator
        )
      )
      lines = []
    }
    var isAfterBlank = false
    for line in footerLines {
      if Footer.head(of: line) != nil {
        close()
        lines = [line]
      } else if Self.isSeparator(line) || (isAfterBlank && Self.isSquashedSubject(line)) {
        close()
      } else if !lines.isEmpty {
        lines.append(line)
      }
      isAfterBlank = line.isBlankLine
    }
    close()
    return footers
  }

  /// The text of the breaking footers, or nil if there is none.
  package var breakingText: ByteString? {
    guard titleLines.count > 1 || hints.contains(.breaking) else { return nil }
    let breaking = footers.filter(\.isBreaking)
    guard !breaking.isEmpty else { return nil }
    return breaking.map(\.value).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private var footerLines: [ArraySlice<UInt8>] {
    let underSubject =
      titleLines.dropFirst().firstIndex { Footer.isBreaking($0) }.map { titleLines[$0...] } ?? []
    let bodyLines = bodyLines
    guard underSubject.isEmpty else { return underSubject + bodyLines }
    let paragraphs = self.paragraphs
    var start: Int?
    for paragraph in paragraphs.reversed() {
      guard let first = paragraph.first, Footer.head(of: first) != nil else { break }
      start = paragraph.startIndex
    }
    for paragraph in paragraphs {
      if let first = paragraph.first, Footer.isBreaking(first) {
        start = min(start ?? .max, paragraph.startIndex)
        break
      }
    }
    return start.map { Array(bodyLines[$0...]) } ?? []
  }

  /// `* feat: one`: the line with which GitHub begins each squashed commit's message.
  static func isSquashedSubject(_ line: ArraySlice<UInt8>) -> Bool {
    line.hasPrefix("* ") && ConventionalHeader(parsing: ByteString(line.dropFirst(2))) != nil
  }

  private static func words(_ line: ArraySlice<UInt8>) -> [UInt8] {
    Array(line.split { $0.isWhiteSpace }.joined(separator: [UInt8(ascii: " ")]))
  }
}
