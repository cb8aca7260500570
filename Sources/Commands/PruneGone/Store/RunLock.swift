import ByteKit
import DiagnosticKit
import FileKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The kernel's lock on `<common dir>/prune-gone/lock`: one run at a time in a repository.
///
/// It goes with the process however that ends, so it is never stale. `git update-ref` inherits it,
/// so that the run after a killed one waits until that git has ended too.
struct RunLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock, waiting up to `timeout`.
  init(_ path: ByteString, timeout: Duration, holder: () -> Int64?) throws {
    let opened = path.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o666) }
    guard opened >= 0 else { throw FileError("open", path) }
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    while flock(opened, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        let error = FileError("lock", path)
        close(opened)
        throw error
      }
      guard clock.now < deadline else {
        close(opened)
        throw RunLockError(process: holder())
      }
      usleep(20_000)
    }
    descriptor = opened
  }

  /// What a child is given so that the lock is held until it has ended too.
  var shared: [Int32] { [descriptor] }

  deinit { close(descriptor) }
}

/// Another run holds the repository.
struct RunLockError: Diagnostic {
  let process: Int64?

  var message: String {
    "another 'git prune-gone' is running here\(process.map { " (process \($0))" } ?? "")"
  }

  var hints: [String] { ["try again when it has ended"] }
}
