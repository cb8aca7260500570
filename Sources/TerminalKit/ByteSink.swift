package import ByteKit

/// Where output goes.
package protocol ByteSink: AnyObject, Sendable {
  /// Writes all of `bytes` before it returns; a failure is kept in `writeError`.
  func write(_ bytes: ByteString)

  var isTerminal: Bool { get }

  /// The terminal's width, nil if there is no terminal or it does not say.
  var columns: Int? { get }

  /// The errno of the first write that failed, after which nothing more is written.
  var writeError: Int32? { get }
}
