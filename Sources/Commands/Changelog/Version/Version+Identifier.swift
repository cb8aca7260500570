package import ByteKit

extension Version {
  /// One identifier of a pre-release: a number, or letters, digits and hyphens.
  package enum Identifier: Hashable, Sendable {
    case number(UInt64)
    case text(ByteString)

    /// Nil for what the specification does not allow: empty, other characters, leading zeros.
    package init?(parsing piece: ByteString) {
      guard Self.isWellFormed(piece) else { return nil }
      if let number = Self.number(piece) {
        self = .number(number)
      } else if piece.bytes.allSatisfy(\.isASCIIDigit), piece.bytes.first == UInt8(ascii: "0") {
        return nil
      } else {
        self = .text(piece)
      }
    }

    package var spelling: ByteString {
      switch self {
      case .number(let number): "\(number)"
      case .text(let text): text
      }
    }

    static func isWellFormed(_ piece: ByteString) -> Bool {
      !piece.isEmpty
        && piece.bytes.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
    }

    /// A decimal number without leading zeros that fits 64 bits, or nil.
    static func number(_ piece: ByteString) -> UInt64? {
      guard !piece.isEmpty, piece.bytes.allSatisfy(\.isASCIIDigit),
        piece.count == 1 || piece.bytes.first != UInt8(ascii: "0")
      else { return nil }
      return UInt64(piece.text)
    }
  }
}

extension Version.Identifier: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.number, .text): true
    case (.text, .number): false
    }
  }
}
