package import ByteKit

/// A sink that keeps what is written, for tests and for output that is shown later.
package final class BufferSink: ByteSink {
  private let buffer = Protected(ByteString())
  package let isTerminal: Bool
  package let columns: Int?

  package init(isTerminal: Bool = false, columns: Int? = nil) {
    self.isTerminal = isTerminal
    self.columns = columns
  }

  package func write(_ bytes: ByteString) { buffer.withLock { $0 += bytes } }

  /// All that was written so far.
  package var content: ByteString { buffer.withLock { $0 } }

  package var writeError: Int32? { nil }
}
