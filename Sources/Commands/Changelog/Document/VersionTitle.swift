package import ByteKit

/// What a heading says about a version: `[1.2.3] - 2024-05-06 [YANKED]`, `v1.2.3 (May 6, 2024)`,
/// `Unreleased`, in any of the spellings that changelogs use.
package struct VersionTitle: Hashable, Sendable {
  /// The version as spelled, with its `v` or package name: `v1.2.3`; for Unreleased, that word.
  package var label: ByteString
  /// Nil for a label that is no semantic version, such as `1.2` or a date.
  package var version: Version?
  package var isUnreleased = false
  package var isYanked = false
  package var date: TitleDate?

  /// Where label, date and the URL of an inline link stand in the title.
  var labelRange: Range<Int>
  var targetRange: Range<Int>?
  /// Whether the title holds nothing but what was understood.
  var isStrict: Bool
  /// Whether the label is in square brackets.
  var isBracketed: Bool
}

extension VersionTitle {
  /// Reads a heading's title; nil if it names no version.
  init?(_ title: ByteString) {
    guard title.count <= 200 else { return nil }
    guard let scan = Scan(title) else { return nil }
    self = scan.result
  }

  /// The reading of one title.
  private struct Scan {
    let bytes: [UInt8]
    var result: VersionTitle

    init?(_ title: ByteString) {
      bytes = title.bytes
      let masked = Self.masking(bytes)
      let lower = ByteString(masked).lowercasedASCII
      let unreleased = lower.firstWord("unreleased")
      let found = Self.findVersion(in: masked) ?? Self.wholeLabel(of: masked)
      guard let range = found ?? unreleased else { return nil }
      let label = ByteString(bytes[range])
      result = VersionTitle(
        label: label,
        labelRange: range,
        isStrict: true,
        isBracketed: false
      )
      result.isUnreleased = unreleased != nil
      result.version = found == nil ? nil : Version(parsing: label.withoutTagPrefix)
      result.isBracketed =
        range.lowerBound > 0 && range.upperBound < bytes.count
        && bytes[range.lowerBound - 1] == UInt8(ascii: "[")
        && bytes[range.upperBound] == UInt8(ascii: "]")
      result.targetRange = Self.target(after: range, in: bytes)
      let tail = (result.targetRange?.upperBound).map { $0 + 1 } ?? range.upperBound
      result.date =
        TitleDate.first(in: bytes, from: min(tail, bytes.count))
        ?? TitleDate.first(in: Array(bytes[..<range.lowerBound]), from: 0)
      let rest = ByteString(masked[min(tail, masked.count)...]).lowercasedASCII
      result.isYanked = rest.firstWord("yanked") != nil
      guard judge(lower, range: range, rest: rest) else { return nil }
    }

    /// Sets `isStrict` by what stands before and after the label; false: a phrase, no version title.
    private mutating func judge(
      _ lower: ByteString,
      range: Range<Int>,
      rest: ByteString
    ) -> Bool {
      var head = Array(lower.bytes[..<range.lowerBound])
      if let date = result.date, date.range.upperBound <= head.count {
        // `2016-12-22: Version 3.1.3`.
        for index in date.range { head[index] = 32 }
      }
      let before = ByteString(head).plainWords
      let known: Set<ByteString> = ["", "version", "release", "ver", "rel", "v", "released"]
      var words = Set(ByteString(rest.bytes).plainWords.split(on: 32))
      if result.date != nil || rest.trimmed.hasPrefix("(") || result.isUnreleased { words = [] }
      words.subtract(["", "yanked", "unreleased"])
      result.isStrict = known.contains(before) && words.isEmpty
      let beforeWords = before.split(on: 32)
      let isPhrase =
        beforeWords.count > 2
        || beforeWords.contains { Self.prepositions.contains($0) }
        || (!known.contains(before) && !words.isEmpty)
      return !isPhrase || known.contains(before)
    }

    private static let prepositions: Set<ByteString> = [
      "to", "from", "in", "since", "for", "with", "of", "and", "before", "after", "until",
      "upgrade",
      "upgrading", "migrating", "migration", "support", "node", "requires", "than", "on", "at",
    ]

    /// The title with HTML tags, and link targets that follow `]`, blanked out.
    private static func masking(_ bytes: [UInt8]) -> [UInt8] {
      var masked = bytes
      var closing: UInt8?
      for index in bytes.indices {
        if let end = closing {
          masked[index] = 32
          if bytes[index] == end { closing = nil }
        } else if bytes[index] == UInt8(ascii: "<"), bytes[index...].contains(UInt8(ascii: ">")) {
          masked[index] = 32
          closing = UInt8(ascii: ">")
        } else if bytes[index] == UInt8(ascii: "("), index > 0,
          bytes[index - 1] == UInt8(ascii: "]"), bytes[index...].contains(UInt8(ascii: ")"))
        {
          masked[index] = 32
          closing = UInt8(ascii: ")")
        }
      }
      return masked
    }

    /// The URL in `[label](URL)`, decoration between label and bracket allowed.
    private static func target(after label: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
      var index = label.upperBound
      while index < bytes.count, [UInt8(ascii: "*"), UInt8(ascii: "`")].contains(bytes[index]) {
        index += 1
      }
      guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "]"),
        bytes[index + 1] == UInt8(ascii: "("),
        let end = bytes[(index + 2)...].firstIndex(of: UInt8(ascii: ")"))
      else { return nil }
      return (index + 2)..<end
    }

