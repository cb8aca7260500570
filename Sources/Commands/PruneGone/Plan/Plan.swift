import ByteKit
import HistoryKit

/// What a run would do, or has done: every local branch once, in byte order of the refs.
struct Plan: Sendable {
  /// The working tree's top folder, or a bare repository's git directory.
  let repository: ByteString
  var remotes: [RemoteCheck] = []
  var bases: [Base] = []
  var branches: [PlannedBranch] = []
  /// Full refs that should have been deleted and are not there any more.
  var missing: [ByteString] = []
  /// Why nothing may be deleted, one line each; empty for a run that may go on.
  var breakers: [ByteString] = []
  /// What a person should know, one line each.
  var warnings: [ByteString] = []
  /// What to type next, one line each.
  var hints: [ByteString] = []
  /// The local branch to switch to before the current one is deleted.
  var switchTarget: ByteString?
  /// The run commit, once branches are deleted.
  var run: ObjectID?

  var deletions: [PlannedBranch] { branches.filter { $0.action == .delete } }
}

/// Whether a remote could be asked, and why not.
struct RemoteCheck: Sendable {
  let remote: ByteString
  /// Nil when it could.
  var failure: ByteString?
  /// Whether it was asked at all (`--no-fetch`).
  var isAsked = true
}
