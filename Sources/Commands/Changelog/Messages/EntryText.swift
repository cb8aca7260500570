import ByteKit
import RemoteKit

/// Turns a subject into Markdown that reads as it was meant.
struct EntryText: Sendable {
  /// nil: references stay plain text.
  let links: HostLinks?
  /// nil: the first letter stays as it is.
  let capitalizes: Bool?

  /// Markdown for `plain`, on one line; code spans and links are kept, and only what Markdown would
  /// take for something else is escaped: `<`, an opening `*` or `_`, a bare `@name`.
  func markdown(_ plain: ByteString, isContinuation: Bool = false) -> ByteString {
    let clean = plain.withoutControlCharacters
    let cased = isContinuation ? clean : clean.withFirstLetter(capitalized: capitalizes)
    return escaped(cased)
  }

  private func escaped(_ text: ByteString) -> ByteString {
    let bytes = text.bytes
    if !bytes.contains(where: needsAttention) { return text }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    var index = 0
    var bracketDepth = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "`"):
        let end = Self.codeSpanEnd(in: bytes, at: index)
        result += bytes[index..<end]
        index = end
        continue
      case UInt8(ascii: "\\"):
        // What the author escaped already stays escaped.
        result.append(byte)
        if index + 1 < bytes.count, bytes[index + 1].isASCIIPunctuation {
          result.append(bytes[index + 1])
          index += 1
        }
      case UInt8(ascii: "<"):
        result += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "*"), UInt8(ascii: "_"):
        let end = bytes[index...].firstIndex { $0 != byte } ?? bytes.count
        let opens = Self.opensEmphasis(in: bytes, run: index..<end)
        for _ in index..<end {
          if opens { result.append(UInt8(ascii: "\\")) }
          result.append(byte)
        }
        index = end
        continue
      case UInt8(ascii: "@"):
        if Self.isBareName(in: bytes, at: index) { result.append(UInt8(ascii: "\\")) }
        result.append(byte)
      case UInt8(ascii: "["):
        bracketDepth += 1
        result.append(byte)
      case UInt8(ascii: "]"):
        bracketDepth = max(0, bracketDepth - 1)
        result.append(byte)
      case UInt8(ascii: "h") where bytes[index...].hasPrefix("http"):
        // A bare address is a link of its own: nothing inside it is a reference or a mark.
        if index == 0 || !bytes[index - 1].isWordByte,
          let end = Self.addressEnd(in: bytes, at: index)
        {
          result += bytes[index..<end]
          index = end
          continue
        }
        result.append(byte)
      default:
        if bracketDepth == 0, let (end, link) = reference(in: bytes, at: index) {
          result += link.bytes
          index = end
          continue
        }
        result.append(byte)
      }
      index += 1
    }
    return ByteString(result)
  }

  /// Whether a byte may begin something that is escaped, kept or linked.
  private func needsAttention(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "`"), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: "*"),
      UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: "["):
      true
    case UInt8(ascii: "#"), UInt8(ascii: "!"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      links != nil
    default: false
    }
  }

  /// The end of the code span that begins at `start`, or of the backticks alone if none closes it.
  private static func codeSpanEnd(in bytes: [UInt8], at start: Int) -> Int {
    let tick = UInt8(ascii: "`")
    let opened = bytes[start...].firstIndex { $0 != tick } ?? bytes.count
    var position = opened
    while let run = bytes[position...].firstIndex(of: tick) {
      let end = bytes[run...].firstIndex { $0 != tick } ?? bytes.count
      if end - run == opened - start { return end }
      position = end
    }
    return opened
  }

  /// Whether a run of `*` or `_` can open emphasis (CommonMark's left-flanking rule).
  private static func opensEmphasis(in bytes: [UInt8], run: Range<Int>) -> Bool {
    guard run.upperBound < bytes.count else { return false }
    let next = bytes[run.upperBound]
    if next.isWhiteSpace { return false }
    let isAtStart = run.lowerBound == 0
    let previous = isAtStart ? UInt8(ascii: " ") : bytes[run.lowerBound - 1]
    let previousIsBoundary = previous.isWhiteSpace || previous.isASCIIPunctuation
    let isLeftFlanking = !next.isASCIIPunctuation || previousIsBoundary
    return bytes[run.lowerBound] == UInt8(ascii: "_")
      ? isLeftFlanking && previousIsBoundary : isLeftFlanking
  }

  /// `@name` that a forge would take for a person: not an address's `a@b`.
  private static func isBareName(in bytes: [UInt8], at index: Int) -> Bool {
    guard index + 1 < bytes.count, bytes[index + 1].isASCIILetterOrDigit else { return false }
    guard index > 0 else { return true }
    let previous = bytes[index - 1]
    return !previous.isWordByte && previous != UInt8(ascii: ".") && previous != UInt8(ascii: "-")
      && previous != UInt8(ascii: "+") && previous != UInt8(ascii: "/")
  }

  private static func addressEnd(in bytes: [UInt8], at start: Int) -> Int? {
    let rest = bytes[start...]
    let scheme = rest.hasPrefix("https://") ? 8 : rest.hasPrefix("http://") ? 7 : 0
    guard scheme > 0 else { return nil }
    let stop: (UInt8) -> Bool = {
      $0.isWhiteSpace || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">")
        || $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "\"")
    }
    let end = rest[(start + scheme)...].firstIndex(where: stop) ?? bytes.count
    return end > start + scheme ? end : nil
  }

  /// `#12`, `!12` or a commit's name that begins at `index`, and the link to it.
  private func reference(in bytes: [UInt8], at index: Int) -> (end: Int, link: ByteString)? {
    guard let links else { return nil }
    let byte = bytes[index]
    let previous = index > 0 ? bytes[index - 1] : UInt8(ascii: " ")
    if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "!") {
      guard let end = Self.referenceEnd(in: bytes, at: index) else { return nil }
      let reference = ByteString(bytes[index..<end])
      // In parentheses at the end stands the request that brought the change.
      let isRequest =
        previous == UInt8(ascii: "(") && end + 1 == bytes.count
        && bytes[end] == UInt8(ascii: ")")
      guard let target = links.url(ofReference: reference, isPullRequest: isRequest) else {
        return nil
      }
      return (end, "[\(reference)](\(target))")
    }
    guard byte.isHexDigit, !previous.isWordByte, previous != UInt8(ascii: "/"),
      previous != UInt8(ascii: "-"), previous != UInt8(ascii: "."),
      previous != UInt8(ascii: "#"), let end = Self.commitNameEnd(in: bytes, at: index)
    else { return nil }
    let name = ByteString(bytes[index..<end])
    guard let target = links.url(ofCommit: name) else { return nil }
    return (end, "[\(name)](\(target))")
  }

  /// The end of `#12` or `!12` at `index` if it stands as a word of its own.
  static func referenceEnd(in bytes: [UInt8], at index: Int) -> Int? {
    guard bytes[index] == UInt8(ascii: "#") || bytes[index] == UInt8(ascii: "!") else { return nil }
    if index > 0 {
      let previous = bytes[index - 1]
      if previous.isWordByte || previous == UInt8(ascii: "/") || previous == UInt8(ascii: "&")
        || previous == UInt8(ascii: "-") || previous == UInt8(ascii: "#")
      {
        return nil
      }
    }
    let end = bytes[(index + 1)...].firstIndex { !$0.isASCIIDigit } ?? bytes.count
    guard end > index + 1, end - index <= 12 else { return nil }
    return end == bytes.count || !bytes[end].isWordByte ? end : nil
  }

  /// The end of an abbreviated or full object name: 7 to 64 lower-case hexadecimal digits, among
  /// them a letter and a digit (`1234567` is a number, `defaced` a word).
  private static func commitNameEnd(in bytes: [UInt8], at start: Int) -> Int? {
    let end = bytes[start...].firstIndex { !$0.isWordByte } ?? bytes.count
    let word = bytes[start..<end]
    guard word.count >= 7, word.count <= 64,
      word.allSatisfy({ $0.isASCIIDigit || ($0 >= 97 && $0 <= 102) }),
      word.contains(where: \.isASCIIDigit), word.contains(where: \.isASCIILetter)
    else { return nil }
    if end < bytes.count, bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: ".") {
      // A file's name or a version; a full stop after the word is one.
      if end + 1 < bytes.count, bytes[end + 1].isWordByte { return nil }
    }
    return end
  }

  /// The references in `text`, in order.
  static func references(in text: ByteString) -> [ByteString] {
    let bytes = text.bytes
    guard bytes.contains(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "!") }) else {
      return []
    }
    return bytes.indices.compactMap { index in
      referenceEnd(in: bytes, at: index).map { ByteString(bytes[index..<$0]) }
    }
  }
}

