package import ByteKit

/// A commit as the changelog sees it; the message itself is gone once it has been read.
///
/// A history has a hundred thousand of them, so what is seldom asked is kept small.
package struct HistoryCommit: Sendable {
  let key: CommitID
  let parentKeys: [CommitID]
  /// A hash of the author's name and e-mail address.
  let author: UInt64
  /// The author's time in seconds since the epoch.
  let authorDate: Int64
  /// The committer's time in seconds since the epoch.
  package let date: Int64
  /// git's `%s`.
  package let subject: ByteString
  /// What the message becomes, seen alone.
  package var outcome: Outcome
  var revert: Revert?
  /// The number of the request that a merge brought in.
  var mergedRequest: ByteString?

  package var isMerge: Bool { parentKeys.count > 1 }

  /// The hexadecimal object name.
  package var id: ByteString { key.hex }
  package var parents: [ByteString] { parentKeys.map(\.hex) }

  /// What a cherry-pick keeps: only commits that agree in it are compared by their patch.
  struct TwinKey: Hashable {
    var author: UInt64
    var authorDate: Int64
    var subject: ByteString
  }

  var twinKey: TwinKey { TwinKey(author: author, authorDate: authorDate, subject: subject) }
}
