package import ByteKit

extension ConfigEditor {
  /// All values of the key in this file, in order; nil stands for a name without `=`.
  package func values(of key: ConfigKey) -> [ByteString?] {
    blocks.filter { $0.isNamed(key.section, key.subsection) }
      .flatMap { block in block.pieces.filter { $0.name == key.name }.map(\.value) }
  }

  /// Gives the key one value: the last one in the file is replaced, or a line is added.
  ///
  /// The line keeps its spelling, indentation and comment; a new one is spelled as `spelling`, or
  /// in lower case.
  package mutating func set(_ key: ConfigKey, to value: ByteString, spelling: ByteString? = nil) {
    for index in blocks.indices.reversed() where blocks[index].isNamed(key.section, key.subsection)
    {
      guard let place = blocks[index].pieces.lastIndex(where: { $0.name == key.name }) else {
        continue
      }
      guard blocks[index].pieces[place].value != value else { return }
      blocks[index].pieces[place].replaceValue(with: value)
      return
    }
    add(key, value, spelling: spelling)
  }

  /// Gives the values of the key that equal `old` another one, where they stand.
  package mutating func replace(_ key: ConfigKey, _ old: ByteString, with new: ByteString) {
    for index in blocks.indices where blocks[index].isNamed(key.section, key.subsection) {
      for place in blocks[index].pieces.indices
      where blocks[index].pieces[place].name == key.name
        && blocks[index].pieces[place].value == old
      {
        blocks[index].pieces[place].replaceValue(with: new)
      }
    }
  }

  /// `name = value` as it is written into a file, without indentation and line end.
  package static func line(_ name: ByteString, _ value: ByteString) -> ByteString {
    ConfigQuoting.line("", name, value)
  }

  /// Adds a value, behind the last entry of the last section of that name, or in a new section.
  package mutating func add(_ key: ConfigKey, _ value: ByteString, spelling: ByteString? = nil) {
    let name = spelling ?? key.name
    guard let index = blocks.lastIndex(where: { $0.isNamed(key.section, key.subsection) }) else {
      append(key.section, key.subsection, [(name, value)])
      return
    }
    blocks[index].insert(key.name, spelledAs: name, value, lineEnd)
  }

  /// Removes the wanted values of the key, and a section that this leaves with nothing in it; tells
  /// how many values went.
  @discardableResult
  package mutating func unset(
    _ key: ConfigKey,
    where isWanted: (ByteString?) -> Bool = { _ in true }
  ) -> Int {
    var count = 0
    for index in blocks.indices where blocks[index].isNamed(key.section, key.subsection) {
      let before = blocks[index].pieces.count
      var removed = 0
      blocks[index].pieces = blocks[index].pieces.compactMap { piece in
        guard piece.name == key.name, isWanted(piece.value) else { return piece }
        removed += 1
        return piece.afterRemoval
      }
      count += removed
      if removed > 0, before > 0, blocks[index].isBlank { blocks[index] = Block() }
    }
    return count
  }

  /// Adds a section with these values at the end of the file.
  package mutating func append(
    _ section: ByteString,
    _ subsection: ByteString?,
    _ values: [(name: ByteString, value: ByteString)]
  ) {
    var text: [UInt8] = ConfigQuoting.header(section, subsection).bytes + lineEnd
    for (name, value) in values {
      text += ConfigQuoting.line("\t", name, value).bytes + lineEnd
    }
    append(text: ByteString(text))
  }

  /// Adds the line ends that must stand before another line can follow the last one.
  private mutating func endLastLine() {
    for index in blocks.indices.reversed() {
      if let place = blocks[index].pieces.lastIndex(where: { !$0.text.isEmpty }) {
        blocks[index].pieces[place].endLine(with: lineEnd)
        return
      }
      if blocks[index].header != nil {
        blocks[index].pieces.append(Piece(text: lineEnd[...]))
        return
      }
    }
  }

  /// Adds raw lines at the end, such as the text of a section that was removed before.
  package mutating func append(text: ByteString) {
    endLastLine()
    guard let added = try? ConfigEditor(text) else {
      blocks[blocks.count - 1].pieces.append(Piece(text: text.bytes[...]))
      return
    }
    blocks += added.blocks
  }
}

extension ConfigEditor.Block {
  func isNamed(_ section: ByteString, _ subsection: ByteString?) -> Bool {
    guard let header else { return false }
    return header.section == section && header.subsection == subsection
  }

  /// Whether nothing but white space follows the header.
  var isBlank: Bool { pieces.allSatisfy { $0.text.allSatisfy(\.isSpace) } }

  /// Adds an entry behind the last one, indented like it.
  mutating func insert(
    _ name: ByteString,
    spelledAs spelling: ByteString,
    _ value: ByteString,
    _ lineEnd: [UInt8]
  ) {
    let last = pieces.lastIndex { $0.name != nil }
    let indentation =
      last.flatMap { pieces[$0].indentation } ?? [UInt8(ascii: "\t")]
    let line = ConfigQuoting.line(ByteString(indentation), spelling, value).bytes + lineEnd
    var place = (last ?? -1) + 1
    if let last { pieces[last].endLine(with: lineEnd) }
    var needsLineEnd = last == nil
    if last == nil, let rest = pieces.first?.text,
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
    {
      // What ends the header's line stays on it.
      pieces.replaceSubrange(
        0..<1,
        with: [
          ConfigEditor.Piece(text: rest[...end]), ConfigEditor.Piece(text: rest[(end + 1)...]),
        ]
      )
      place = 1
      needsLineEnd = false
    } else if last == nil, !pieces.isEmpty {
      place = 1
    }
    if needsLineEnd {
      pieces.insert(ConfigEditor.Piece(text: lineEnd[...]), at: place)
      place += 1
    }
    pieces.insert(
      ConfigEditor.Piece(text: line[...], name: name, value: value, ownsLine: true),
      at: place
    )
  }
}

extension ConfigEditor.Piece {
  /// The blanks that begin its line; nil if it shares the line with a header.
  fileprivate var indentation: [UInt8]? {
    ownsLine ? Array(text.prefix { $0 == 32 || $0 == 9 }) : nil
  }

  /// What stays of an entry's line: its end, if a header stands before it on the same line.
  fileprivate var afterRemoval: Self? {
    ownsLine ? nil : Self(text: Array("\n".utf8)[...])
  }

  /// Adds the line ends that it lacks before another line can follow.
  fileprivate mutating func endLine(with lineEnd: [UInt8]) {
    guard missingLineEnds > 0 else { return }
    var ended = Array(text)
    for _ in 0..<missingLineEnds { ended += lineEnd }
    text = ended[...]
    knownMissingLineEnds = 0
  }

  mutating func replaceValue(with newValue: ByteString) {
    let quoted = ConfigQuoting.value(newValue).bytes
    let bytes = Array(text)
    var result: [UInt8]
    if value == nil {
      let nameStart = bytes.firstIndex { $0 != 32 && $0 != 9 } ?? 0
      let nameEnd = nameStart + (name?.count ?? 0)
      result = bytes[..<nameEnd] + Array(" = ".utf8) + quoted
      result += bytes[nameEnd...]
    } else {
      let extent = ConfigQuoting.valueExtent(in: bytes)
      let needsBlank = extent.lowerBound == extent.upperBound && bytes[extent.lowerBound - 1] == 61
      result = bytes[..<extent.lowerBound] + (needsBlank ? [32] : []) + quoted
      result += bytes[extent.upperBound...]
    }
    text = result[...]
    value = newValue
    knownMissingLineEnds = nil
  }
}
