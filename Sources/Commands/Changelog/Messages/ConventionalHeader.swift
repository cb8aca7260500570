package import ByteKit

/// A subject in the form of Conventional Commits 1.0.0: `type(scope)!: description`.
package struct ConventionalHeader: Hashable, Sendable {
  let typeBytes: ArraySlice<UInt8>
  private let scopeBytes: ArraySlice<UInt8>
  private let labelBytes: ArraySlice<UInt8>
  private let descriptionBytes: ArraySlice<UInt8>
  /// Whether `!` stands right before the colon.
  package let isBreaking: Bool

  /// The word before the colon as written; compare it in lower case.
  package var type: ByteString { ByteString(typeBytes) }
  /// What stands in the parentheses; nil for none or empty ones.
  package var scope: ByteString? { scopeBytes.isEmpty ? nil : ByteString(scopeBytes) }
  package var description: ByteString { ByteString(descriptionBytes) }
  /// All before the colon and `!`, as written: what a type that is none is shown as.
  var label: ByteString { ByteString(labelBytes) }

  /// Nil if `subject` does not have the form: colon *and* space are needed, and `!` comes last.
  ///
  /// Tolerated on reading: blanks before the colon and more than one after it.
  package init?(parsing subject: ByteString) {
    let bytes = subject.bytes[...].trimmedSlice
    let typeEnd = bytes.firstIndex { !Self.isTypeByte($0) } ?? bytes.endIndex
    guard typeEnd > bytes.startIndex, bytes[bytes.startIndex].isWordByte else { return nil }
    var rest = bytes[typeEnd...]
    var scope = bytes[typeEnd..<typeEnd]
    if rest.first == UInt8(ascii: "(") {
      guard let end = Self.scopeEnd(rest) else { return nil }
      scope = rest[(rest.startIndex + 1)..<end].trimmedSlice
      rest = rest[(end + 1)...]
    }
    labelBytes = bytes[..<rest.startIndex]
    isBreaking = rest.first == UInt8(ascii: "!")
    if isBreaking { rest = rest.dropFirst() }
    rest = rest.drop { $0.isBlank }
    guard rest.first == UInt8(ascii: ":"), rest.dropFirst().first?.isBlank == true else {
      return nil
    }
    rest = rest.dropFirst().drop { $0.isBlank }
    guard !rest.isEmpty else { return nil }
    typeBytes = bytes[..<typeEnd]
    scopeBytes = scope
    descriptionBytes = rest
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
