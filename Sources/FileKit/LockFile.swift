package import ByteKit
import DiagnosticKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Git's lock on a file could not be taken.
package enum LockError: Diagnostic {
  /// Another process holds it, or one died holding it.
  case held(path: ByteString)
  case failed(FileError)

  package var message: String {
    switch self {
    case .held(let path): "unable to lock '\(path.text)': '\(path.text).lock' exists"
    case .failed(let error): error.message
    }
  }

  package var hints: [String] {
    switch self {
    case .held(let path):
      [
        "another git process seems to be running; if none is, remove the file "
          + "'\(path.text).lock' and try again"
      ]
    case .failed: []
    }
  }
}

/// Git's own lock on a file: `<file>.lock`, created exclusively, renamed over the file on commit.
///
/// Git takes the lock beside the target of a symbolic link, and so does this. Dropped without
/// `commit`, the lock file is removed and the file is as before.
package struct LockFile: ~Copyable {
  /// The file itself, links resolved.
  package let path: ByteString
  private let descriptor: Int32
  private var isHeld = true

  /// The lock file's path.
  package var lockPath: ByteString { path + ".lock" }

  /// Takes the lock, trying again until `timeout` has passed.
  package init(locking path: ByteString, timeout: Duration = .zero) throws(LockError) {
    let target: ByteString
    let permissions: mode_t?
    do throws(FileError) {
      target = try FileSystem.resolvingLinks(path)
      permissions = try FileSystem.status(of: target)?.permissions
    } catch {
      throw .failed(error)
    }
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    var opened: Int32 = -1
    while true {
      opened = (target + ".lock").withCString {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
      if opened >= 0 { break }
      guard errno == EEXIST else { throw .failed(FileError("lock", target)) }
      guard clock.now < deadline else { throw .held(path: target) }
      usleep(20_000)
    }
    if let permissions, fchmod(opened, permissions) != 0 {
      let error = FileError("lock", target)
      close(opened)
      try? FileSystem.remove(target + ".lock")
      throw .failed(error)
    }
    self.path = target
    descriptor = opened
  }

  /// Appends to the new content.
  package func write(_ content: ByteString) throws(FileError) {
    try FileSystem.write(content, to: descriptor, path: lockPath)
  }

  /// Makes the new content durable and puts it in the file's place.
  package consuming func commit() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError("write", lockPath) }
    try FileSystem.rename(lockPath, to: path)
    isHeld = false
  }

  deinit {
    close(descriptor)
    if isHeld { try? FileSystem.remove(path + ".lock") }
  }
}
