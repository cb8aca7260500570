import ByteKit
import FileKit
import ProcessKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Whether git trusts what it found.
///
/// Source: `safe.directory` and `safe.bareRepository` in git-config(1).
extension RepositorySearch {
  /// With this, git takes every file for someone else's; its own tests use it.
  private static let distrust: ByteString = "GIT_TEST_ASSUME_DIFFERENT_OWNER"

  /// The first path that belongs to someone else, unless `safe.directory` names the repository.
  mutating func untrusted(
    _ paths: [ByteString],
    naming directory: ByteString
  ) throws(ConfigError) -> ByteString? {
    let distrustsAll = try EnvironmentSwitch.isOn(Self.distrust, in: environment)
    guard let foreign = paths.first(where: { distrustsAll || !isOwn($0) }) else { return nil }
    var isSafe = false
    for entry in try protectedConfiguration().all("safe.directory") {
      guard let value = entry.value, !value.isEmpty else {
        isSafe = false
        continue
      }
      if value == "*" {
        isSafe = true
      } else if try names(value, directory) {
        isSafe = true
      }
    }
    return isSafe ? nil : foreign
  }

  private func isOwn(_ path: ByteString) -> Bool {
    guard let owner = (try? FileSystem.status(of: path, followingLinks: false))?.owner else {
      return false
    }
    // Root trusts its own files, and under sudo those of the user who called it.
    guard user == 0, owner != 0 else { return owner == user }
    return owner == sudoUser ?? user
  }

  private var sudoUser: uid_t? {
    environment.nonEmpty("SUDO_UID")?.validText.flatMap { uid_t($0) }
  }

  private mutating func names(
    _ value: ByteString,
    _ directory: ByteString
  ) throws(ConfigError) -> Bool {
    guard
      let path = PathExpansion(environment: environment, users: users).expand(value)
    else {
      throw ConfigError(.value, "failed to expand user dir in: '\(value.text)'")
    }
    if path == directory { return true }
    // Newer releases compare without links, and let `/*` stand for everything below.
    if path.isAbsolutePath, let parent = path.dropping(suffix: "*"), parent.hasSuffix("/") {
      if directory.hasPrefix(parent) { return gitVersion() >= .knowsSafeBelow }
      guard let real = try? GitPath.realPath(parent, in: start),
        directory.hasPrefix(real.appendingPath(""))
      else { return false }
      return gitVersion() >= .resolvesSafeLinks
    }
    guard path.isAbsolutePath || path == ".",
      (try? GitPath.realPath(path, in: start)) == directory
    else { return false }
    return gitVersion() >= .resolvesSafeLinks
  }

  mutating func requiresExplicitBare() throws(ConfigError) -> Bool {
    guard let entry = try protectedConfiguration().last("safe.bareRepository") else { return false }
    switch entry.value {
    case "explicit": return true
    case "all": return false
    default: throw .badVariable(entry)
    }
  }

  /// Git directories that belong to a work tree are no bare repositories for newer releases.
  mutating func isImplicitlyBare(_ directory: ByteString) -> Bool {
    guard
      directory.hasSuffix("/.git") || directory.contains("/.git/worktrees/")
        || directory.contains("/.git/modules/")
    else { return false }
    return gitVersion() >= .trustsImplicitBare
  }

  /// What only the user and the machine's administrator can have written.
  private mutating func protectedConfiguration() throws(ConfigError) -> ConfigStack {
    var loader = ConfigLoader(
      place: ConfigPlace(.trust, in: start),
      environment: environment,
      gitVersion: knownVersion,
      users: users
    )
    let stack = try loader.load()
    knownVersion = stack.gitVersion
    return stack
  }
}

extension Refusal {
  static func dubiousOwnership(of directory: ByteString, _ foreign: ByteString) -> Refusal {
    Refusal(
      reason: .owner(path: foreign),
      directory: directory,
      message: "detected dubious ownership in repository at '\(directory.text)'",
      hints: ["git config --global --add safe.directory \(directory.shellQuoted.text)"]
    )
  }

  static func bareRepository(_ directory: ByteString) -> Refusal {
    Refusal(
      reason: .bareRepository,
      directory: directory,
      message:
        "cannot use bare repository '\(directory.text)' (safe.bareRepository is 'explicit')",
      hints: ["git --git-dir=\(directory.shellQuoted.text) <command>"]
    )
  }
}
