import ByteKit
import CLibgit2

extension Repository {
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

  /// The raw tag object of this id.
  func tagObject(
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
}
