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
  var folders = FolderCache()

  /// Reads the repository that discovery has found by way of `reader`, which is open on it.
  package init(
    _ location: RepositoryLocation,
    environment: Environment,
    reader: any ObjectReader
  ) {
    self.location = location
    self.reader = reader
    storage = ObjectStorage(location, environment: environment)
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
