package import ByteKit
import CLibgit2
package import HistoryKit

extension Libgit2Reader {
  /// One pass over the loose files and packed-refs.
  package func references(under prefix: ByteString) throws(GitError) -> [Reference] {
    let action = "list the references below '\(prefix.text)'"
    let iterator = try Handle<ReferenceIteratorKind>(action) { out in
      // The names below hold no glob character: git forbids them.
      "\(prefix)*".withCString { git_reference_iterator_glob_new(out, handle.pointer, $0) }
    }
    var found: [Reference] = []
    while true {
      var next: OpaquePointer?
      let code = git_reference_next(&next, iterator.pointer)
      if code == GIT_ITEROVER.rawValue { break }
      try check(code, action)
      guard let next else { break }
      defer { git_reference_free(next) }
      if let reference = Reference(next) { found.append(reference) }
    }
    return found.sorted { $0.name < $1.name }
  }

  package func reference(_ name: ByteString) throws(GitError) -> Reference? {
    let code: Int32
    var found: OpaquePointer?
    code = name.withCString { git_reference_lookup(&found, handle.pointer, $0) }
    if code == GIT_ENOTFOUND.rawValue || code == GIT_EINVALIDSPEC.rawValue {
      git_error_clear()
      return nil
    }
    try check(code, "read '\(name.text)'")
    guard let found else { return nil }
    defer { git_reference_free(found) }
    return Reference(found)
  }

  package func commitID(of revision: ByteString) throws(GitError) -> ObjectID? {
    let action = "resolve '\(revision.text)'"
    let object = try Handle<ObjectHandleKind>(ifFound: action) { out in
      revision.withCString { git_revparse_single(out, handle.pointer, $0) }
    }
    guard let object else { return nil }
    let commit = try Handle<ObjectHandleKind>(action) {
      git_object_peel($0, object.pointer, GIT_OBJECT_COMMIT)
    }
    return git_object_id(commit.pointer).map { ObjectID($0) }
  }
}

extension Reference {
  /// A copy of what libgit2 read.
  fileprivate init?(_ pointer: OpaquePointer) {
    guard let name = git_reference_name(pointer) else { return nil }
    if let target = git_reference_target(pointer) {
      self.init(name: ByteString(cString: name), target: .object(ObjectID(target)))
    } else if let target = git_reference_symbolic_target(pointer) {
      let symbolic = Target.symbolic(ByteString(cString: target))
      self.init(name: ByteString(cString: name), target: symbolic)
    } else {
      return nil
    }
  }
}
