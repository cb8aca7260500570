import ByteKit
import FileKit

/// A folder for what passes between this command and the git that it runs.
struct CommitScratch {
  let folder: ByteString

  init(in gitDirectory: ByteString) throws {
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    folder = gitDirectory.appendingPath(ByteString("changelog-commit-\(number)"))
    try FileSystem.makeDirectory(folder)
  }

  func path(_ name: ByteString) -> ByteString { folder.appendingPath(name) }

  @discardableResult
  func write(
    _ content: ByteString,
    to name: ByteString,
    executable: Bool = false
  ) throws
    -> ByteString
  {
    try FileSystem.writeAtomically(
      content,
      to: path(name),
      permissions: executable ? 0o700 : 0o600
    )
    return path(name)
  }

  func read(_ name: ByteString) throws -> ByteString? {
    try FileSystem.readIfPresent(path(name))
  }

  func remove() {
    func clear(_ folder: ByteString) {
      for entry in (try? FileSystem.entries(of: folder)) ?? [] {
        let path = folder.appendingPath(entry.name)
        if entry.kind == .directory { clear(path) } else { try? FileSystem.remove(path) }
      }
      try? FileSystem.removeDirectory(folder)
    }
    clear(folder)
  }
}
