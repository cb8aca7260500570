/// An error that a person can act on: what every kit's errors conform to.
///
/// Kits throw diagnostics and never print; the runner in ToolKit is the only place that turns one
/// into `fatal:`, `error:` and `hint:` lines and an exit status.
package protocol Diagnostic: Error {
  /// One line in git's style: lower case, no full stop, names in single quotes.
  ///
  /// May hold raw bytes from outside as decoded text; the runner makes control characters harmless.
  var message: String { get }

  /// What to do next, one line each: usually a command to type.
  var hints: [String] { get }

  /// The process's exit status if this error ends it.
  var exitStatus: ExitStatus { get }
}

extension Diagnostic {
  package var hints: [String] { [] }
  package var exitStatus: ExitStatus { .fatal }
}

/// A process's exit status, named as git uses them.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Done, or nothing to do.
  package static let success = Self(rawValue: 0)
  /// Failed after it began, or a check found something.
  package static let failure = Self(rawValue: 1)
  /// Cannot run here; nothing was changed.
  package static let fatal = Self(rawValue: 128)
  /// The command line is wrong.
  package static let usage = Self(rawValue: 129)
}
