import CLibgit2
package import HistoryKit

extension Libgit2Reader: ObjectReader {
  package var name: String { "libgit2" }

  package var isInProcess: Bool { true }

  package func contains(_ id: ObjectID) throws(GitError) -> Bool {
    var oid = try id.oid
    // Without a refresh: else each object that a partial clone lacks would read all packs again.
    return git_odb_exists_ext(database.pointer, &oid, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1
  }

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

  package func read(
    _ id: ObjectID,
    _ body: (ObjectKind, UnsafeBufferPointer<UInt8>) -> Void
  ) throws(GitError) {
    var oid = try id.oid
    let object = try Handle<RawObjectKind>("read '\(id)'") {
      git_odb_read($0, database.pointer, &oid)
    }
    guard let kind = ObjectKind(git_odb_object_type(object.pointer)) else {
      throw GitError(.malformed, "'\(id)' has no known type")
    }
    let size = git_odb_object_size(object.pointer)
    let data = git_odb_object_data(object.pointer)?.assumingMemoryBound(to: UInt8.self)
    body(kind, UnsafeBufferPointer(start: data, count: data == nil ? 0 : size))
  }
}

extension ObjectKind {
  fileprivate init?(_ type: git_object_t) {
    switch type {
    case GIT_OBJECT_COMMIT: self = .commit
    case GIT_OBJECT_TREE: self = .tree
    case GIT_OBJECT_BLOB: self = .blob
    case GIT_OBJECT_TAG: self = .tag
    default: return nil
    }
  }
}