extension UInt8 {
  var isASCIIPunctuation: Bool {
    (33...47).contains(self) || (58...64).contains(self) || (91...96).contains(self)
      || (123...126).contains(self)
  }
}

extension ByteString {
  /// On one line, without what moves a terminal's cursor or turns its direction: tabs and line ends
  /// become spaces; C0, DEL, C1, bidirectional controls and byte order marks go.
  var withoutControlCharacters: ByteString {
    guard
      bytes.contains(where: {
        $0 < 32 || $0 == 127 || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 || $0 == 0xEF
      })
    else { return trimmed }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 9...13, 0x85, 0x2028, 0x2029:
        if result.last != UInt8(ascii: " ") { result.append(UInt8(ascii: " ")) }
      case 0..<32, 127..<160, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF:
        break
      default:
        result += String(scalar).utf8
      }
    }
    return ByteString(result).trimmed
  }

  /// With the first letter in the given case, if the first word is a plain word: not `iOS`,
  /// `foo_bar`, `README` or `a.b()`.
  func withFirstLetter(capitalized: Bool?) -> ByteString {
    guard let capitalized, let first = text.unicodeScalars.first,
      first.properties.isAlphabetic
    else { return self }
    let end = bytes.firstIndex { $0.isWhiteSpace } ?? bytes.count
    var word = bytes[..<end]
    while let last = word.last,
      last == UInt8(ascii: ",") || last == UInt8(ascii: ":")
        || last == UInt8(ascii: ".") || last == UInt8(ascii: ";")
    {
      word.removeLast()
    }
    let isPlain = word.dropFirst(UTF8.width(first)).allSatisfy {
      ($0 >= 97 && $0 <= 122) || $0 >= 0x80 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "'")
    }
    guard isPlain else { return self }
    let mapped =
      capitalized ? first.properties.titlecaseMapping : first.properties.lowercaseMapping
    return ByteString(Array(mapped.utf8) + bytes.dropFirst(UTF8.width(first)))
  }
}
