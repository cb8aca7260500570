import ByteKit
import HistoryKit

/// One local branch: what was found out, and what is done with it.
struct PlannedBranch: Sendable {
  let branch: LocalBranch
  /// Nil where none was sought: the upstream is not gone, or a filter left the branch out.
  var verdict: Verdict?
  /// Nil where none is needed: the upstream is not gone, or the branch is merged.
  var evidence: Evidence?
  /// What keeps the branch whatever the options, for people: paths and names.
  var holders: [Holder] = []
  /// Commits that no base, no live remote-tracking branch and no tag has.
  var ahead: Int?
  /// The tip's committer time, Unix seconds.
  var time: Int64?
  /// False if a pattern or an option leaves it out.
  var isSelected = true
  /// Whether a local upstream is not there.
  var isUpstreamMissing = false
  var action: Action = .keep
  /// Why it is kept, or why its deletion failed.
  var reason: Reason?
  /// The reason in words.
  var explanation: ByteString = ""

  enum Action: String, Sendable {
    case delete
    case keep
    case deleted
    case failed
  }

  enum Reason: String, Sendable {
    case notGone = "not-gone"
    case held
    case protected
    case unproven
    case netEmpty = "net-empty"
    case unknown
    case filtered
    case remoteUnchecked = "remote-unchecked"
    case breaker
    case moved
  }

  /// What is known about an unproven tip.
  enum Evidence: String, Sendable {
    /// It equals the last tip known on the remote.
    case pushed
    case unpushed
  }

  /// The branch's name without `refs/heads/`.
  var name: ByteString { branch.ref.branchName }

  mutating func keep(_ reason: Reason, _ explanation: ByteString) {
    action = .keep
    self.reason = reason
    self.explanation = explanation
  }
}

extension ByteString {
  /// A full ref without `refs/heads/`; other refs as they are.
  var branchName: ByteString { dropping(prefix: "refs/heads/") ?? self }

  /// A full ref as people write it: without `refs/heads/`, `refs/remotes/` or `refs/tags/`.
  var shortRef: ByteString {
    for prefix: ByteString in ["refs/heads/", "refs/remotes/", "refs/tags/"] {
      if let name = dropping(prefix: prefix) { return name }
    }
    return self
  }
}
