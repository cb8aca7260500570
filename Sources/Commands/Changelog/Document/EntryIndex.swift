package import ByteKit

/// What a changelog lists, for the question "is this entry already there?".
///
/// Compared is what an entry says: wrapping, letter case, Markdown's escapes, emphasis and link
/// targets, leading `**Breaking:**` and `**scope:**` marks and a final full stop are not. References
/// at the end (`(#12)`) must agree where both sides have some, so that two commits of one subject
/// with different pull requests stay two.
package struct EntryIndex: Sendable {
  private var suffixes: [ByteString: Set<ByteString>] = [:]
  private var references: Set<ByteString> = []

  package init() {}

  package init(_ texts: some Sequence<ByteString>) {
    for text in texts { insert(text) }
  }

  package mutating func insert(_ text: ByteString) {
    for variant in Self.withoutMarks(text) {
      let key = Self.key(variant)
      suffixes[key.text, default: []].insert(key.references)
    }
    references.formUnion(Self.references(in: text))
  }

  /// Whether an entry is listed that says the same as `text`.
  package func contains(entry text: ByteString) -> Bool {
    Self.withoutMarks(text).contains { variant in
      let key = Self.key(variant)
      guard let known = suffixes[key.text] else { return false }
      return key.references.isEmpty || known.contains("") || known.contains(key.references)
    }
  }

  /// Whether an entry names `#12` or `!12`.
  package func contains(reference: ByteString) -> Bool { references.contains(reference) }

  /// All `#12` and `!12` in `text`, link texts included, link targets and code not.
  package static func references(in text: ByteString) -> Set<ByteString> {
    let bytes = plain(text).bytes
    var found: Set<ByteString> = []
    for (index, byte) in bytes.enumerated()
    where byte == UInt8(ascii: "#") || byte == UInt8(ascii: "!") {
      let digits = bytes[(index + 1)...].prefix(while: \.isASCIIDigit)
      let isWhole =
        digits.endIndex == bytes.count || !bytes[digits.endIndex].isASCIILetterOrDigit
      if !digits.isEmpty, isWhole { found.insert(ByteString(bytes[index..<digits.endIndex])) }
    }
    return found
  }

  /// The entry's words for comparison, and the references that end it.
  package static func key(_ text: ByteString) -> (text: ByteString, references: ByteString) {
    var plain = withoutFullStop(plain(text).trimmed)
    var references: [ByteString] = []
    while plain.hasSuffix(")"), let open = plain.bytes.lastIndex(of: UInt8(ascii: "(")) {
      let inner = ByteString(plain.bytes[(open + 1)..<(plain.count - 1)])
      let pieces = inner.split(on: 32).flatMap { $0.split(on: UInt8(ascii: ",")) }
        .filter { !$0.isEmpty }
      guard !pieces.isEmpty, pieces.allSatisfy(isReference) else { break }
      references = pieces + references
      plain = withoutFullStop(ByteString(plain.bytes[..<open]).trimmed)
    }
    return (plain.lowercasedASCII, references.joined(separator: " "))
  }

  private static func withoutFullStop(_ text: ByteString) -> ByteString {
    text.dropping(suffix: ".") ?? text
  }

  private static func isReference(_ piece: ByteString) -> Bool {
    if let number = piece.dropping(prefix: "#") ?? piece.dropping(prefix: "!") {
      return !number.isEmpty && number.bytes.allSatisfy(\.isASCIIDigit)
    }
    return (7...64).contains(piece.count)
      && piece.bytes.allSatisfy { $0.isASCIIDigit || (97...102).contains($0) }
  }

  /// The text as it is, and without its leading `**Breaking:** ` and `**scope:** `.
  private static func withoutMarks(_ text: ByteString) -> [ByteString] {
    var variants = [text]
    while let rest = variants.last?.trimmed.dropping(prefix: "**"),
      let end = rest.firstRange(of: ":**"), variants.count < 3
    {
      variants.append(ByteString(rest.bytes[end.upperBound...]).trimmed)
    }
    return variants
  }

  /// Without escapes, emphasis, code marks and link targets; runs of blanks as one space.
  private static func plain(_ text: ByteString) -> ByteString {
    var result: [UInt8] = []
    let bytes = text.bytes
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\\")
      where index + 1 < bytes.count && bytes[index + 1] > 32 && bytes[index + 1] < 127
        && !bytes[index + 1].isASCIILetterOrDigit:
        result.append(bytes[index + 1])
        index += 2
        continue
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "["):
        break
      case UInt8(ascii: "]"):
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "("),
          let end = bytes[index...].firstIndex(of: UInt8(ascii: ")"))
        {
          index = end
        }
      case 9, 10, 13, 32:
        if result.last != 32 { result.append(32) }
      default:
        result.append(byte)
      }
      index += 1
    }
    return ByteString(result)
  }
}

extension Document {
  /// What the file lists; made anew at each call, so keep it while asking for many entries.
  package var entryIndex: EntryIndex { EntryIndex(bullets.map(\.text)) }

  /// Whether an entry in the file says the same as `text`, as `EntryIndex` compares.
  package func contains(entry text: ByteString) -> Bool { entryIndex.contains(entry: text) }

  /// Whether an entry in the file names `#12` or `!12`.
  package func contains(reference: ByteString) -> Bool {
    entryIndex.contains(reference: reference)
  }

  /// The text of a line that begins a list item, nil for any other line.
  package static func bulletText(ofLine line: ByteString) -> ByteString? {
    ListItem(line).map { ByteString(line.bytes.dropFirst($0.prefix.count)).trimmed }
  }
}
