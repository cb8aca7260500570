import CPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Between `install` and `remove`, INT, TERM, HUP and QUIT are noted instead of ending the process,
/// and reach the running children, so that a command can undo its work before it ends.
///
/// Process-wide, since signals are.
package enum SignalTrap {
  package static func install() { cposix_trap_install() }

  package static func remove() { cposix_trap_remove() }

  /// The first signal noted since `install` or `clear`.
  package static var pending: Int32? {
    let signal = cposix_trap_pending()
    return signal == 0 ? nil : signal
  }

  /// Waits a moment for our own copy of the signal that a child has just died of.
  ///
  /// A signal to the whole group reaches its processes one after the other, so a child may be
  /// gone before we are told.
  package static func settle(after termination: ProcessResult.Termination) {
    guard case .signaled(let signal) = termination,
      [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(signal)
    else { return }
    for _ in 0..<20 where pending == nil { usleep(5_000) }
  }

  /// Forgets the noted signal, so that clean-up can run children undisturbed.
  package static func clear() { cposix_trap_clear() }

  /// Ends the process by `signal`, as if it had never been caught.
  package static func raise(_ signal: Int32) -> Never {
    cposix_trap_remove()
    #if canImport(Glibc)
    _ = Glibc.signal(signal, SIG_DFL)
    Glibc.raise(signal)
    #elseif canImport(Musl)
    _ = Musl.signal(signal, SIG_DFL)
    Musl.raise(signal)
    #else
    _ = Darwin.signal(signal, SIG_DFL)
    Darwin.raise(signal)
    #endif
    exit(128 + signal)
  }
}
