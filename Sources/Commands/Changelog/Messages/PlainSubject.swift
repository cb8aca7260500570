import ByteKit

/// A subject in no convention's form: `area: text`, or free words.
struct PlainSubject: Hashable {
  /// The words before the colon: `builtin/add.c`, `http, remote`; nil if there are none.
  let area: ByteString?
  let text: ByteString

  init(parsing subject: ByteString) {
    let bytes = subject.bytes[...].trimmedSlice
    guard let end = Self.areaEnd(bytes) else {
      area = nil
      text = ByteString(bytes)
      return
    }
    area = ByteString(bytes[..<end])
    text = ByteString(bytes[(end + 1)...].trimmedSlice)
  }

  /// Longer ones are sentences, not areas.
  private static let longestArea = 50

  /// Index of the colon after an area: one word, or words with commas between, then a blank and
  /// more text.
  private static func areaEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first, first.isWordByte || first == UInt8(ascii: ".") else {
      return nil
    }
    var previous = first
    for index in bytes.indices.prefix(longestArea + 1) {
      let byte = bytes[index]
      if byte == UInt8(ascii: ":"), bytes[(index + 1)...].first?.isBlank == true {
        return bytes[(index + 1)...].isBlankLine ? nil : index
      }
      if byte.isBlank, previous != UInt8(ascii: ",") { return nil }
      if byte == UInt8(ascii: "!") || byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\"") {
        return nil
      }
      previous = byte
    }
    return nil
  }

  /// What the text's first word says of its category; without an area the first word after a colon
  /// counts, too (`git log: fix the graph`).
  var category: Category? {
    if let category = Self.category(ofFirstWordIn: text.bytes[...]) { return category }
    guard area == nil, let colon = text.bytes[...].firstIndex(of: ": ") else { return nil }
    return Self.category(ofFirstWordIn: text.bytes[(colon + 2)...])
  }

  private static func category(ofFirstWordIn text: ArraySlice<UInt8>) -> Category? {
    var start = text.drop { $0.isBlank }
    // Tags in brackets, `[parser] Fix …`, are no words of the sentence.
    while start.first == UInt8(ascii: "["), let close = start.firstIndex(of: UInt8(ascii: "]")) {
      start = start[(close + 1)...].drop { $0.isBlank }
    }
    let end = start.firstIndex { !$0.isASCIILetter } ?? start.endIndex
    // `fix-up`, `new_file`, `add()`, `drop.c`: a name, not a verb.
    if let next = start[end...].first, !next.isWhiteSpace, next != UInt8(ascii: ":"),
      next != UInt8(ascii: ",")
    {
      return nil
    }
    guard end - start.startIndex <= 12, let initial = start.first,
      "anifrds".utf8.contains(initial | 32)
    else { return nil }
    return verbs[ByteString(start[..<end]).lowercasedASCII]
  }

  private static let verbs: [ByteString: Category] = [
    "add": .added, "adds": .added, "added": .added, "adding": .added, "new": .added,
    "introduce": .added, "introduces": .added, "introduced": .added, "introducing": .added,
    "fix": .fixed, "fixes": .fixed, "fixed": .fixed, "fixing": .fixed,
    "remove": .removed, "removes": .removed, "removed": .removed, "removing": .removed,
    "drop": .removed, "drops": .removed, "dropped": .removed, "dropping": .removed,
    "deprecate": .deprecated, "deprecates": .deprecated, "deprecated": .deprecated,
    "deprecating": .deprecated, "security": .security,
  ]
}
