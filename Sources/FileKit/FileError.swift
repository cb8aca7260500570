package import ByteKit
import DiagnosticKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file operation that the system refused.
package struct FileError: Diagnostic {
  /// What was tried, as a verb that reads after "cannot": `read`, `create`, `rename`.
  package let operation: String
  package let path: ByteString
  /// The system's `errno`.
  package let code: Int32

  package init(operation: String, path: ByteString, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The error of a call that just failed: reads `errno`.
  package init(_ operation: String, _ path: ByteString) {
    self.init(operation: operation, path: path, code: errno)
  }

  package var message: String { "cannot \(operation) '\(path.text)': \(reason)" }

  /// The system's words for `code`.
  package var reason: String { systemErrorText(code) }

  /// The file, or a folder on the way to it, is not there.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}

/// The C library's English words for an `errno`.
///
/// `strerror` answers in English unless the program calls `setlocale`, which none of ours does.
package func systemErrorText(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text)
}
