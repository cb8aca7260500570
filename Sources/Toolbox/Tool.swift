package import CommandLineKit
package import DiagnosticKit

/// One git subcommand: its command line as data, and what it does.
package protocol Tool {
  associatedtype Options: Sendable

  /// The single definition of the command line: help, man page and completions are made from it.
  static var command: Command<Options> { get }

  /// Does the work; a thrown `Diagnostic` is printed by the runner and picks the exit status.
  static func run(_ options: Options, in context: Context) throws -> ExitStatus
}
