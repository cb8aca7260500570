package import ByteKit
package import FileKit

/// Finds the repositories below a folder, without a look into any of them.
///
/// Links are not followed; git directories and bare repositories are not entered.
package struct RepositoryWalk {
  package struct Place: Sendable {
    /// Where a user would stand.
    package let path: ByteString
    /// As it is shown: from the folder that was asked for.
    package let name: ByteString
  }

  package private(set) var places: [Place] = []
  /// Folders that could not be read.
  package private(set) var unreadable: [FileError] = []

  /// `progress` is called with the number of places found so far.
  package init(_ root: ByteString, progress: (Int) -> Void) throws(FileError) {
    var pending = [Place(path: root, name: "")]
    while let folder = pending.popLast() {
      let entries: [DirectoryEntry]
      do throws(FileError) {
        entries = try FileSystem.entries(of: folder.path)
      } catch {
        if folder.name.isEmpty { throw error }
        unreadable.append(error)
        continue
      }
      if Self.isBare(entries) {
        places.append(folder)
        continue
      }
      for entry in entries {
        if entry.name == ".git" {
          places.append(folder)
          progress(places.count)
        } else if entry.kind == .directory {
          pending.append(
            Place(
              path: folder.path.appendingPath(entry.name),
              name: folder.name.appendingPath(entry.name)
            )
          )
        }
      }
    }
    places.sort { $0.name < $1.name }
  }

  private static func isBare(_ entries: [DirectoryEntry]) -> Bool {
    var found = 0
    for entry in entries
    where entry.name == "HEAD" || entry.name == "objects" || entry.name == "refs" {
      found += 1
    }
    return found == 3
  }
}
