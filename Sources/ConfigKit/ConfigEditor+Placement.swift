package import ByteKit

/// Edits that care where a section stands: in configuration what comes later wins.
extension ConfigEditor {
  /// A section as it stands in the file.
  package struct SectionPlace: Sendable {
    /// Counts all sections of the file, also those of one name.
    package let index: Int
    /// Lower case.
    package let section: ByteString
    package let subsection: ByteString?
    /// The names and values in it.
    package let values: [(name: ByteString, value: ByteString?)]
  }

  /// All sections in order.
  package var sectionPlaces: [SectionPlace] {
    blocks.indices.compactMap { index in
      guard let header = blocks[index].header else { return nil }
      return SectionPlace(
        index: index,
        section: header.section,
        subsection: header.subsection,
        values: blocks[index].pieces.compactMap { piece in piece.name.map { ($0, piece.value) } }
      )
    }
  }

  /// Adds a section with these values before the one at `index`, or at the end of the file if nil.
  ///
  /// A comment that stands directly before a header stays with it.
  package mutating func insert(
    _ section: ByteString,
    _ subsection: ByteString?,
    _ values: [(name: ByteString, value: ByteString)],
    before index: Int?
  ) {
    guard let index, index > 0, index < blocks.count else {
      append(section, subsection, values)
      return
    }
    var added = ConfigEditor(empty: ByteString(lineEnd))
    added.append(section, subsection, values)
    let (own, comment) = blocks[index - 1].withoutTrailingComment
    blocks[index - 1].pieces = own
    var inserted = added.blocks.filter { $0.header != nil }
    if !comment.isEmpty { inserted.append(Block(header: nil, pieces: [Piece(text: comment)])) }
    blocks.insert(contentsOf: inserted, at: index)
  }
}
