package import ByteKit
import CLibgit2

extension Repository {
  /// Every reference below `prefix` (with its final `/`), symbolic ones as such, sorted by name.
  ///
  /// One pass over the loose files and packed-refs; broken references are left out, as git does.
  package func references(under prefix: ByteString = "refs/") throws(GitError) -> [Reference] {
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

  /// The reference of this full name as it stands; nil if there is none.
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

  /// The object that a reference (full name) leads to, through symbolic ones; nil if it, or what
  /// it points at, does not exist.
  package func target(of name: ByteString) throws(GitError) -> ObjectID? {
    var name = name
    // Git's own limit (SYMREF_MAXDEPTH).
    for _ in 0..<5 {
      switch try reference(name)?.target {
      case .object(let id): return id
      case .symbolic(let next): name = next
      case nil: return nil
      }
    }
    return nil
  }

  /// Where this worktree's HEAD stands.
  package func head() throws(GitError) -> Head {
    switch try reference("HEAD")?.target {
    case .object(let id): return .detached(id)
    case .symbolic(let branch):
      guard let id = try target(of: branch) else { return .unborn(branch) }
      return .branch(branch, id)
    case nil:
      throw GitError(.malformed, "cannot read HEAD of '\(gitDirectory.text)'")
    }
  }

  /// The commit that a revision (`main`, `v1.0^`, a shortened id) names; nil if it names nothing.
  ///
  /// Throws for what git cannot parse, for an ambiguous id, and for an object that is no commit.
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

  /// The commit that an object is or, if it is a tag, leads to; nil if that is none.
  package func peeledToCommit(_ id: ObjectID) throws(GitError) -> ObjectID? {
    var id = id
    // A tag of a tag of a tag: more is a joke.
    for _ in 0..<10 {
      switch try kind(of: id) {
      case .commit: return id
      case .tag: id = try tagObject(id).target
      default: return nil
      }
    }
    return nil
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
