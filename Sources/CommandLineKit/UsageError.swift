package import DiagnosticKit

/// A command line that cannot be carried out as written.
package struct UsageError: Diagnostic {
  package var message: String
  package var hints: [String]
  package var exitStatus: ExitStatus { .usage }

  package init(_ message: String, hints: [String] = []) {
    self.message = message
    self.hints = hints
  }
}
