package import ByteKit
import DiagnosticKit
import FileKit

/// A program that could not be started. (One that ran and failed is a `ProcessResult`.)
package struct ProcessError: Diagnostic {
  package let program: ByteString
  /// The system's `errno`; ENOENT also when no folder of PATH has the program.
  package let code: Int32

  package var message: String { "cannot run '\(program.text)': \(systemErrorText(code))" }
}
