package import ByteKit

/// How a child process ended, and what it printed to captured streams.
package struct ProcessResult: Sendable {
  package enum Termination: Hashable, Sendable {
    case exited(Int32)
    case signaled(Int32)
    /// Ended by us because its time limit had passed.
    case timedOut
  }

  package let termination: Termination
  /// Empty unless the stream was captured.
  package let output: ByteString
  package let errorOutput: ByteString

  package init(termination: Termination, output: ByteString, errorOutput: ByteString) {
    self.termination = termination
    self.output = output
    self.errorOutput = errorOutput
  }

  package var succeeded: Bool { termination == .exited(0) }

  /// The exit status as a shell reports it: 128 + signal for a signal, 124 for a time limit.
  package var shellStatus: Int32 {
    switch termination {
    case .exited(let status): status
    case .signaled(let signal): 128 + signal
    case .timedOut: 124
    }
  }
}
