package import ByteKit
import FileKit
package import ProcessKit

/// `~/`, `~user/` and `%(prefix)/` at the beginning of paths in configuration.
///
/// Source: git-config(1), "pathname".
package struct PathExpansion: Sendable {
  private let environment: Environment
  private let users: UserDatabase

  package init(environment: Environment, users: UserDatabase) {
    self.environment = environment
    self.users = users
  }

  /// nil if there is no such user or no HOME.
  package func expand(_ path: ByteString) -> ByteString? {
    if path.bytes.first == UInt8(ascii: "%"), let rest = path.dropping(prefix: "%(prefix)/") {
      return GitInstallation(environment).prefix.appendingPath(rest)
    }
    guard path.bytes.first == UInt8(ascii: "~") else { return path }
    let nameEnd = path.firstIndex(of: UInt8(ascii: "/")) ?? path.count
    let rest = ByteString(path.bytes[nameEnd...])
    guard nameEnd > 1 else { return environment["HOME"].map { $0 + rest } }
    let name = ByteString(path.bytes[1..<nameEnd])
    return users.account(named: name).map { $0.home + rest }
  }
}
