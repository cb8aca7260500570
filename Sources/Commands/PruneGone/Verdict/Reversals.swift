import ByteKit
import HistoryKit

/// Finds what a branch did and then undid itself: work that a squashed patch does not show.
enum Reversals {
  /// The oldest of the branch's commits that a later one reverted, unless that was reverted too.
  ///
  /// A revert is known by what git writes into its message, or by changing the very blobs back.
  /// `commits` are the branch's own, the newest first, with what each changes as far as known.
  static func firstReverted(among commits: [(commit: Commit, change: ChangeSummary?)]) -> ObjectID?
  {
    let known = Set(commits.map(\.commit.id))
    var reverted = Set<ObjectID>()
    var reverting = Set<ObjectID>()
    for (index, (commit, change)) in commits.enumerated() {
      let target =
        revertedID(in: commit.message).flatMap { known.contains($0) ? $0 : nil }
        ?? change.flatMap { change in
          change.isEmpty
            ? nil
            : commits[(index + 1)...].first { $0.change?.blobs == change.opposite }?.commit.id
        }
      guard let target else { continue }
      reverting.insert(commit.id)
      if !reverted.contains(commit.id) { reverted.insert(target) }
    }
    return commits.last { reverted.contains($0.commit.id) && !reverting.contains($0.commit.id) }?
      .commit.id
  }

  /// The id in git's "This reverts commit <id>".
  static func revertedID(in message: ByteString) -> ObjectID? {
    let phrase: ByteString = "This reverts commit "
    guard let range = message.firstRange(of: phrase) else { return nil }
    let digits = message.bytes[range.upperBound...].prefix {
      Character(UnicodeScalar($0)).isHexDigit
    }
    return ObjectID(hex: digits)
  }
}
