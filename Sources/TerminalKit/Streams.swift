#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The three standard streams as a command sees them.
package struct Streams: Sendable {
  /// Data: what the command was asked for.
  package var output: any ByteSink
  /// Everything else.
  package var error: any ByteSink
  /// Whether somebody can be asked.
  package var inputIsTerminal: Bool

  package init(output: any ByteSink, error: any ByteSink, inputIsTerminal: Bool) {
    self.output = output
    self.error = error
    self.inputIsTerminal = inputIsTerminal
  }

  /// The process's own.
  package static var standard: Streams {
    Streams(
      output: FileSink(descriptor: STDOUT_FILENO),
      error: FileSink(descriptor: STDERR_FILENO),
      inputIsTerminal: isatty(STDIN_FILENO) == 1
    )
  }

  /// Streams without a terminal that keep what is written.
  package static func buffers() -> (streams: Streams, output: BufferSink, error: BufferSink) {
    let output = BufferSink()
    let error = BufferSink()
    return (Streams(output: output, error: error, inputIsTerminal: false), output, error)
  }
}
