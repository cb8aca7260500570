package import ByteKit
import FileKit

/// What identities are called.
package enum IdentityNaming {
  /// `[A-Za-z0-9][A-Za-z0-9._-]*`.
  package static func isValid(_ name: ByteString) -> Bool {
    guard let first = name.bytes.first, isAlphanumeric(first) else { return false }
    return name.bytes.allSatisfy { isAlphanumeric($0) || isPunctuation($0) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    let lower = byte.lowercasedASCII
    return (lower >= 97 && lower <= 122) || (byte >= 48 && byte <= 57)
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  /// From the file's name without `gitconfig` and what joins it, else from its folder's.
  static func derived(from path: ByteString) -> ByteString {
    for text in [path.lastPathComponent, path.parentPath.lastPathComponent] {
      var rest = text.bytes
      if let range = text.lowercasedASCII.firstRange(of: "gitconfig") { rest.removeSubrange(range) }
      let name = sanitized(rest)
      if !name.isEmpty { return name }
    }
    return "identity"
  }

  private static func sanitized(_ bytes: [UInt8]) -> ByteString {
    let allowed = bytes.map { isAlphanumeric($0) || isPunctuation($0) ? $0 : UInt8(ascii: "-") }
    guard let first = allowed.firstIndex(where: isAlphanumeric),
      let last = allowed.lastIndex(where: isAlphanumeric)
    else { return "" }
    return ByteString(allowed[first...last])
  }
}
