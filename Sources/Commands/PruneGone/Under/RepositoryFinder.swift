import ByteKit
import FileKit

/// Finds the repositories below a folder: clones with a `.git` folder, and bare ones.
///
/// Submodules and linked worktrees, whose `.git` is a file, are not repositories of their own here;
/// links are not followed.
enum RepositoryFinder {
  /// In byte order of their paths.
  ///
  /// Folders that cannot be read are given to `unreadable`.
  static func repositories(
    below folder: ByteString,
    unreadable: (FileError) -> Void
  ) -> [ByteString] {
    var found: [ByteString] = []
    var waiting = [folder]
    while let directory = waiting.popLast() {
      let entries: [DirectoryEntry]
      do throws(FileError) {
        entries = try FileSystem.entries(of: directory)
      } catch {
        unreadable(error)
        continue
      }
      if isBare(entries) {
        found.append(directory)
        continue
      }
      if entries.contains(where: { $0.name == ".git" && $0.kind == .directory }) {
        found.append(directory)
      }
      for entry in entries where entry.kind == .directory && entry.name != ".git" {
        waiting.append(directory.appendingPath(entry.name))
      }
    }
    return found.sorted()
  }

  /// Git's own signs of a git directory (setup.c, `is_git_directory`).
  private static func isBare(_ entries: [DirectoryEntry]) -> Bool {
    func has(_ name: ByteString, _ kind: FileKind) -> Bool {
      entries.contains { $0.name == name && $0.kind == kind }
    }
    return has("objects", .directory) && has("refs", .directory)
      && entries.contains { $0.name == "HEAD" && $0.kind != .directory }
  }
}
