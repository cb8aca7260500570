import DiagnosticKit
import ProcessKit

/// A signal has ended the work before anything was deleted; the process ends by it once that is said.
struct Interruption: Diagnostic {
  var message = "interrupted: nothing was deleted"
  var exitStatus: ExitStatus { .failure }

  /// Throws if a signal has come.
  static func check(_ message: @autoclosure () -> String? = nil) throws(Interruption) {
    if SignalTrap.pending == nil { return }
    throw message().map(Interruption.init) ?? Interruption()
  }
}
