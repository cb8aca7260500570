package import ByteKit

/// A tag that names a version.
package struct VersionTag: Hashable, Sendable {
  /// Without `refs/tags/`.
  package let name: ByteString
  package let version: Version
  /// The object name of the commit that it leads to.
  package let commit: ByteString
  package let isAnnotated: Bool
}
