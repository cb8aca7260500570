package import ByteKit
package import ConfigKit

/// One value in an identity's file, or in a file that it includes.
package struct IdentitySetting: Sendable {
  package let key: ConfigKey
  /// nil for a name without `=`.
  package let value: ByteString?
  package let path: ByteString
  /// From 1.
  package let line: Int
}
