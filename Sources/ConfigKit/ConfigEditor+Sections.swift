package import ByteKit

extension ConfigEditor {
  /// A section that was taken out, with the bytes that it had.
  package struct RemovedSection: Sendable {
    package let section: ByteString
    package let subsection: ByteString?
    package let text: ByteString
  }

  /// The bytes of the sections of that name, each once for every time it occurs.
  package func sections(
    _ section: ByteString,
    where isWanted: (ByteString?) -> Bool
  ) -> [RemovedSection] {
    var copy = self
    return copy.removeSections(section, where: isWanted)
  }

  /// Removes the sections of that name whose subsection is wanted, all of them in one walk.
  ///
  /// A comment that begins its line directly before the next header belongs to that header and
  /// stays; everything else from the header to the next one goes, and is told in order.
  @discardableResult
  package mutating func removeSections(
    _ section: ByteString,
    where isWanted: (ByteString?) -> Bool
  ) -> [RemovedSection] {
    let section = section.lowercasedASCII
    var kept: [Block] = []
    kept.reserveCapacity(blocks.count)
    var removed: [RemovedSection] = []
    for block in blocks {
      guard let header = block.header, header.section == section, isWanted(header.subsection)
      else {
        kept.append(block)
        continue
      }
      let (own, others) = block.withoutTrailingComment
      var text = Array(header.text)
      for piece in own { text += piece.text }
      removed.append(
        RemovedSection(
          section: header.section,
          subsection: header.subsection,
          text: ByteString(text)
        )
      )
      if !others.isEmpty { kept.append(Block(header: nil, pieces: [Piece(text: others)])) }
    }
    blocks = kept
    return removed
  }

  /// Gives sections a new subsection (`branch.old` to `branch.new`), or another name altogether if
  /// `newSection` is given, and tells how many there were.
  @discardableResult
  package mutating func renameSections(
    _ section: ByteString,
    from old: ByteString?,
    to new: ByteString?,
    section newSection: ByteString? = nil
  ) -> Int {
    var count = 0
    for index in blocks.indices where blocks[index].isNamed(section.lowercasedASCII, old) {
      guard let header = blocks[index].header else { continue }
      let indentation = header.text.prefix { $0 == 32 || $0 == 9 }
      blocks[index].header = Header(
        section: newSection ?? header.section,
        subsection: new,
        text: (indentation + ConfigQuoting.header(newSection ?? header.section, new).bytes)[...]
      )
      count += 1
    }
    return count
  }
}

extension ConfigEditor.Block {
  /// The pieces up to the comment that stands directly before the next header, and that comment.
  var withoutTrailingComment: (own: [ConfigEditor.Piece], others: ArraySlice<UInt8>) {
    guard let last = pieces.last, last.name == nil else { return (pieces, []) }
    let text = last.text
    var start = text.endIndex
    while start > text.startIndex {
      let before = text[..<(start - 1)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      // The first line of the text may be the rest of the header's own line.
      guard let lineStart = before ?? (pieces.count > 1 ? text.startIndex : nil),
        text[lineStart] == UInt8(ascii: "#") || text[lineStart] == UInt8(ascii: ";")
      else { break }
      start = lineStart
    }
    guard start < text.endIndex else { return (pieces, []) }
    var own = Array(pieces.dropLast())
    if start > text.startIndex { own.append(ConfigEditor.Piece(text: text[..<start])) }
    return (own, text[start...])
  }
}
