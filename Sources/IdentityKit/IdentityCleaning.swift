package import ByteKit

/// What git strips from names and addresses before it records them.
package enum IdentityCleaning {
  /// Whether the byte is dropped at the ends; dots only before git 2.42.
  static func isCrud(_ byte: UInt8, strippingDots: Bool) -> Bool {
    switch byte {
    case 0...32, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"):
      true
    case UInt8(ascii: "."): strippingDots
    default: false
    }
  }

  /// Whether nothing of it would be left at the ends' stripping.
  static func isOnlyCrud(_ text: ByteString, strippingDots: Bool) -> Bool {
    text.bytes.allSatisfy { isCrud($0, strippingDots: strippingDots) }
  }

  /// Whether git records both as the same.
  package static func isSame(_ left: ByteString, _ right: ByteString) -> Bool {
    cleaned(left, strippingDots: false) == cleaned(right, strippingDots: false)
  }

  /// As git records it.
  package static func cleaned(_ text: ByteString, strippingDots: Bool) -> ByteString {
    let bytes = text.bytes
    guard
      let first = bytes.firstIndex(where: { !isCrud($0, strippingDots: strippingDots) }),
      let last = bytes.lastIndex(where: { !isCrud($0, strippingDots: strippingDots) })
    else { return ByteString() }
    return ByteString(
      bytes[first...last].filter {
        $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
      }
    )
  }
}
