import ByteKit
import CLibgit2
import ConfigKit
import HistoryKit

/// Reads a repository through libgit2.
///
/// Configuration is not its business, so an unreadable one does not stop it. Opens exactly the
/// directory that discovery has found.
package final class Libgit2Reader {
  let handle: Handle<RepositoryKind>
  let database: Handle<DatabaseKind>
  /// Where written objects go: memory.
  private let scratch: UnsafeMutablePointer<git_odb_backend>

  /// Opens the repository that discovery has found, and no other.
  ///
  /// One in a form that libgit2 cannot read (SHA-256, reftable, an extension of another kind) gives `unsupportedFormat`, which names it.
  init(_ location: RepositoryLocation) throws(GitError) {
    try Library.start()
    try Self.check(location.format)
    let gitDirectory = location.gitDirectory
    handle = try Self.open(gitDirectory)
    let opened = handle.pointer
    database = try Handle("open the objects of '\(gitDirectory.text)'") {
      git_repository_odb($0, opened)
    }
    scratch = try Self.addScratch(to: database.pointer)
  }

  /// What changes neither objects nor references, so that libgit2 reads the repository although it
  /// has not heard of some of them.
  private static let harmlessExtensions: Set<ByteString> = [
    "noop", "preciousobjects", "partialclone", "worktreeconfig", "relativeworktrees",
    "objectformat", "refstorage",
  ]

  private static func check(_ format: RepositoryFormat) throws(GitError) {
    if format.objectFormat != "sha1" { throw GitError.unsupportedFormat(format.objectFormat.text) }
    if format.refStorage != "files" { throw GitError.unsupportedFormat(format.refStorage.text) }
    if format.version > 1 { throw GitError.unsupportedFormat("version \(format.version)") }
    guard format.version == 1 else { return }
    for name in format.extensions + format.unknownExtensions
    where !harmlessExtensions.contains(name) {
      throw GitError.unsupportedFormat("extensions.\(name.text)")
    }
  }

  /// Opens without configuration: it is ConfigKit's, and parsing that of 10,000 branches once more
  /// takes libgit2 70 ms.
  private static func open(
    _ gitDirectory: ByteString
  ) throws(GitError) -> Handle<RepositoryKind> {
    let action = "open '\(gitDirectory.text)'"
    let opened = try Handle<RepositoryKind>(action) { out in
      gitDirectory.withCString { git_repository_open_bare(out, $0) }
    }
    let empty = try Handle<ConfigurationKind>(action) { git_config_new($0) }
    try GitKit.check(git_repository_set_config(opened.pointer, empty.pointer), action)
    return opened
  }

  /// Makes all that libgit2 writes (the files that a merge produces) stay in memory.
  ///
  /// The database owns what this returns.
  private static func addScratch(
    to database: OpaquePointer
  ) throws(GitError) -> UnsafeMutablePointer<git_odb_backend> {
    var scratch: UnsafeMutablePointer<git_odb_backend>?
    try GitKit.check(git_mempack_new(&scratch), "keep objects in memory")
    guard let scratch else { throw GitError(.other(-1), "cannot keep objects in memory") }
    // Above the priorities that libgit2 gives loose objects (1) and packs (2).
    try GitKit.check(git_odb_add_backend(database, scratch, 1000), "keep objects in memory")
    return scratch
  }

  /// Forgets what libgit2 has written to memory.
  func clearScratch() { git_mempack_reset(scratch) }
}

extension GitError {
  /// One clear message for a repository in a format that cannot be read here.
  static func unsupportedFormat(_ format: String) -> GitError {
    GitError(
      .unsupportedFormat(format),
      "libgit2 cannot read this repository's format '\(format)'"
    )
  }
}
