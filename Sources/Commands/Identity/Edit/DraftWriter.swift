import ByteKit
import DiagnosticKit
import FileKit
import ToolKit

/// Writes a draft under git's own locks: all of it, or nothing.
struct DraftWriter {
  let context: Context
  private static let patience = Duration.seconds(1)

  /// A lock that can be kept in a list.
  private final class Held {
    private var lock: LockFile?

    init(_ path: ByteString) throws(LockError) {
      lock = try LockFile(locking: path, timeout: DraftWriter.patience)
    }

    var path: ByteString { lock?.path ?? "" }

    /// Makes the new content ready beside the file.
    func prepare(_ content: ByteString) throws(FileError) { try lock?.write(content) }

    func commit() throws(FileError) { try lock.take()?.commit() }

    func remove() throws(FileError) {
      guard let lock = lock.take() else { return }
      try FileSystem.remove(lock.path)
    }
  }

  /// False, with nothing written, if a file is not what it was when the draft was made.
  ///
  /// `record` is called between the comparison and the first change.
  func write(_ draft: Draft, record: ([Draft.File]) throws -> Void) throws -> Bool {
    let changes = draft.changes
    if changes.isEmpty { return true }
    for file in changes where file.before == nil {
      try FileSystem.makeDirectory(file.path.parentPath)
    }
    var locks: [ByteString: Held] = [:]
    for file in changes.sorted(by: { ($0.part, $0.path) < ($1.part, $1.path) }) {
      locks[file.path] = try lock(file)
    }
    for file in changes {
      guard try FileSystem.readIfPresent(file.path) == file.before else { return false }
    }
    for file in changes {
      if let after = file.after { try locks[file.path]?.prepare(after) }
    }
    try record(changes)
    for file in changes {
      if file.after == nil {
        try locks[file.path]?.remove()
      } else {
        try locks[file.path]?.commit()
      }
    }
    return true
  }

  private func lock(_ file: Draft.File) throws -> Held {
    do throws(LockError) {
      return try Held(file.path)
    } catch {
      guard case .failed(let reason) = error else { throw error }
      throw UnwritableFile(path: file.path, reason: reason, lines: addedLines(file))
    }
  }

  /// What would have been added, to be added by hand.
  private func addedLines(_ file: Draft.File) -> [ByteString] {
    let before = Set((file.before ?? "").lines)
    return (file.after ?? "").lines.filter { !before.contains($0) || $0.hasPrefix("[") }
      .filter { line in !before.contains(line) }
  }
}

/// A file of the user's that cannot be written: managed by another program, or someone else's.
struct UnwritableFile: Diagnostic {
  let path: ByteString
  let reason: FileError
  let lines: [ByteString]

  var message: String { "cannot write '\(path.text)': \(reason.reason)" }

  var hints: [String] {
    guard !lines.isEmpty, lines.count <= 12 else { return [] }
    return ["add these lines to it in the way in which it is made:"] + lines.map { "  \($0.text)" }
  }
}