    /// A title that is nothing but a number, `v` and a number, or an ISO date.
    private static func wholeLabel(of masked: [UInt8]) -> Range<Int>? {
      let decoration = Set<UInt8>("[]*`_ ".utf8)
      guard let start = masked.firstIndex(where: { !decoration.contains($0) }),
        let last = masked.lastIndex(where: { !decoration.contains($0) })
      else { return nil }
      let core = masked[start...last]
      let digits = core.first.map { $0 | 32 } == UInt8(ascii: "v") ? core.dropFirst() : core
      if !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) { return start..<(last + 1) }
      guard let date = TitleDate.first(in: masked, from: start), date.isISO,
        date.range == start..<(last + 1)
      else { return nil }
      return date.range
    }

    /// The first `X.Y[.Z...][-pre][+build]` with its tag prefix, not part of a longer word.
    private static func findVersion(in bytes: [UInt8]) -> Range<Int>? {
      var index = 0
      while let start = bytes[index...].firstIndex(where: \.isASCIIDigit) {
        let end = versionEnd(in: bytes, from: start)
        guard let end else {
          index = bytes[start...].firstIndex { !$0.isASCIIDigit } ?? bytes.count
          continue
        }
        if let labelStart = labelStart(before: start, in: bytes) { return labelStart..<end }
        index = end
      }
      return nil
    }

    private static func versionEnd(in bytes: [UInt8], from start: Int) -> Int? {
      var index = start
      var numbers = 0
      while index < bytes.count, bytes[index].isASCIIDigit {
        index = bytes[index...].firstIndex { !$0.isASCIIDigit } ?? bytes.count
        numbers += 1
        guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "."),
          bytes[index + 1].isASCIIDigit
        else { break }
        index += 1
      }
      guard numbers >= 2, numbers <= 4 else { return nil }
      // `1.x` is a range of versions, `01.02.2020` and `2020.01.02` are also dates: kept as labels.
      if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "."), bytes[index + 1] | 32 == 120 {
        return nil
      }
      for mark in [UInt8(ascii: "-"), UInt8(ascii: "+")] {
        guard index + 1 < bytes.count, bytes[index] == mark, bytes[index + 1].isASCIILetterOrDigit
        else { continue }
        index += 1
        while index < bytes.count,
          bytes[index].isASCIILetterOrDigit || bytes[index] == UInt8(ascii: "-")
            || (bytes[index] == UInt8(ascii: ".") && index + 1 < bytes.count
              && bytes[index + 1].isASCIILetterOrDigit)
        {
          index += 1
        }
      }
      // `1.0rc1`, `2.0b3`: Python's spelling.
      while index < bytes.count, bytes[index].isASCIILetterOrDigit { index += 1 }
      return index
    }

    /// Where the label begins: at `v`, `v.`, or a tag prefix such as `api-v`, `pkg@`, `@scope/pkg@`.
    private static func labelStart(before digit: Int, in bytes: [UInt8]) -> Int? {
      var start = digit
      let opening = Set<UInt8>(" \t[(*`_".utf8)
      func isStart(_ index: Int) -> Bool { index == 0 || opening.contains(bytes[index - 1]) }
      if isStart(start) { return start }
      if bytes[start - 1] == UInt8(ascii: "."), start > 1, bytes[start - 2] | 32 == 118 {
        start -= 1
      }
      if bytes[start - 1] | 32 == UInt8(ascii: "v") { start -= 1 }
      if isStart(start) { return start }
      guard
        [UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "_")]
          .contains(bytes[start - 1])
      else { return nil }
      let prefix = bytes[..<start].reversed().prefix { !opening.contains($0) }
      guard prefix.contains(where: \.isASCIILetter) else { return nil }
      return start - prefix.count
    }
  }
}

extension VersionTitle {
  fileprivate init(label: ByteString, labelRange: Range<Int>, isStrict: Bool, isBracketed: Bool) {
    self.label = label
    self.labelRange = labelRange
    self.isStrict = isStrict
    self.isBracketed = isBracketed
  }
}

extension ByteString {
  /// A label without `v` and without a tag prefix that ends in `-`, `@`, `/` or `_`: `api-v1.2.3`
  /// gives `1.2.3`.
  var withoutTagPrefix: ByteString {
    guard let digit = bytes.firstIndex(where: \.isASCIIDigit) else { return self }
    var start = digit
    while start > 0, start < bytes.count {
      // The first digit that begins `X.Y` may stand behind digits of the prefix: `oauth2-v1.2.3`.
      let number = bytes[start...].prefix(while: \.isASCIIDigit)
      if number.endIndex < bytes.count, bytes[number.endIndex] == UInt8(ascii: ".") { break }
      guard let next = bytes[number.endIndex...].firstIndex(where: \.isASCIIDigit) else { break }
      start = next
    }
    return ByteString(bytes[start...])
  }

  /// Where `word` stands in this lower-case text as a word of its own.
  fileprivate func firstWord(_ word: ByteString) -> Range<Int>? {
    guard let range = firstRange(of: word) else { return nil }
    let isBounded =
      (range.lowerBound == 0 || !bytes[range.lowerBound - 1].isASCIILetterOrDigit)
      && (range.upperBound == count || !bytes[range.upperBound].isASCIILetterOrDigit)
    return isBounded ? range : nil
  }
}
