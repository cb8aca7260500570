import ByteKit
import FileKit
import Foundation

/// A generated file as it is kept at the project's root.
enum GoldenFile {
  /// The project's root.
  static let root: ByteString = {
    let file: ByteString = #filePath
    return file.parentPath.parentPath.parentPath
  }()

  /// `UPDATE_SNAPSHOTS=1` (`make generate`) rewrites the files instead of comparing them.
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1"

  /// Whether the file at `path` (from the root) holds `content`, after writing it if asked to.
  static func matches(_ content: ByteString, at path: ByteString) throws -> Bool {
    let path = root.appendingPath(path)
    if isUpdating, try FileSystem.readIfPresent(path) != content {
      try FileSystem.makeDirectory(path.parentPath)
      try FileSystem.writeAtomically(content, to: path)
    }
    return try FileSystem.readIfPresent(path) == content
  }
}
