package import ByteKit
import CLibgit2
package import ConfigKit
import FileKit

/// A repository to read: references, history, objects.
///
/// Configuration is not its business.
/// Opens exactly the directory it is given; everything handed out is a value. Not for use by
/// several threads at once.
package final class Repository {
  /// Where this worktree's HEAD is.
  package let gitDirectory: ByteString
  /// Where references and objects are.
  package let commonDirectory: ByteString
  let handle: Handle<RepositoryKind>
  let database: Handle<DatabaseKind>
  /// Where written objects go: memory.
  private let scratch: UnsafeMutablePointer<git_odb_backend>

  /// Opens a git directory that discovery has accepted.
  ///
  /// A repository in a form that libgit2 cannot read (SHA-256, reftable, unknown extensions) gives
  /// `unsupportedFormat`, which names it.
  package init(gitDirectory: ByteString, commonDirectory: ByteString) throws(GitError) {
    try Library.start()
    self.gitDirectory = gitDirectory
    self.commonDirectory = commonDirectory
    handle = try Self.open(gitDirectory)
    let opened = handle.pointer
    database = try Handle("open the objects of '\(gitDirectory.text)'") {
      git_repository_odb($0, opened)
    }
    scratch = try Self.addScratch(to: database.pointer)
  }

  /// Makes all that libgit2 writes (the files that a merge produces) stay in memory.
  ///
  /// The database owns what this returns.
  private static func addScratch(
    to database: OpaquePointer
  ) throws(GitError) -> UnsafeMutablePointer<git_odb_backend> {
    var scratch: UnsafeMutablePointer<git_odb_backend>?
    try check(git_mempack_new(&scratch), "keep objects in memory")
    guard let scratch else { throw GitError(.other(-1), "cannot keep objects in memory") }
    // Above the priorities that libgit2 gives loose objects (1) and packs (2).
    try check(git_odb_add_backend(database, scratch, 1000), "keep objects in memory")
    return scratch
  }

  /// Opens the repository that discovery has found, and no other.
  ///
  /// A format that libgit2 cannot read gives `unsupportedFormat`, as below.
  package convenience init(_ location: RepositoryLocation) throws(GitError) {
    let format = location.format
    // libgit2 1.5 tells only that there is such an extension, not which format it stands for.
    if format.objectFormat != "sha1" { throw .unsupportedFormat(format.objectFormat.text) }
    if format.refStorage != "files" { throw .unsupportedFormat(format.refStorage.text) }
    try self.init(
      gitDirectory: location.gitDirectory,
      commonDirectory: location.commonDirectory
    )
  }

  private static func open(
    _ gitDirectory: ByteString
  ) throws(GitError) -> Handle<RepositoryKind> {
    let flags = GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue | GIT_REPOSITORY_OPEN_NO_DOTGIT.rawValue
    do throws(GitError) {
      return try Handle("open '\(gitDirectory.text)'") { out in
        gitDirectory.withCString { git_repository_open_ext(out, $0, UInt32(flags), nil) }
      }
    } catch {
      throw error.namingFormat
    }
  }

  /// Forgets what libgit2 has written to memory.
  func clearScratch() { git_mempack_reset(scratch) }

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

  /// Whether objects were left out (`git clone --filter`), to be fetched when git misses them.
  package var isPartialClone: Bool {
    let packs = (try? FileSystem.entries(of: objectDirectory.appendingPath("pack"))) ?? []
    return packs.contains { $0.name.hasSuffix(".promisor") }
  }
}

extension GitError {
  /// The same error, if libgit2 said that it does not know the repository's format, as one that
  /// names the format.
  fileprivate var namingFormat: GitError {
    // "unsupported extension name extensions.objectformat", "unknown object format 'sha256'",
    // "unsupported repository version 2. ..."
    for beginning in ["unsupported extension name ", "unknown object format ", "unsupported "] {
      guard let range = message.utf8.firstRange(of: beginning) else { continue }
      let rest = message[range.upperBound...]
      let format = beginning == "unsupported " ? String(rest) : String(rest.prefix { $0 != " " })
      return .unsupportedFormat(format)
    }
    return self
  }

  /// One clear message for a repository in a format that cannot be read here.
  static func unsupportedFormat(_ format: String) -> GitError {
    GitError(
      .unsupportedFormat(format),
      "cannot read this repository's format '\(format)'",
      hints: ["git itself can; this command reads SHA-1 repositories with files as references"]
    )
  }
}

extension Sequence<UInt8> where Self: Collection {
  fileprivate func firstRange(of needle: String) -> Range<Index>? {
    var start = startIndex
    while start != endIndex {
      if self[start...].starts(with: needle.utf8) {
        return start..<index(start, offsetBy: needle.utf8.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
