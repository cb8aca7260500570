package import ByteKit

extension Repository {
  /// Whether the object is in this clone; never asks a remote.
  package func contains(_ id: ObjectID) throws(GitError) -> Bool { try reader.contains(id) }

  /// What the object is, without reading all of it; throws `missingObject` if it is not here.
  package func kind(of id: ObjectID) throws(GitError) -> ObjectKind { try reader.kind(of: id) }

  /// The content of an object that must be of the kind `wanted`.
  func content<Result>(
    of id: ObjectID,
    as wanted: ObjectKind,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result?
  ) throws(GitError) -> Result {
    var result: Result?
    var isWanted = false
    try reader.read(id) { kind, content in
      isWanted = kind == wanted
      if isWanted { result = body(content) }
    }
    guard isWanted else { throw GitError(.malformed, "'\(id)' is not a \(wanted)") }
    guard let result else { throw GitError(.malformed, "cannot parse the \(wanted) '\(id)'") }
    return result
  }

  /// A commit; throws `missingObject` if it is not in this clone.
  package func commit(_ id: ObjectID) throws(GitError) -> Commit {
    try content(of: id, as: .commit) { Commit(id: id, parsing: $0) }
  }

  /// A blob's content.
  package func blob(_ id: ObjectID) throws(GitError) -> ByteString {
    try content(of: id, as: .blob) { ByteString($0) }
  }

  /// What stands directly in a tree, in git's order.
  package func tree(_ id: ObjectID) throws(GitError) -> [TreeEntry] {
    try content(of: id, as: .tree) { TreeEntry.parse($0, idLength: id.byteCount) }
  }

  /// What a commit's tree has at `path` (relative to the root, `/` between parts); nil if nothing.
  package func entry(at path: ByteString, in commit: ObjectID) throws(GitError) -> TreeEntry? {
    try entry(at: path, inTree: try self.commit(commit).tree)
  }

  /// What a tree has at `path`; nil if nothing.
  ///
  /// The trees on the way are kept for the next question.
  package func entry(at path: ByteString, inTree tree: ObjectID) throws(GitError) -> TreeEntry? {
    var folder = tree
    var rest = path.bytes[...]
    while true {
      let end = rest.firstIndex(of: UInt8(ascii: "/"))
      let name = ByteString(rest[..<(end ?? rest.endIndex)])
      guard let found = try folders.entry(name, of: folder, read: self.tree) else { return nil }
      guard let end else { return found }
      guard found.mode & 0o170000 == 0o040000 else { return nil }
      folder = found.id
      rest = rest[(end + 1)...]
    }
  }
}

/// Trees that have been looked into, by name of their entries.
struct FolderCache {
  private var folders: [ObjectID: [ByteString: TreeEntry]] = [:]
  private var entryCount = 0
  /// Some 20 MB.
  private static let limit = 100_000

  mutating func entry(
    _ name: ByteString,
    of folder: ObjectID,
    read: (ObjectID) throws(GitError) -> [TreeEntry]
  ) throws(GitError) -> TreeEntry? {
    if let known = folders[folder] { return known[name] }
    let entries = try read(folder)
    if entryCount + entries.count > Self.limit {
      folders = [:]
      entryCount = 0
    }
    entryCount += entries.count
    let byName = Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }
    folders[folder] = byName
    return byName[name]
  }
}
