package import ByteKit
package import ConfigKit

/// A remote's URL as it is configured, and as git uses it.
package struct RemoteURL: Sendable {
  package let configured: ByteString
  /// nil if the remote was given as a URL itself.
  package let entry: ConfigEntry?
  /// After `insteadOf` or `pushInsteadOf`.
  package let used: ByteString
  /// The `url.<base>.insteadOf` (or `pushInsteadOf`) that changed it.
  package let rewrite: ConfigEntry?

  /// How git gets there.
  package var endpoint: RemoteEndpoint { RemoteEndpoint(used) }
}
