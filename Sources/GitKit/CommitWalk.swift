import CLibgit2

/// A walk through history, one commit at a time.
package final class CommitWalk {
  private let repository: Repository
  private let handle: Handle<WalkKind>

  init(
    _ repository: Repository,
    from tips: [ObjectID],
    hiding hidden: [ObjectID],
    order: Repository.Order
  ) throws(GitError) {
    self.repository = repository
    let action = "walk the history"
    handle = try Handle(action) { git_revwalk_new($0, repository.handle.pointer) }
    let sorting = order == .date ? GIT_SORT_TIME : GIT_SORT_TOPOLOGICAL
    try check(git_revwalk_sorting(handle.pointer, sorting.rawValue), action)
    for tip in tips {
      var oid = try tip.oid
      try repository.checkWalk(git_revwalk_push(handle.pointer, &oid), action)
    }
    for commit in hidden {
      var oid = try commit.oid
      try repository.checkWalk(git_revwalk_hide(handle.pointer, &oid), action)
    }
  }

  /// The next commit's id; nil at the end.
  package func nextID() throws(GitError) -> ObjectID? {
    var oid = git_oid()
    let code = git_revwalk_next(&oid, handle.pointer)
    if code == GIT_ITEROVER.rawValue { return nil }
    try repository.checkWalk(code, "walk the history")
    return ObjectID(oid)
  }

  /// The next commit; nil at the end.
  package func next() throws(GitError) -> Commit? {
    guard let id = try nextID() else { return nil }
    return try repository.commit(id)
  }
}
