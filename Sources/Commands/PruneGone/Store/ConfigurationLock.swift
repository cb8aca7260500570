import ByteKit
import FileKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Git's lock on the repository's configuration, taken so that it can be told whose it is.
///
/// The lock file is a hard link to a file of ours, made in one step: after a crash, equal inodes prove
/// that the lock is ours and not that of another git. Dropped without `commit`, all is as before.
struct ConfigurationLock: ~Copyable {
  /// The configuration itself, links resolved.
  let path: ByteString
  private let staging: ByteString
  private var isHeld = true

  /// What the file held when the lock was taken; nothing changes it until `commit`.
  let content: ByteString

  static func stagingPath(for configuration: ByteString) -> ByteString {
    configuration + ".prune-gone"
  }

  /// Takes the lock, trying again until `timeout` has passed.
  ///
  /// `path`: with links resolved.
  init(_ path: ByteString, timeout: Duration) throws {
    let staging = Self.stagingPath(for: path)
    self.path = path
    self.staging = staging
    try FileSystem.remove(staging)
    try Self.create(staging, permissions: try FileSystem.status(of: path)?.permissions)
    do {
      try Self.link(staging, to: path + ".lock", timeout: timeout)
    } catch {
      try? FileSystem.remove(staging)
      throw error
    }
    do {
      content = try FileSystem.readIfPresent(path) ?? ""
    } catch {
      try? FileSystem.remove(path + ".lock")
      try? FileSystem.remove(staging)
      throw error
    }
  }

  /// Writes the new content into the lock file and makes it durable; the configuration itself stays.
  borrowing func prepare(_ content: ByteString) throws(FileError) {
    try FileSystem.overwrite(path + ".lock", with: content)
  }

  /// Puts the prepared content in the configuration's place.
  consuming func commit() throws(FileError) {
    try FileSystem.rename(path + ".lock", to: path)
    isHeld = false
    try FileSystem.remove(staging)
  }

  deinit {
    if isHeld {
      try? FileSystem.remove(path + ".lock")
      try? FileSystem.remove(staging)
    }
  }

  /// Removes what a killed run left: its lock, if there is one and it is provably its own.
  ///
  /// Returns whether a lock was removed.
  static func removeLeftovers(of path: ByteString) throws(FileError) -> Bool {
    let staging = stagingPath(for: path)
    guard let ours = try FileSystem.status(of: staging, followingLinks: false) else { return false }
    let lock = try FileSystem.status(of: path + ".lock", followingLinks: false)
    let isOurs = lock?.isSameFile(as: ours) ?? false
    if isOurs { try FileSystem.remove(path + ".lock") }
    try FileSystem.remove(staging)
    return isOurs
  }

  private static func create(_ path: ByteString, permissions: mode_t?) throws(FileError) {
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw FileError("create", path) }
    defer { close(descriptor) }
    if let permissions, fchmod(descriptor, permissions) != 0 { throw FileError("create", path) }
  }

  private static func link(
    _ source: ByteString,
    to target: ByteString,
    timeout: Duration
  ) throws {
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    while true {
      let code = source.withCString { from in
        target.withCString { to in linkFile(from, to) }
      }
      if code == 0 { return }
      guard errno == EEXIST else { throw FileError("lock", target) }
      guard clock.now < deadline else {
        throw LockError.held(path: target.dropping(suffix: ".lock") ?? target)
      }
      usleep(20_000)
    }
  }
}

private func linkFile(_ source: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> Int32 {
  #if canImport(Glibc)
  Glibc.link(source, target)
  #elseif canImport(Musl)
  Musl.link(source, target)
  #else
  Darwin.link(source, target)
  #endif
}
