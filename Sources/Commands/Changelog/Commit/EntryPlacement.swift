import ByteKit
import FileKit
import ProcessKit
import ToolKit

/// The entry in index and file, put there before a commit and taken out if there is none.
struct EntryPlacement {
  /// Which of the two git will commit.
  enum Target {
    /// The index as it is: it and the file are changed each for itself, so that lines of the file
    /// that are not staged stay so.
    case index
    /// The file as it stands.
    case file
  }

  private let session: Session
  private let file: ChangelogFile
  private let path: ByteString
  private let target: Target
  private let edit: EntryEdit

  private var fileChange: ChangelogFile.Change?
  private var oldEntry: IndexEntry?
  private var newObject: ByteString?
  private var wasIntended = false
  private var isIntendedByUs = false

  private struct IndexEntry: Equatable {
    var mode: ByteString
    var object: ByteString
  }

  /// Whether anything was changed.
  var isPlaced: Bool { fileChange != nil || newObject != nil }

  private var pathspec: ByteString { ":(top,literal)" + path }

  init(
    _ edit: EntryEdit,
    to file: ChangelogFile,
    path: ByteString,
    target: Target,
    session: Session
  ) {
    self.edit = edit
    self.file = file
    self.path = path
    self.target = target
    self.session = session
  }

  // MARK: Placing

  mutating func place() throws {
    oldEntry = try indexEntry()
    if let oldEntry, try isIntentToAdd(oldEntry) {
      wasIntended = true
      self.oldEntry = nil
    }
    do {
      let isDeleted = try oldEntry != nil && file.read() == nil
      let isRemoved =
        try oldEntry == nil && !wasIntended && session.content(of: path, at: "HEAD") != nil
      if isDeleted && target == .file || isRemoved {
        session.context.warn("'\(path.text)' is about to be deleted: no entry was written")
        return
      }
      if !isDeleted { try placeInFile() }
      switch target {
      case .index: try placeInIndex()
      case .file: try makeKnown()
      }
    } catch {
      try undo()
      throw error
    }
  }

  private mutating func placeInFile() throws {
    let edit = self.edit
    let session = self.session
    fileChange = try file.update { document in
      guard document != nil || edit.replaced == nil else { return nil }
      let changed = try edit.applied(to: document ?? session.newDocument())
      return session.options.edits ? try session.edited(changed, name: file.path) : changed
    }
  }

  private mutating func placeInIndex() throws {
    if let oldEntry {
      let old = try session.gitAtTop.output(["cat-file", "blob", oldEntry.object])
      let document = Document(parsing: old)
      guard !document.hasConflictMarkers else { throw ChangelogFileError.conflicted(file.path) }
      var new = try edit.applied(to: document).serialized
      if session.options.edits, let fileChange, fileChange.old == old { new = fileChange.new }
      guard new != old else { return }
      let object = try session.gitAtTop.output(
        ["hash-object", "-w", "--stdin"],
        input: .bytes(new)
      ).trimmed
      try write(IndexEntry(mode: oldEntry.mode, object: object))
      newObject = object
    } else if fileChange != nil {
      // Not in the index: all of it is added, through git's own filters.
      let new = try FileSystem.read(file.path)
      let object = try session.gitAtTop.output(
        ["hash-object", "-w", "--path=\(path)", "--stdin"],
        input: .bytes(new)
      ).trimmed
      try write(IndexEntry(mode: "100644", object: object))
      newObject = object
    }
  }

  /// A file that git does not know is not committed by `-a` or by its name.
  private mutating func makeKnown() throws {
    guard fileChange != nil, oldEntry == nil, !wasIntended else { return }
    _ = try session.gitAtTop.output(["add", "--force", "--intent-to-add", "--", pathspec])
    isIntendedByUs = true
  }

  private func write(_ entry: IndexEntry) throws {
    _ = try session.gitAtTop.output([
      "update-index", "--add", "--cacheinfo", "\(entry.mode),\(entry.object),\(path)",
    ])
  }

  // MARK: Undoing

  /// Takes exactly our change out of both again: old bytes where nothing else happened since, else
  /// our entry alone.
  mutating func undo() throws {
    // First, since git tells an intended file by the file's being there.
    if isIntendedByUs {
      let current = try indexEntry()
      if let current, try isIntentToAdd(current) {
        _ = try session.gitAtTop.output(["update-index", "--force-remove", "--", path])
      }
      isIntendedByUs = false
    }
    if let change = fileChange {
      try undoFile(change)
      fileChange = nil
    }
    if let object = newObject {
      try undoIndex(object)
      newObject = nil
    }
  }

  private func undoFile(_ change: ChangelogFile.Change) throws {
    guard let old = change.old else {
      if try file.read() == change.new { return try FileSystem.remove(file.path) }
      _ = try file.update { document in try document.map { try edit.reverted(in: $0) } }
      return
    }
    if try FileSystem.replaceAtomically(change.new, with: old, at: file.path) { return }
    _ = try file.update { document in try document.map { try edit.reverted(in: $0) } }
  }

  private func undoIndex(_ object: ByteString) throws {
    guard let current = try indexEntry() else { return }
    guard current.object == object else {
      let document = Document(
        parsing: try session.gitAtTop.output(["cat-file", "blob", current.object])
      )
      let reverted = try edit.reverted(in: document)
      guard reverted != document else { return }
      let blob = try session.gitAtTop.output(
        ["hash-object", "-w", "--stdin"],
        input: .bytes(reverted.serialized)
      )
      return try write(IndexEntry(mode: current.mode, object: blob.trimmed))
    }
    if let oldEntry { return try write(oldEntry) }
    _ = try session.gitAtTop.output(["update-index", "--force-remove", "--", path])
    if wasIntended {
      _ = try session.gitAtTop.output(["add", "--force", "--intent-to-add", "--", pathspec])
    }
  }

  // MARK: The index

  private func indexEntry() throws -> IndexEntry? {
    let list = try session.gitAtTop.output(["ls-files", "--stage", "-z", "--", pathspec])
    guard let fields = list.records(endedBy: 0).first?.split(on: 9).first?.split(on: 32),
      fields.count == 3, fields[2] == "0"
    else { return nil }
    return IndexEntry(mode: fields[0], object: fields[1])
  }

  private func isIntentToAdd(_ entry: IndexEntry) throws -> Bool {
    let added = try session.gitAtTop.output([
      "diff-files", "--name-only", "--diff-filter=A", "-z", "--", pathspec,
    ])
    return !added.isEmpty
  }
}
