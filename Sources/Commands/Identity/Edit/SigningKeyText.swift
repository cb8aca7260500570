import ByteKit

/// What the text of a signing key says about its kind.
///
/// Source: `user.signingKey` in git-config(1).
struct SigningKeyText {
  let text: ByteString

  init(_ text: ByteString) { self.text = text }

  /// The key itself instead of a name or a file.
  var isLiteral: Bool { text.hasPrefix("key::") || text.hasPrefix("ssh-") }

  /// A path; names of openpgp keys hold no slash at their beginning.
  var isFile: Bool {
    !isLiteral
      && (text.hasPrefix("/") || text.hasPrefix("~/") || text.hasPrefix("./")
        || text.hasPrefix("../") || text.hasSuffix(".pub"))
  }

  /// `gpg.format` for it.
  var format: ByteString { isLiteral || isFile ? "ssh" : "openpgp" }
}
