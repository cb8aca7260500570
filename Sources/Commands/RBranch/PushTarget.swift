import ByteKit
import ConfigKit

/// One of the URLs that a push to the remote goes to.
struct PushTarget: Equatable {
  /// As git uses it, after rewriting; may hold a password.
  let url: ByteString
  /// What `git ls-remote` and `git push` take for it: the remote's name where that means this URL
  /// alone, else the URL.
  let address: ByteString

  /// For people.
  var shown: ByteString { url.redactingCredentials }

  /// As git prints it after `To `, without user and password (transport.c,
  /// `transport_anonymize_url`).
  var printed: ByteString {
    guard let at = url.firstIndex(of: UInt8(ascii: "@")) else { return url }
    let rest = ByteString(url.bytes[(at + 1)...])
    guard let mark = url.firstRange(of: "://") else {
      let slash = url.firstIndex(of: UInt8(ascii: "/")) ?? Int.max
      let colon = url.firstIndex(of: UInt8(ascii: ":")) ?? Int.max
      // A path, or `user@host:path`.
      return at < colon && colon < slash ? rest : url
    }
    let slash = url.firstIndex(of: UInt8(ascii: "/"), from: mark.upperBound) ?? Int.max
    return mark.lowerBound < at && at < slash
      ? ByteString(url.bytes[..<mark.upperBound]) + rest : url
  }
}
