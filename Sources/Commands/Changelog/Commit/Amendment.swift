import ByteKit
import ConfigKit
import FileKit
import ProcessKit
import ToolKit

/// Puts an entry into HEAD afterwards: its commit is replaced by one that differs in the changelog.
struct Amendment {
  let session: Session
  let file: ChangelogFile
  let path: ByteString

  /// The new commit's name, or nil if HEAD's changelog needs no change.
  ///
  /// The commit is made from an index of its own, so that neither other staged files nor lines of the
  /// changelog that are not staged get into it. No hook runs, so none runs again.
  func amend(_ edit: EntryEdit) throws -> ByteString? {
    let old = try session.content(of: path, at: "HEAD")
    let document = try old.map { Document(parsing: $0) } ?? session.newDocument()
    let new = try edit.applied(to: document).serialized
    guard new != old else { return nil }
    // Before the commit, while HEAD is what index and file are compared with.
    var placement = EntryPlacement(
      edit,
      to: file,
      path: path,
      target: .index,
      session: session
    )
    try placement.place()
    do {
      try commit(new)
    } catch {
      try placement.undo()
      throw error
    }
    return try session.git.output(["rev-parse", "--verify", "HEAD"]).trimmed
  }

  private func commit(_ content: ByteString) throws {
    let scratch = try CommitScratch(in: session.location.gitDirectory)
    defer { scratch.remove() }
    var git = session.gitAtTop
    let index = try git.output(["rev-parse", "--git-path", "index"])
    let current = (index.dropping(suffix: "\n") ?? index).absolutePath(in: git.workingDirectory)
    // A copy keeps what the index knows of the files, so that git need not read them all.
    if let bytes = try FileSystem.readIfPresent(current) { try scratch.write(bytes, to: "index") }
    git.environment["GIT_INDEX_FILE"] = scratch.path("index")
    _ = try git.output(["read-tree", "--reset", "HEAD"])
    let object = try git.output(["hash-object", "-w", "--stdin"], input: .bytes(content)).trimmed
    let mode = try git.output(["ls-files", "--stage", "--", ":(top,literal)" + path])
      .split(on: 32).first
    let known = mode.flatMap { $0.isEmpty ? nil : $0 } ?? "100644"
    _ = try git.output(["update-index", "--add", "--cacheinfo", "\(known),\(object),\(path)"])
    let result = try git.run(
      [
        "-c", "core.hooksPath=/dev/null", "commit", "--quiet", "--amend", "--no-edit",
        "--allow-empty", "--allow-empty-message", "--no-verify", "--cleanup=verbatim",
      ],
      input: .inherit,
      output: .standardError,
      errorOutput: .inherit,
      keepingLocale: true
    )
    guard result.succeeded else { throw ToolError("the commit could not be amended") }
  }
}

extension Session {
  /// Which entry `commit` added to the changelog for itself: by what its message, or that of
  /// `earlier`, an earlier form of it, makes.
  func ownEntry(
    of commit: ByteString,
    in file: ChangelogFile,
    maker: EntryMaker,
    earlier: ByteString? = nil
  ) throws -> OwnEntry {
    let path = try trackedPath(file)
    func document(_ revision: ByteString) throws -> Document? {
      try content(of: path, at: revision).map { Document(parsing: $0) }
    }
    let message = try message(of: earlier ?? commit)
    return OwnEntry(
      before: try document(commit + "^"),
      after: try document(commit),
      entry: maker.entry(for: message, always: true)
    )
  }
}
