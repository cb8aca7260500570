package import ByteKit

extension Repository {
  /// Every reference below `prefix` (with its final `/`), symbolic ones as such, sorted by name.
  ///
  /// Broken references are left out, as git does.
  package func references(under prefix: ByteString = "refs/") throws(GitError) -> [Reference] {
    try reader.references(under: prefix)
  }

  /// The reference of this full name as it stands; nil if there is none.
  package func reference(_ name: ByteString) throws(GitError) -> Reference? {
    try reader.reference(name)
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
    try reader.commitID(of: revision)
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

  /// The raw tag object of this id.
  private func tagObject(
    _ id: ObjectID
  ) throws(GitError) -> (target: ObjectID, annotation: Tag.Annotation) {
    try content(of: id, as: .tag) { content in
      let headers = ObjectHeaders(parsing: Array(content))
      guard let target = headers["object"].flatMap({ ObjectID(hex: $0) }) else { return nil }
      let annotation = Tag.Annotation(
        tagger: headers["tagger"].map { Signature(parsing: $0) },
        message: headers.message
      )
      return (target, annotation)
    }
  }

  /// All tags that lead to a commit, sorted by name; tags of trees and blobs are left out.
  package func tags() throws(GitError) -> [Tag] {
    var tags: [Tag] = []
    for reference in try references(under: "refs/tags/") {
      let object: ObjectID
      switch reference.target {
      case .object(let id): object = id
      case .symbolic(let other):
        guard let id = try target(of: other) else { continue }
        object = id
      }
      guard let commit = try peeledToCommit(object) else { continue }
      var annotation: Tag.Annotation?
      if commit != object { annotation = try tagObject(object).annotation }
      tags.append(
        Tag(ref: reference.name, object: object, commit: commit, annotation: annotation)
      )
    }
    return tags
  }
}
