import ByteKit

/// Byte-wise reading of messages: a history has tens of thousands, so nothing here goes through
/// `Character`.
extension Collection<UInt8> where Index == Int {
  /// Whether every byte is white space (an empty line is blank, too), as git's `is_blank_line`.
  var isBlankLine: Bool { allSatisfy(\.isWhiteSpace) }
}

extension UInt8 {
  /// What C's `isspace` accepts.
  var isWhiteSpace: Bool { self == 32 || (self >= 9 && self <= 13) }
  /// A letter, digit, `_` or a byte of a multi-byte UTF-8 character.
  var isWordByte: Bool { isASCIILetterOrDigit || self == UInt8(ascii: "_") || self >= 0x80 }
}

extension ArraySlice<UInt8> {
  func hasPrefix(_ prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { starts(with: $0) }
  }

  /// What follows `prefix`, ASCII letters compared without case.
  func dropping(prefixIgnoringCase prefix: StaticString) -> ArraySlice<UInt8>? {
    prefix.withUTF8Buffer { wanted in
      guard count >= wanted.count else { return nil }
      for (have, want) in zip(self, wanted) where have.lowercasedASCII != want.lowercasedASCII {
        return nil
      }
      return dropFirst(wanted.count)
    }
  }

  /// Without white space at both ends.
  var trimmedSlice: ArraySlice<UInt8> {
    guard let first = firstIndex(where: { !$0.isWhiteSpace }),
      let last = lastIndex(where: { !$0.isWhiteSpace })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }

  /// Index of the first `needle` at or after `start`.
  func firstIndex(of needle: StaticString, from start: Int? = nil) -> Int? {
    needle.withUTF8Buffer { wanted in
      guard let head = wanted.first else { return nil }
      var position = start ?? startIndex
      while let found = self[position...].firstIndex(of: head) {
        if self[found...].starts(with: wanted) { return found }
        position = found + 1
      }
      return nil
    }
  }
}
