package import DiagnosticKit

/// A command's own error: one message, what to do next, and the exit status.
package struct ToolError: Diagnostic {
  package let message: String
  package let hints: [String]
  package let exitStatus: ExitStatus

  /// An error in git's style; it is fatal unless told otherwise: nothing was changed.
  package init(_ message: String, hints: [String] = [], exitStatus: ExitStatus = .fatal) {
    self.message = message
    self.hints = hints
    self.exitStatus = exitStatus
  }
}
