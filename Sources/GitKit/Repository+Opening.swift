import ByteKit
package import ConfigKit
package import HistoryKit
package import ProcessKit

extension Repository {
  /// Opens the repository that discovery has found, with whatever reads it best.
  ///
  /// This is the one place that chooses. libgit2 reads an object in a microsecond where git needs a
  /// message to another process, so it is taken wherever it sees what git sees. It does not in
  /// repositories with SHA-256, reftable or an extension that it has not heard of, nor where
  /// variables put objects elsewhere; there git itself reads. `GIT_TOOLBOX_READER` (`libgit2`,
  /// `git`) forces one, for tests.
  package convenience init(_ location: RepositoryLocation, git: GitProcess) throws(GitError) {
    self.init(location, git: git, reader: try Self.fasterReader(of: location, git))
  }

  /// libgit2 where it sees what git sees; nil elsewhere.
  private static func fasterReader(
    of location: RepositoryLocation,
    _ git: GitProcess
  ) throws(GitError) -> Libgit2Reader? {
    switch git.environment["GIT_TOOLBOX_READER"] {
    case "git": return nil
    case "libgit2": return try Libgit2Reader(location)
    default: break
    }
    let redirections: [ByteString] = ["GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"]
    if redirections.contains(where: { git.environment.nonEmpty($0) != nil }) { return nil }
    do throws(GitError) {
      return try Libgit2Reader(location)
    } catch {
      guard case .unsupportedFormat = error.reason else { throw error }
      return nil
    }
  }
}
