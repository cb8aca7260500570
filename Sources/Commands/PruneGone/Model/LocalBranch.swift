import ByteKit
import HistoryKit

/// A ref below `refs/heads/`, with what the configuration says of it.
struct LocalBranch: Hashable, Sendable {
  /// The full ref.
  let ref: ByteString
  let oid: ObjectID
  /// The full ref that it points to, if it is a symbolic ref.
  var symrefTarget: ByteString?
  /// `branch.<name>.remote`.
  var remote: ByteString?
  /// `branch.<name>.merge`: a full ref on the remote.
  var merge: ByteString?
  /// The full ref of the upstream in this repository; nil where nothing maps it.
  var upstream: ByteString?
  var state: BranchState
}
