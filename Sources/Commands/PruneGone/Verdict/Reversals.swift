import ByteKit
import HistoryKit

/// A commit that a later one took back.
struct Reversal: Hashable, Sendable {
  let commit: ObjectID
  /// The commit that reverted it.
  let reverting: ObjectID
}

/// Finds commits that later ones took back.
///
/// A revert is known by what git writes into its message, or by changing the very blobs back.
enum Reversals {
  typealias Step = (commit: Commit, change: ChangeSummary?)

  /// The oldest commit that a later one reverted, unless that was reverted too.
  ///
  /// `commits`: the newest first, with what each changes as far as known.
  static func first(among commits: [Step]) -> Reversal? {
    let (reverted, reverting) = pairs(among: commits)
    let oldest = commits.last {
      reverted[$0.commit.id] != nil && !reverting.contains($0.commit.id)
    }
    return oldest.flatMap { step in
      reverted[step.commit.id].map { Reversal(commit: step.commit.id, reverting: $0) }
    }
  }

  /// The commit that reverted this one for good.
  static func reverting(_ commit: ObjectID, among commits: [Step]) -> ObjectID? {
    pairs(among: commits).reverted[commit]
  }

  /// Which commits are reverted in the end, with the one that did it, and which revert others.
  private static func pairs(
    among commits: [Step]
  ) -> (reverted: [ObjectID: ObjectID], reverting: Set<ObjectID>) {
    let known = Set(commits.map(\.commit.id))
    var reverted: [ObjectID: ObjectID] = [:]
    var reverting = Set<ObjectID>()
    for (index, step) in commits.enumerated() {
      let target =
        revertedID(in: step.commit.message).flatMap { known.contains($0) ? $0 : nil }
        ?? commits[(index + 1)...].first { isOpposite(step.change, $0.change) }?.commit.id
      guard let target else { continue }
      reverting.insert(step.commit.id)
      if reverted[step.commit.id] == nil { reverted[target] = step.commit.id }
    }
    return (reverted, reverting)
  }

  private static func isOpposite(_ one: ChangeSummary?, _ other: ChangeSummary?) -> Bool {
    guard let one, let other, !one.isEmpty else { return false }
    return other.blobs == one.opposite
  }

  /// The id in git's "This reverts commit <id>".
  private static func revertedID(in message: ByteString) -> ObjectID? {
    let phrase: ByteString = "This reverts commit "
    guard let range = message.firstRange(of: phrase) else { return nil }
    let digits = message.bytes[range.upperBound...].prefix {
      Character(UnicodeScalar($0)).isHexDigit
    }
    return ObjectID(hex: digits)
  }
}
