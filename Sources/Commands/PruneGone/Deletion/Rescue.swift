import ByteKit
import HistoryKit
import ProcessKit

/// Brings back at once what came into use in the moment between the last look and the deletion.
///
/// A HEAD in another worktree cannot be locked together with the branches, and `git worktree add` can
/// make one that was not there: so the holders are read once more afterwards.
struct Rescue {
  let place: Place

  /// Returns the full refs that were made again.
  func rescue(_ journal: Journal, git: GitProcess) throws -> Set<ByteString> {
    let holders = try place.holders()
    let held = journal.entries.filter { !holders.holders(of: $0.ref, tip: $0.oid).isEmpty }
    if held.isEmpty { return [] }
    let refs = try place.refs()
    let missing = held.filter { refs[$0.ref] == nil && refs.symrefTarget(of: $0.ref) == nil }
    if missing.isEmpty { return [] }
    let transaction = try RefTransaction(git: git, message: "prune-gone: in use")
    try transaction.prepare(missing.map { .create(ref: $0.ref, new: $0.oid.hex) })
    try transaction.commit()
    return Set(missing.map(\.ref))
  }
}
