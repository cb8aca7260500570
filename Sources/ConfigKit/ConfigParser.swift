package import ByteKit

/// Reads the bytes of one configuration file, piece by piece, exactly as git does.
///
/// One parser serves both readers: `ConfigStack` takes names and values, `ConfigEditor` the ranges.
/// It is pulled, so that an included file can be read before what follows its `path` line, as in
/// git, where an error there comes first.
/// Source: "Syntax" in git-config(1), and git's behaviour.
package struct ConfigParser: Sendable {
  /// `[name "subsection"]`.
  package struct Header: Sendable {
    /// Lower case; what stands before the first dot.
    package let section: ByteString
    /// nil without one; `[a.B]` means `a` with the subsection `b`.
    package let subsection: ByteString?
    /// From `[` through `]`.
    package let range: Range<Int>
    package let line: Int
  }

  /// `name = value`, or a name alone.
  package struct Item: Sendable {
    /// Lower case.
    package let name: ByteString
    /// nil if there is no `=`: boolean true.
    package let value: ByteString?
    /// Indices in `value` of white space other than blanks that stood unquoted inside it: git
    /// before 2.45 reads each as a blank.
    package let softSpaces: [Int]
    /// From the name's first byte through the line's end.
    package let range: Range<Int>
    /// The line of the name, from 1.
    package let line: Int
    /// The line of the entry's end: the one that git's own messages tell.
    package let endLine: Int
    /// Line ends that the file lacks before another line can follow: one if it ends without, and
    /// one more after a backslash that would continue the line.
    package let missingLineEnds: Int
  }

  package enum Piece: Sendable {
    case header(Header)
    case item(Item)
  }

  /// A line that git refuses.
  package struct SyntaxError: Error, Hashable {
    /// As git counts it.
    package let line: Int
  }

  private let bytes: [UInt8]
  private var position = 0
  /// Git's count, which goes on at the end of the file.
  private var line = 1
  private var isAtEnd = false
  private var missingLineEnds = 0
  private var hasSkippedMark = false
  private var buffer: [UInt8] = []

  package init(_ content: ByteString) {
    bytes = content.bytes
  }

  /// The next header or entry; nil at the end.
  package mutating func next() throws(SyntaxError) -> Piece? {
    if !hasSkippedMark {
      hasSkippedMark = true
      try skipByteOrderMark()
    }
    while true {
      let start = position
      let startLine = line
      let byte = nextByte()
      switch byte {
      case UInt8(ascii: "\n"):
        if isAtEnd { return nil }
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        continue
      case UInt8(ascii: "#"), UInt8(ascii: ";"):
        skipComment()
      case UInt8(ascii: "["):
        return .header(try header(from: start, line: startLine))
      default:
        guard byte.isASCIILetter else { throw SyntaxError(line: line) }
        return .item(try item(from: start, line: startLine, first: byte))
      }
    }
  }

  /// A mark at the very start is skipped; a part of one is an error.
  private mutating func skipByteOrderMark() throws(SyntaxError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard bytes.first == mark[0] else { return }
    for byte in mark {
      guard nextByte() == byte else { throw SyntaxError(line: line) }
    }
  }

  /// The next byte as git sees it: CR LF is LF, and the end of the file is a LF that never stops
  /// coming.
  private mutating func nextByte() -> UInt8 {
    guard position < bytes.count else {
      isAtEnd = true
      missingLineEnds += 1
      line += 1
      return UInt8(ascii: "\n")
    }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\n"):
      line += 1
    case UInt8(ascii: "\r"):
      if position < bytes.count, bytes[position] == UInt8(ascii: "\n") {
        position += 1
        line += 1
        return UInt8(ascii: "\n")
      }
    default:
      break
    }
    return byte
  }

  /// Up to, not through, the line's end.
  private mutating func skipComment() {
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func header(
    from start: Int,
    line startLine: Int
  ) throws(SyntaxError) -> Header {
    buffer.removeAll(keepingCapacity: true)
    name: while true {
      let byte = nextByte()
      if isAtEnd { throw SyntaxError(line: line) }
      switch byte {
      case UInt8(ascii: "]"):
        break name
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
        try quotedSubsection(after: byte)
        break name
      default:
        guard Self.isKeyByte(byte) || byte == UInt8(ascii: ".") else {
          throw SyntaxError(line: line)
        }
        buffer.append(byte.lowercasedASCII)
      }
    }
    if buffer.isEmpty { throw SyntaxError(line: line) }
    let range = start..<position
    guard let dot = buffer.firstIndex(of: UInt8(ascii: ".")) else {
      return Header(
        section: ByteString(buffer),
        subsection: nil,
        range: range,
        line: startLine
      )
    }
    return Header(
      section: ByteString(buffer[..<dot]),
      subsection: ByteString(buffer[(dot + 1)...]),
      range: range,
      line: startLine
    )
  }

  /// Appends `.` and the subsection to the buffer, and reads through `]`.
  private mutating func quotedSubsection(after blank: UInt8) throws(SyntaxError) {
    var byte = blank
    repeat {
      if byte == UInt8(ascii: "\n") { throw SyntaxError(line: line - 1) }
      byte = nextByte()
    } while byte.isSpace
    guard byte == UInt8(ascii: "\"") else { throw SyntaxError(line: line) }
    buffer.append(UInt8(ascii: "."))
    while true {
      byte = nextByte()
      if byte == UInt8(ascii: "\n") { throw SyntaxError(line: line - 1) }
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        byte = nextByte()
        if byte == UInt8(ascii: "\n") { throw SyntaxError(line: line - 1) }
      }
      buffer.append(byte)
    }
    guard nextByte() == UInt8(ascii: "]") else { throw SyntaxError(line: line) }
  }

  private mutating func item(
    from start: Int,
    line startLine: Int,
    first: UInt8
  ) throws(SyntaxError) -> Item {
    buffer.removeAll(keepingCapacity: true)
    buffer.append(first.lowercasedASCII)
    var byte: UInt8
    while true {
      byte = nextByte()
      if isAtEnd || !Self.isKeyByte(byte) { break }
      buffer.append(byte.lowercasedASCII)
    }
    let name = ByteString(buffer)
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { byte = nextByte() }
    var value: ByteString?
    var softSpaces: [Int] = []
    if byte != UInt8(ascii: "\n") {
      guard byte == UInt8(ascii: "=") else { throw SyntaxError(line: line) }
      softSpaces = try readValue()
      value = ByteString(buffer)
    }
    return Item(
      name: name,
      value: value,
      softSpaces: softSpaces,
      range: start..<position,
      line: startLine,
      endLine: line - 1,
      missingLineEnds: missingLineEnds
    )
  }

  /// Reads a value into the buffer, through the line's end.
  private mutating func readValue() throws(SyntaxError) -> [Int] {
    buffer.removeAll(keepingCapacity: true)
    var softSpaces: [Int] = []
    var isQuoted = false
    /// The value's length without the unquoted white space that ends it so far.
    var kept = 0
    while true {
      var byte = nextByte()
      switch byte {
      case UInt8(ascii: "\n"):
        if isQuoted { throw SyntaxError(line: line - 1) }
        buffer.removeSubrange(kept...)
        while let last = softSpaces.last, last >= kept { softSpaces.removeLast() }
        return softSpaces
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        if isQuoted {
          buffer.append(byte)
          kept = buffer.count
        } else if !buffer.isEmpty {
          if byte != UInt8(ascii: " ") { softSpaces.append(buffer.count) }
          buffer.append(byte)
        }
      case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
        skipComment()
      case UInt8(ascii: "\\"):
        byte = nextByte()
        switch byte {
        case UInt8(ascii: "\n"): kept = buffer.count
        case UInt8(ascii: "t"): append(UInt8(ascii: "\t"), &kept)
        case UInt8(ascii: "b"): append(8, &kept)
        case UInt8(ascii: "n"): append(UInt8(ascii: "\n"), &kept)
        case UInt8(ascii: "\\"), UInt8(ascii: "\""): append(byte, &kept)
        default: throw SyntaxError(line: line)
        }
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        kept = buffer.count
      default:
        append(byte, &kept)
      }
    }
  }

  private mutating func append(_ byte: UInt8, _ kept: inout Int) {
    buffer.append(byte)
    kept = buffer.count
  }

  static func isKeyByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || byte == UInt8(ascii: "-")
  }
}
