package import ByteKit

/// Git's rules for names of references (`git check-ref-format`).
package enum RefName {
  /// Whether a reference may be called this.
  ///
  /// Source: refs.c, `check_refname_format` with REFNAME_ALLOW_ONELEVEL. In a pattern, as in
  /// a refspec, one `*` is allowed.
  package static func isWellFormed(_ name: ByteString, isPattern: Bool = false) -> Bool {
    guard !name.isEmpty, name != "@", !name.hasSuffix(".") else { return false }
    var starsLeft = isPattern ? 1 : 0
    for part in name.split(on: UInt8(ascii: "/")) {
      guard !part.isEmpty, !part.hasPrefix("."), !part.hasSuffix(".lock") else { return false }
      var previous: UInt8 = 0
      for byte in part.bytes {
        switch byte {
        case 0..<33, 127: return false
        case UInt8(ascii: "."): if previous == byte { return false }
        case UInt8(ascii: "{"): if previous == UInt8(ascii: "@") { return false }
        case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: ":"), UInt8(ascii: "?"),
          UInt8(ascii: "["), UInt8(ascii: "\\"):
          return false
        case UInt8(ascii: "*"):
          starsLeft -= 1
          if starsLeft < 0 { return false }
        default: break
        }
        previous = byte
      }
    }
    return true
  }
}
