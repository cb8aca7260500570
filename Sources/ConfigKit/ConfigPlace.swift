import ByteKit
import FileKit
import ProcessKit

/// What reading configuration depends on: where git stands, and what it takes for its repository.
struct ConfigPlace {
  /// What relative paths start from.
  let directory: ByteString
  /// git's own text for its git directory; nil without one.
  var gitDirectoryText: ByteString?
  let commonDirectoryText: ByteString?
  let usesWorktreeConfig: Bool
  let workTree: ByteString?
  let refStorage: ByteString
  let purpose: Purpose

  /// What the reading is for.
  enum Purpose {
    /// All that counts.
    case complete
    /// Which repositories are safe: no repository's own files.
    case trust
    /// How to trace, which git reads before all else: not the command line either.
    case tracing
  }

  /// Whether an unreadable system file is passed over, and a folder in place of a file.
  var isGentle: Bool { purpose != .complete }

  init(
    _ location: RepositoryLocation?,
    environment: Environment,
    workingDirectory: ByteString
  ) {
    purpose = .complete
    if let location {
      directory = location.directory
      gitDirectoryText = location.gitDirectoryText
      commonDirectoryText = location.commonDirectoryText
      usesWorktreeConfig = location.format.usesWorktreeConfig
      workTree = location.workTree
      refStorage = location.format.refStorage
    } else {
      directory = workingDirectory
      // A GIT_DIR that is no repository still names the place whose `config` git reads.
      gitDirectoryText = environment["GIT_DIR"]
      commonDirectoryText = gitDirectoryText.map { environment["GIT_COMMON_DIR"] ?? $0 }
      usesWorktreeConfig = false
      workTree = nil
      refStorage = "files"
    }
  }

  /// For a repository that need not exist.
  init(supposing repository: SupposedRepository) {
    purpose = .complete
    directory = repository.gitDirectory.parentPath
    gitDirectoryText = repository.gitDirectory
    commonDirectoryText = repository.gitDirectory
    usesWorktreeConfig = false
    workTree = directory
    refStorage = "files"
  }

  /// For what git reads before it knows or trusts a repository.
  init(_ purpose: Purpose, in workingDirectory: ByteString) {
    self.purpose = purpose
    directory = workingDirectory
    gitDirectoryText = nil
    commonDirectoryText = nil
    usesWorktreeConfig = false
    workTree = nil
    refStorage = "files"
  }

  /// A path as it is for the system, whatever this process's own directory is.
  func absolute(_ path: ByteString) -> ByteString { path.absolutePath(in: directory) }
}
