package import ByteKit

/// A commit as the changelog sees it; the message itself is gone once it has been read.
package struct HistoryCommit: Sendable {
  /// The hexadecimal object name.
  package var id: ByteString
  package var parents: [ByteString]
  /// `name <email> seconds` of the author: what a cherry-pick keeps.
  package var authorship: ByteString
  /// The committer's time in seconds since the epoch.
  package var date: Int64
  /// git's `%s`.
  package var subject: ByteString
  /// What the message becomes, seen alone.
  package var outcome: Outcome
  var revert: Revert?
  /// The number of the request that a merge brought in.
  var mergedRequest: ByteString?

  package var isMerge: Bool { parents.count > 1 }
}
