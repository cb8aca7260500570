package import ByteKit
package import ConfigKit
import FileKit

/// A repository to read: references, history, objects.
///
/// Configuration is not its business. Everything handed out is a value. Not for use by several
/// threads at once.
package final class Repository {
  package let location: RepositoryLocation
  /// What does the reading.
  package let reader: any ObjectReader

  /// Reads the repository that discovery has found by way of `reader`, which is open on it.
  package init(_ location: RepositoryLocation, reader: any ObjectReader) {
    self.location = location
    self.reader = reader
  }

  /// Where this worktree's HEAD is.
  package var gitDirectory: ByteString { location.gitDirectory }
  /// Where references and objects are.
  package var commonDirectory: ByteString { location.commonDirectory }
  /// Where loose objects and packs are.
  package var objectDirectory: ByteString { commonDirectory.appendingPath("objects") }
  /// Where a shallow clone lists the commits whose parents it lacks.
  package var shallowFile: ByteString { commonDirectory.appendingPath("shallow") }

  /// Whether history was cut off when this was cloned or fetched.
  ///
  /// Then a negative answer about ancestry means nothing.
  package var isShallow: Bool {
    guard let status = try? FileSystem.status(of: shallowFile) else { return false }
    return status.size > 0
  }

  /// Whether git has a file that answers questions about ancestry without reading commits.
  var hasCommitGraph: Bool {
    let info = objectDirectory.appendingPath("info")
    return FileSystem.exists(info.appendingPath("commit-graph"))
      || FileSystem.exists(info.appendingPath("commit-graphs"))
  }

  /// Whether objects were left out (`git clone --filter`), to be fetched when git misses them.
  package var isPartialClone: Bool {
    let packs = (try? FileSystem.entries(of: objectDirectory.appendingPath("pack"))) ?? []
    return packs.contains { $0.name.hasSuffix(".promisor") }
  }
}
