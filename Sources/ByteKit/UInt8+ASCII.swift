extension UInt8 {
  /// `0` to `9`.
  @inlinable package var isASCIIDigit: Bool { self >= 48 && self <= 57 }

  /// `A` to `Z` and `a` to `z`.
  @inlinable package var isASCIILetter: Bool { (self | 32) >= 97 && (self | 32) <= 122 }

  @inlinable package var isASCIILetterOrDigit: Bool { isASCIIDigit || isASCIILetter }

  /// A hexadecimal digit in either case.
  @inlinable package var isHexDigit: Bool {
    isASCIIDigit || ((self | 32) >= 97 && (self | 32) <= 102)
  }

  /// Space or tab.
  @inlinable package var isBlank: Bool { self == 32 || self == 9 }

  /// Space, tab, CR or LF: what git's own `isspace` accepts.
  @inlinable package var isSpace: Bool { isBlank || self == 10 || self == 13 }

  /// What moves a cursor or rings: 0 to 31, and DEL.
  @inlinable package var isControl: Bool { self < 32 || self == 127 }

  /// This byte with `A`-`Z` folded to `a`-`z`.
  @inlinable package var lowercasedASCII: UInt8 { self >= 65 && self <= 90 ? self + 32 : self }
}
