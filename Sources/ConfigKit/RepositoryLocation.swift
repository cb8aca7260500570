package import ByteKit

/// A repository that git accepts, and the places in it, as git sees them from one directory.
package struct RepositoryLocation: Sendable, Hashable {
  /// The git directory of this worktree, absolute.
  package let gitDirectory: ByteString
  /// Where refs and objects are: the main repository's git directory, absolute.
  package let commonDirectory: ByteString
  /// The top of the work tree, absolute and without links; nil if there is none.
  package let workTree: ByteString?
  package let isBare: Bool
  package let format: RepositoryFormat
  /// Whether `GIT_DIR` named it, so that nothing was searched and no owner checked.
  package let isFromEnvironment: Bool

  /// The git directory as git itself names it: usually `.git`, `.` in a bare repository.
  package let gitDirectoryText: ByteString
  /// The common directory as git itself names it.
  package let commonDirectoryText: ByteString
  /// The directory that git works in once it has found the repository.
  ///
  /// That is the top of the work tree, or where git was called. Relative paths in git's variables and in its texts start here.
  package let directory: ByteString

  /// Whether this is a worktree made with `git worktree add` (or another with a `commondir`).
  package var isLinkedWorktree: Bool { gitDirectory != commonDirectory }
}

/// What `<common directory>/config` itself says about the repository's format.
package struct RepositoryFormat: Sendable, Hashable {
  /// `core.repositoryFormatVersion`; -1 if it is not there.
  package var version = -1
  /// `core.bare`; nil if it is not there.
  package var isBare: Bool?
  /// `core.worktree`.
  package var workTree: ByteString?
  /// `sha1` or `sha256`.
  package var objectFormat: ByteString = "sha1"
  /// `files` or `reftable`.
  package var refStorage: ByteString = "files"
  /// `extensions.worktreeConfig`.
  package var usesWorktreeConfig = false
  /// `extensions.partialClone`: the promisor remote.
  package var partialClone: ByteString?
  /// All names below `extensions.`, in lower case and in order, without those that this git does
  /// not know.
  package var extensions: [ByteString] = []
  /// Those that this git does not know.
  package var unknownExtensions: [ByteString] = []

  package init() {}
}

/// Where git finds itself.
package enum Discovery: Sendable {
  /// In no repository.
  case outside
  case found(RepositoryLocation)
  /// In one that git will not use: reading commands act as outside, all others die.
  case refused(Refusal)
}

/// Why git will not use the repository that it found.
package struct Refusal: Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    /// `path` belongs to another user.
    case owner(path: ByteString)
    /// A version or an extension that this git does not know.
    case format
    /// A bare repository in the way, and `safe.bareRepository` is `explicit`.
    case bareRepository
  }

  package let reason: Reason
  /// The directory that was found: the top of the work tree, or the bare repository.
  package let directory: ByteString
  /// What git dies with, on one line.
  package let message: String
  /// What to do about it.
  package let hints: [String]
}
