package import ByteKit

/// The rules for reference names.
///
/// Source: git-check-ref-format(1).
package enum RefName {
  /// Whether git takes `name` for a reference; one without a slash (`HEAD`) counts.
  package static func isValid(_ name: ByteString) -> Bool {
    guard !name.isEmpty, name != "@", name.bytes.last != UInt8(ascii: ".") else { return false }
    return name.split(on: UInt8(ascii: "/")).allSatisfy(isValidComponent)
  }

  private static func isValidComponent(_ component: ByteString) -> Bool {
    guard let first = component.bytes.first, first != UInt8(ascii: "."),
      !component.hasSuffix(".lock")
    else { return false }
    var previous: UInt8 = 0
    for byte in component.bytes {
      switch byte {
      case 0...32, 127, UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: ":"),
        UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "["), UInt8(ascii: "\\"):
        return false
      case UInt8(ascii: ".") where previous == UInt8(ascii: "."):
        return false
      case UInt8(ascii: "{") where previous == UInt8(ascii: "@"):
        return false
      default:
        previous = byte
      }
    }
    return true
  }
}
