import ByteKit

extension CommitMessage {
  /// What one pass over a body finds, so that most need not be cut into lines and paragraphs.
  struct Hints: OptionSet {
    let rawValue: UInt8

    /// A line begins with `BREAKING`.
    static let breaking = Self(rawValue: 1)
    /// A line begins with `This reverts` or `Reverts`.
    static let revert = Self(rawValue: 2)
    /// A line begins with `See merge request`.
    static let mergeRequest = Self(rawValue: 4)
    /// There is a `#` or `!` before a digit.
    static let reference = Self(rawValue: 8)
    /// A line begins with `Changelog`.
    static let changelogTrailer = Self(rawValue: 16)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ body: ArraySlice<UInt8>) {
      self = body.withUnsafeBufferPointer { bytes in
        var found: Hints = []
        var index = 0
        while index < bytes.count {
          if let hint = Self.hint(atLineStart: bytes[index...]) { found.insert(hint) }
          while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "!"), index < bytes.count,
              bytes[index].isASCIIDigit
            {
              found.insert(.reference)
            }
          }
          index += 1
        }
        return found
      }
    }

    private static func hint(atLineStart line: Slice<UnsafeBufferPointer<UInt8>>) -> Hints? {
      switch line.first.map({ $0 | 32 }) {
      case UInt8(ascii: "b") where begins(line, "BREAKING"): return .breaking
      case UInt8(ascii: "t") where begins(line, "this reverts "): return .revert
      case UInt8(ascii: "r") where begins(line, "reverts "): return .revert
      case UInt8(ascii: "s") where begins(line, "see merge request "): return .mergeRequest
      case UInt8(ascii: "c") where begins(line, "changelog"): return .changelogTrailer
      default: return nil
      }
    }

    private static func begins(
      _ line: Slice<UnsafeBufferPointer<UInt8>>,
      _ word: StaticString
    ) -> Bool {
      word.withUTF8Buffer { word in
        line.count >= word.count
          && zip(line, word).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
      }
    }
  }
}
