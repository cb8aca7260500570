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
  package func entry(at path: ByteString, inTree tree: ObjectID) throws(GitError) -> TreeEntry? {
    try reader.entry(at: path, inTree: tree)
  }
}
