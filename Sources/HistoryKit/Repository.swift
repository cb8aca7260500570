package import ByteKit
package import ConfigKit
import FileKit
package import ProcessKit

/// A repository to read: references, history, objects.
///
/// Configuration is not its business. Everything handed out is a value. Not for use by several
/// threads at once.
package final class Repository {
  package let location: RepositoryLocation
  /// What does the reading.
  package let reader: any ObjectReader
  let storage: ObjectStorage
  /// Git itself, for what it alone answers as it does.
  let git: GitReader
  var folders = FolderCache()

  /// Reads the repository that discovery has found by way of `reader`, which is open on it; nil:
  /// git itself reads.
  package init(
    _ location: RepositoryLocation,
    git: GitProcess,
    reader: (any ObjectReader)? = nil
  ) {
    self.location = location
    self.git = GitReader(location, git: git)
    self.reader = reader ?? self.git
    storage = ObjectStorage(location, environment: git.environment)
  }

  /// Where this worktree's HEAD is.
  package var gitDirectory: ByteString { location.gitDirectory }
  /// Where references and objects are.
  package var commonDirectory: ByteString { location.commonDirectory }

  /// Whether history was cut off when this was cloned or fetched.
  ///
  /// Then a negative answer about ancestry means nothing.
  package var isShallow: Bool { storage.isShallow }

  /// Whether objects were left out (`git clone --filter`), to be fetched when git misses them.
  package var isPartialClone: Bool { storage.isPartialClone }
}
