package import ByteKit

/// A reference as it stands: its full name and what it points at.
package struct Reference: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
    case object(ObjectID)
    /// The full name of another reference, which may not exist.
    case symbolic(ByteString)
  }

  /// The full name, `refs/heads/main`.
  package let name: ByteString
  package let target: Target

  package init(name: ByteString, target: Target) {
    self.name = name
    self.target = target
  }
}

/// What HEAD is.
package enum Head: Hashable, Sendable {
  /// On a branch (full name) that has commits.
  case branch(ByteString, ObjectID)
  /// On a branch (full name) without a commit.
  case unborn(ByteString)
  case detached(ObjectID)
}
