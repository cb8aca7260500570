package import ByteKit
package import CommandLineKit
package import DiagnosticKit

/// One git subcommand: its command line as data, and what it does.
package protocol Tool {
  associatedtype Options: Sendable

  /// The single definition of the command line: help, man page and completions are made from it.
  static var command: Command<Options> { get }

  /// The options of the plainest command lines, read without the declaration; nil for all others.
  ///
  /// For a command that is called at each prompt: making the declaration takes a third of the time
  /// that git takes for its answer. It must say what `command` would.
  static func plainOptions(_ arguments: [ByteString]) -> Options?

  /// Does the work; a thrown `Diagnostic` is printed by the runner and picks the exit status.
  static func run(_ options: Options, in context: Context) throws -> ExitStatus
}

extension Tool {
  package static func plainOptions(_ arguments: [ByteString]) -> Options? { nil }
}
