package import ByteKit

/// Addresses as identities are told apart by them.
package enum EmailAddress {
  /// The form in which two spellings of one address are equal: as git records it, with the domain in
  /// lower case; what stands before the `@` is the receiver's business and stays.
  package static func canonical(_ address: ByteString) -> ByteString {
    let cleaned = IdentityCleaning.cleaned(address, strippingDots: false)
    guard let at = cleaned.bytes.lastIndex(of: UInt8(ascii: "@")) else { return cleaned }
    return ByteString(
      cleaned.bytes[..<at] + cleaned.bytes[at...].map(\.lowercasedASCII)
    )
  }

  package static func isSame(_ left: ByteString, _ right: ByteString) -> Bool {
    canonical(left) == canonical(right)
  }
}
