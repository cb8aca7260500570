import ByteKit
import FileKit

/// `<common dir>/prune-gone`: what is kept beside a repository.
struct StateDirectory: Sendable {
  let path: ByteString

  init(commonDirectory: ByteString) {
    path = commonDirectory.appendingPath("prune-gone")
  }

  private var seenPath: ByteString { path.appendingPath("seen") }
  private var markerPath: ByteString { path.appendingPath("running") }
  private var lockPath: ByteString { path.appendingPath("lock") }
  private var historyPath: ByteString { path.appendingPath("runs") }
  private var restoredPath: ByteString { path.appendingPath("restored") }

  func create() throws(FileError) { try FileSystem.makeDirectory(path) }

  func lock(timeout: Duration) throws -> RunLock {
    try RunLock(lockPath, timeout: timeout) { (try? marker())?.flatMap(\.process) }
  }

  func seenTips() throws(FileError) -> SeenTips {
    try FileSystem.readIfPresent(seenPath).map(SeenTips.init(decoding:)) ?? SeenTips()
  }

  /// Durable when it returns.
  ///
  /// Writes nothing if nothing changed.
  func write(_ seen: SeenTips) throws(FileError) {
    let content = seen.encoded
    if try FileSystem.readIfPresent(seenPath) == content { return }
    try FileSystem.writeAtomically(content, to: seenPath)
  }

  /// The run that is changing the repository, or died doing so.
  func marker() throws(FileError) -> RunMarker? {
    try FileSystem.readIfPresent(markerPath).flatMap(RunMarker.init(decoding:))
  }

  func write(_ marker: RunMarker) throws(FileError) {
    try FileSystem.writeAtomically(marker.encoded, to: markerPath)
  }

  func removeMarker() throws(FileError) { try FileSystem.remove(markerPath) }

  func history() throws(FileError) -> RunHistory {
    try FileSystem.readIfPresent(historyPath).map(RunHistory.init(decoding:)) ?? RunHistory()
  }

  func write(_ history: RunHistory) throws(FileError) {
    try FileSystem.writeAtomically(history.encoded, to: historyPath)
  }

  /// What `--undo` brought back and is still where it was then.
  func restored() throws(FileError) -> RestoredBranches {
    try FileSystem.readIfPresent(restoredPath).map(RestoredBranches.init(decoding:))
      ?? RestoredBranches()
  }

  /// Writes nothing if nothing changed.
  func write(_ restored: RestoredBranches) throws(FileError) {
    let old = try FileSystem.readIfPresent(restoredPath)
    let content = restored.encoded
    if old == content || (old == nil && restored.records.isEmpty) { return }
    try FileSystem.writeAtomically(content, to: restoredPath)
  }
}
