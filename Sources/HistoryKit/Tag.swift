package import ByteKit

/// A tag: a reference below `refs/tags/`, lightweight or annotated.
package struct Tag: Hashable, Sendable {
  /// The full name, `refs/tags/v1.0.0`.
  package let ref: ByteString
  /// What the reference holds: the commit itself, or the tag object.
  package let object: ObjectID
  /// The commit that it leads to.
  package let commit: ObjectID
  /// The tag object of an annotated tag.
  package let annotation: Annotation?

  package struct Annotation: Hashable, Sendable {
    /// Nil in tags of old tools that wrote none.
    package let tagger: Signature?
    package let message: ByteString
  }

  /// Without `refs/tags/`.
  package var name: ByteString { ref.dropping(prefix: "refs/tags/") ?? ref }
}
