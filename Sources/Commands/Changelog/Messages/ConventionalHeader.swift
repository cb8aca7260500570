package import ByteKit

/// A subject in the form of Conventional Commits 1.0.0: `type(scope)!: description`.
package struct ConventionalHeader: Hashable, Sendable {
  /// The word before the colon as written; compare it in lower case.
  package let type: ByteString
  /// What stands in the parentheses; nil for none or empty ones.
  package let scope: ByteString?
  /// Whether `!` stands right before the colon.
  package let isBreaking: Bool
  package let description: ByteString
  /// All before the colon and `!`, as written: what a type that is none is shown as.
  let label: ByteString

  /// Nil if `subject` does not have the form: colon *and* space are needed, and `!` comes last.
  ///
  /// Tolerated on reading: blanks before the colon and more than one after it.
  package init?(parsing subject: ByteString) {
    let bytes = subject.bytes[...].trimmedSlice
    let typeEnd = bytes.firstIndex { !Self.isTypeByte($0) } ?? bytes.endIndex
    guard typeEnd > bytes.startIndex, bytes[bytes.startIndex].isWordByte else { return nil }
    var rest = bytes[typeEnd...]
    var scope: ArraySlice<UInt8>?
    if rest.first == UInt8(ascii: "(") {
      guard let end = Self.scopeEnd(rest) else { return nil }
      scope = rest[(rest.startIndex + 1)..<end].trimmedSlice
      rest = rest[(end + 1)...]
    }
    let label = bytes[..<rest.startIndex]
    isBreaking = rest.first == UInt8(ascii: "!")
    if isBreaking { rest = rest.dropFirst() }
    rest = rest.drop { $0.isBlank }
    guard rest.first == UInt8(ascii: ":"), rest.dropFirst().first?.isBlank == true else {
      return nil
    }
    rest = rest.dropFirst().drop { $0.isBlank }
    guard !rest.isEmpty else { return nil }
    type = ByteString(bytes[..<typeEnd])
    self.scope = scope.flatMap { $0.isEmpty ? nil : ByteString($0) }
    description = ByteString(rest)
    self.label = ByteString(label)
  }

  private static func isTypeByte(_ byte: UInt8) -> Bool {
    !byte.isWhiteSpace && byte != UInt8(ascii: ":") && byte != UInt8(ascii: "(")
      && byte != UInt8(ascii: ")") && byte != UInt8(ascii: "!")
  }

  /// Index of the parenthesis that closes the one at the start; inner pairs are part of the scope.
  private static func scopeEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return nil
  }
}
