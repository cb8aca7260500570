package import ByteKit

/// What `git commit` makes of an edited message (git-commit, `--cleanup`).
package struct MessageCleanup: Sendable {
  package enum Mode: Sendable {
    /// Comments go, and blanks that mean nothing.
    case strip
    case whitespace
    case verbatim
    /// As `whitespace`, but everything below the scissors line goes.
    case scissors
  }

  package var mode: Mode
  /// Whether a diff below a scissors line goes in any mode (`-v`, `commit.verbose`).
  package var isVerbose: Bool
  package var commentMark: ByteString

  package init(mode: Mode, isVerbose: Bool = false, commentMark: ByteString = "#") {
    self.mode = mode
    self.isVerbose = isVerbose
    self.commentMark = commentMark
  }

  /// The mode that `name` stands for, the default if nil; scissors only work with an editor.
  package static func mode(named name: ByteString?, opensEditor: Bool) -> Mode {
    switch name {
    case "verbatim": .verbatim
    case "whitespace": .whitespace
    case "strip": .strip
    case "scissors": opensEditor ? .scissors : .whitespace
    default: opensEditor ? .strip : .whitespace
    }
  }

  package func clean(_ message: ByteString) -> ByteString {
    var text = message
    if isVerbose || mode == .scissors { text = aboveScissors(text) }
    guard mode != .verbatim else { return text }
    var lines: [ByteString] = []
    var blanks = 0
    for line in text.lines {
      if mode == .strip, line.hasPrefix(commentMark) { continue }
      let kept = line.withoutTrailingBlanks
      if kept.isEmpty {
        blanks += 1
      } else {
        if blanks > 0, !lines.isEmpty { lines.append("") }
        blanks = 0
        lines.append(kept)
      }
    }
    return lines.map { $0 + "\n" }.joined(separator: "")
  }

  private func aboveScissors(_ text: ByteString) -> ByteString {
    let line = commentMark + " ------------------------ >8 ------------------------\n"
    if text.hasPrefix(line) { return "" }
    guard let range = text.firstRange(of: "\n" + line) else { return text }
    return ByteString(text.bytes[...range.lowerBound])
  }
}

extension ByteString {
  /// Without blanks, CR and other white space at its end.
  fileprivate var withoutTrailingBlanks: ByteString {
    let end = bytes.lastIndex { $0 != 32 && !(9...13).contains($0) }
    return end.map { ByteString(bytes[...$0]) } ?? ""
  }
}
