package import ByteKit
import CLibgit2

/// What an object is.
package enum ObjectKind: Hashable, Sendable {
  case commit, tree, blob, tag
}

/// One name in a tree.
package struct TreeEntry: Hashable, Sendable {
  /// The last part of the path.
  package let name: ByteString
  /// Git's mode: 0o100644, 0o100755, 0o120000 (link), 0o160000 (submodule), 0o040000 (tree).
  package let mode: UInt32
  package let id: ObjectID
}

extension Repository {
  /// Whether the object is in this clone; never asks a remote.
  package func contains(_ id: ObjectID) throws(GitError) -> Bool {
    var oid = try id.oid
    // Without a refresh: else each object that a partial clone lacks would read all packs again.
    return git_odb_exists_ext(database.pointer, &oid, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1
  }

  /// What the object is, without reading all of it; throws `missingObject` if it is not here.
  package func kind(of id: ObjectID) throws(GitError) -> ObjectKind {
    var oid = try id.oid
    var size = 0
    var type = GIT_OBJECT_INVALID
    try check(git_odb_read_header(&size, &type, database.pointer, &oid), "read '\(id)'")
    guard let kind = ObjectKind(type) else {
      throw GitError(.malformed, "'\(id)' has no known type")
    }
    return kind
  }

  /// The content of an object that must be of the kind `wanted`.
  func content<Result>(
    of id: ObjectID,
    as wanted: ObjectKind,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result?
  ) throws(GitError) -> Result {
    var oid = try id.oid
    let object = try Handle<RawObjectKind>("read '\(id)'") {
      git_odb_read($0, database.pointer, &oid)
    }
    guard ObjectKind(git_odb_object_type(object.pointer)) == wanted else {
      throw GitError(.malformed, "'\(id)' is not a \(wanted)")
    }
    let size = git_odb_object_size(object.pointer)
    let data = git_odb_object_data(object.pointer)?.assumingMemoryBound(to: UInt8.self)
    guard let result = body(UnsafeBufferPointer(start: data, count: data == nil ? 0 : size)) else {
      throw GitError(.malformed, "cannot parse the \(wanted) '\(id)'")
    }
    return result
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
  /// Reads only the trees on the way, which libgit2 caches.
  package func entry(at path: ByteString, inTree tree: ObjectID) throws(GitError) -> TreeEntry? {
    var oid = try tree.oid
    let action = "read '\(path.text)' in '\(tree)'"
    let root = try Handle<ObjectHandleKind>(action) {
      git_object_lookup($0, handle.pointer, &oid, GIT_OBJECT_TREE)
    }
    // libgit2 says "not found" both for a path that is not there and for a tree that is missing.
    var made: OpaquePointer?
    let code = path.withCString { git_tree_entry_bypath(&made, root.pointer, $0) }
    if code == GIT_ENOTFOUND.rawValue {
      let isMissingTree = git_error_last()?.pointee.klass == Int32(GIT_ERROR_ODB.rawValue)
      if !isMissingTree {
        git_error_clear()
        return nil
      }
    }
    try check(code, action)
    guard let made else { return nil }
    defer { git_tree_entry_free(made) }
    guard let name = git_tree_entry_name(made), let id = git_tree_entry_id(made) else { return nil }
    return TreeEntry(
      name: ByteString(cString: name),
      mode: UInt32(git_tree_entry_filemode_raw(made).rawValue),
      id: ObjectID(id)
    )
  }
}

extension ObjectKind {
  init?(_ type: git_object_t) {
    switch type {
    case GIT_OBJECT_COMMIT: self = .commit
    case GIT_OBJECT_TREE: self = .tree
    case GIT_OBJECT_BLOB: self = .blob
    case GIT_OBJECT_TAG: self = .tag
    default: return nil
    }
  }
}

extension TreeEntry {
  /// The entries of a raw tree object; nil if it is cut short.
  static func parse(_ content: UnsafeBufferPointer<UInt8>, idLength: Int) -> [TreeEntry]? {
    var entries: [TreeEntry] = []
    var index = 0
    while index < content.count {
      var mode: UInt32 = 0
      while index < content.count, content[index] != UInt8(ascii: " ") {
        mode = mode << 3 | UInt32(content[index] & 7)
        index += 1
      }
      guard let end = content[index...].firstIndex(of: 0), index < end,
        content.count - end > idLength,
        let id = ObjectID(bytes: content[(end + 1)...(end + idLength)])
      else { return nil }
      entries.append(TreeEntry(name: ByteString(content[(index + 1)..<end]), mode: mode, id: id))
      index = end + idLength + 1
    }
    return entries
  }
}
