import ByteKit
import HistoryKit

/// A commit that work is merged into, under the name by which people know it.
struct Base: Hashable, Sendable {
  /// The full ref.
  let ref: ByteString
  let oid: ObjectID
}

/// Whether a branch's work is elsewhere.
///
/// Only `merged` says that deleting it loses nothing.
enum Verdict: Hashable, Sendable {
  case merged(Proof)
  case unmerged
  /// Unmerged, and its changes undo each other, so that no comparison of changes says anything.
  case netEmpty
  /// It could not be found out; the text says why, for people.
  case unknown(String)
}

/// Why a branch's work is not lost with it.
struct Proof: Hashable, Sendable {
  enum Kind: String, Sendable {
    /// The tip is reachable from the base.
    case ancestor
    /// The tip is reachable from another live remote-tracking ref or a tag.
    case elsewhere
    /// The patch of each commit equals that of a commit in the base.
    case rebased
    /// The patch of the whole branch equals that of one commit in the base.
    case squashed
    /// Merging the tip into the base changes nothing.
    case contained
  }

  let kind: Kind
  /// The full ref that it was proven against.
  let base: ByteString
  /// The base's commit with the whole branch's patch (`squashed`) or the tip's (`rebased`).
  var commit: ObjectID?
  /// A commit of the branch that the branch itself reverted, so that the base does not have it.
  var reverted: Reversal?
  /// A commit of the base with the branch's work that the base reverted later.
  var revertedInBase: Reversal?
}
