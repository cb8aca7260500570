package import ByteKit
import FileKit

/// Changes one configuration file and keeps every byte that the change does not concern: comments,
/// order, indentation, line endings, spelling.
///
/// Every edit is linear in the file's size at worst, and removing any number of sections takes one
/// walk. Includes are not followed: what an included file says is not in this file.
package struct ConfigEditor: Sendable {
  /// A header and what follows it; the first block has no header.
  struct Block: Sendable {
    var header: Header?
    var pieces: [Piece] = []
  }

  struct Header: Sendable {
    let section: ByteString
    let subsection: ByteString?
    /// With the blanks before it on its line.
    let text: ArraySlice<UInt8>
  }

  /// An entry with its indentation and line end, or what stands between entries.
  struct Piece: Sendable {
    var text: ArraySlice<UInt8>
    var name: ByteString?
    var value: ByteString?
    /// Whether nothing else stands on the line before it.
    var ownsLine = false
    /// For an entry that ends the file; else the text tells.
    var knownMissingLineEnds: Int?

    /// How many line ends must stand before another line can follow.
    var missingLineEnds: Int {
      knownMissingLineEnds ?? (text.last == UInt8(ascii: "\n") ? 0 : 1)
    }
  }

  var blocks: [Block] = [Block()]
  /// `\n`, or `\r\n` if that is how the first line ends.
  let lineEnd: [UInt8]

  /// A file with nothing in it, whose lines will end with `lineEnd`.
  package init(empty lineEnd: ByteString) { self.lineEnd = lineEnd.bytes }

  /// Takes the file apart; a line that git could not read either is an error that names `file`.
  package init(_ content: ByteString, file: ByteString = "") throws(ConfigError) {
    let bytes = content.bytes
    let firstEnd = bytes.firstIndex(of: UInt8(ascii: "\n"))
    let hasReturn = firstEnd.map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") } ?? false
    lineEnd = hasReturn ? Array("\r\n".utf8) : Array("\n".utf8)
    var parser = ConfigParser(content)
    var done = 0
    do throws(ConfigParser.SyntaxError) {
      while let piece = try parser.next() {
        switch piece {
        case .header(let header):
          let start = Self.lineStart(before: header.range.lowerBound, in: bytes, from: done)
          keep(bytes[done..<start])
          blocks.append(
            Block(
              header: Header(
                section: header.section,
                subsection: header.subsection,
                text: bytes[start..<header.range.upperBound]
              )
            )
          )
          done = header.range.upperBound
        case .item(let item):
          let start = Self.lineStart(before: item.range.lowerBound, in: bytes, from: done)
          keep(bytes[done..<start])
          blocks[blocks.count - 1].pieces.append(
            Piece(
              text: bytes[start..<item.range.upperBound],
              name: item.name,
              value: item.value,
              ownsLine: start == 0 || bytes[start - 1] == UInt8(ascii: "\n"),
              knownMissingLineEnds: item.missingLineEnds
            )
          )
          done = item.range.upperBound
        }
      }
    } catch {
      throw ConfigError(
        .syntax,
        "bad config line \(error.line) in file \(file.text)",
        file: file,
        line: error.line
      )
    }
    keep(bytes[done...])
  }

  /// The file as it is now.
  package var content: ByteString {
    var bytes: [UInt8] = []
    for block in blocks {
      if let header = block.header { bytes += header.text }
      for piece in block.pieces { bytes += piece.text }
    }
    return ByteString(bytes)
  }

  /// Replaces the first line of the file if it is exactly `old`.
  package mutating func replaceFirstLine(_ old: ByteString, with new: ByteString) {
    guard let first = blocks[0].pieces.first, first.name == nil,
      ByteString(first.text).lines.first == old
    else { return }
    blocks[0].pieces[0].text = (new.bytes + first.text.dropFirst(old.count))[...]
  }

  /// Adds text between entries to the last block.
  private mutating func keep(_ text: ArraySlice<UInt8>) {
    guard !text.isEmpty else { return }
    blocks[blocks.count - 1].pieces.append(Piece(text: text))
  }

  /// Where the blanks before `position` begin, if nothing but they stands before it on its line.
  private static func lineStart(before position: Int, in bytes: [UInt8], from limit: Int) -> Int {
    var start = position
    while start > limit, bytes[start - 1] == 32 || bytes[start - 1] == 9 { start -= 1 }
    return start == 0 || bytes[start - 1] == UInt8(ascii: "\n") ? start : position
  }

  /// Edits the file at `path` under git's own lock, and tells whether it changed.
  ///
  /// A symbolic link is followed and stays, the file's mode is kept, a missing file is made, and
  /// nothing is written if nothing changed.
  package static func apply(
    to path: ByteString,
    timeout: Duration = .zero,
    _ edit: (inout ConfigEditor) throws -> Void
  ) throws -> Bool {
    let lock = try LockFile(locking: path, timeout: timeout)
    let before = try FileSystem.readIfPresent(lock.path) ?? ByteString()
    var editor = try ConfigEditor(before, file: path)
    try edit(&editor)
    let after = editor.content
    guard after != before else { return false }
    try lock.write(after)
    try lock.commit()
    return true
  }
}
