extension UInt8 {
  var isASCIIDigit: Bool { self >= 48 && self <= 57 }
  var isASCIILetter: Bool { (self | 32) >= 97 && (self | 32) <= 122 }
  var isASCIILetterOrDigit: Bool { isASCIIDigit || isASCIILetter }
  /// Space or tab.
  var isBlank: Bool { self == 32 || self == 9 }
}
