import ByteKit
import CLibgit2

extension Repository {
  /// A commit; throws `missingObject` if it is not in this clone.
  package func commit(_ id: ObjectID) throws(GitError) -> Commit {
    try content(of: id, as: .commit) { Commit(id: id, parsing: $0) }
  }

  /// The best common ancestors of two commits, empty if they have none.
  ///
  /// In a shallow clone "none" may be wrong, so there it throws `shallow`.
  package func mergeBases(_ one: ObjectID, _ two: ObjectID) throws(GitError) -> [ObjectID] {
    var (first, second) = (try one.oid, try two.oid)
    var list = git_oidarray()
    let code = git_merge_bases(&list, handle.pointer, &first, &second)
    if code == GIT_ENOTFOUND.rawValue, git_error_last()?.pointee.klass == Self.noBaseClass {
      git_error_clear()
      try refuseNegative(about: one, two)
      return []
    }
    try checkWalk(code, "find the merge base of '\(one)' and '\(two)'")
    defer { git_oidarray_dispose(&list) }
    return UnsafeBufferPointer(start: list.ids, count: list.count).map { ObjectID($0) }
  }

  /// The class of libgit2's error for "these two have no merge base".
  private static let noBaseClass = Int32(GIT_ERROR_MERGE.rawValue)

  /// Whether `descendant`'s history can be followed back to `ancestor`.
  ///
  /// A commit reaches itself. In a shallow clone "no" may be wrong, so there it throws `shallow`.
  package func isReachable(_ ancestor: ObjectID, from descendant: ObjectID) throws(GitError) -> Bool
  {
    if ancestor == descendant { return true }
    var (young, old) = (try descendant.oid, try ancestor.oid)
    let code = git_graph_descendant_of(handle.pointer, &young, &old)
    try checkWalk(code, "follow the history of '\(descendant)'")
    if code == 1 { return true }
    try refuseNegative(about: descendant, ancestor)
    return false
  }

  /// How many commits `one` has that `two` has not, and the other way round.
  ///
  /// In a shallow clone both numbers may be too large, so there it throws `shallow` unless both
  /// are the same commit.
  package func aheadBehind(
    _ one: ObjectID,
    _ two: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    if one == two { return (0, 0) }
    try refuseNegative(about: one, two)
    var (local, upstream) = (try one.oid, try two.oid)
    var (ahead, behind) = (0, 0)
    try checkWalk(
      git_graph_ahead_behind(&ahead, &behind, handle.pointer, &local, &upstream),
      "compare '\(one)' and '\(two)'"
    )
    return (ahead, behind)
  }

  /// The order in which a walk gives commits.
  package enum Order: Sendable {
    /// By commit date, newest first: streams at once.
    case date
    /// No parent before all of its children.
    case topological
  }

  /// Walks all that can be reached from `tips` and not from `hidden`.
  ///
  /// With more than a few hidden commits `git rev-list` (`RevisionList`) is far faster.
  package func walk(
    from tips: [ObjectID],
    hiding hidden: [ObjectID] = [],
    order: Order = .date
  ) throws(GitError) -> CommitWalk {
    try CommitWalk(self, from: tips, hiding: hidden, order: order)
  }

  /// Throws if this is a shallow clone, where a negative answer proves nothing.
  private func refuseNegative(about one: ObjectID, _ two: ObjectID) throws(GitError) {
    guard isShallow else { return }
    throw GitError(
      .shallow,
      "cannot compare '\(one.abbreviated())' and '\(two.abbreviated())': this clone is shallow",
      hints: ["git fetch --unshallow"]
    )
  }

  /// As `check`, but a commit missing in a shallow clone is the shallow clone's doing.
  func checkWalk(_ code: Int32, _ action: @autoclosure () -> String) throws(GitError) {
    do throws(GitError) {
      try check(code, action())
    } catch {
      guard error.reason == .missingObject, isShallow else { throw error }
      throw GitError(
        .shallow,
        "cannot \(action()): this clone is shallow",
        hints: ["git fetch --unshallow"]
      )
    }
  }
}
