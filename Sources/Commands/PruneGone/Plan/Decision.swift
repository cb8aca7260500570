import ByteKit
import HistoryKit

/// The rules that turn what is known about a branch into what is done with it, without any I/O.
struct Decision: Sendable {
  var level: DeletionLevel
  var protection: Protection
  /// Remotes that could not be asked.
  var uncheckedRemotes: Set<ByteString> = []
  /// Remotes that a circuit breaker stopped.
  var stoppedRemotes: Set<ByteString> = []

  /// What filters and the file system say about one branch besides the branch itself.
  struct Circumstances: Sendable {
    /// Why a filter leaves it out, or nil.
    var filter: ByteString?
    /// A ref whose name differs from the branch's or its upstream's only in case, where the file
    /// system cannot tell them apart.
    var twin: ByteString?
  }

  /// Sets action, reason and explanation; state, verdict, evidence and holders are given.
  func apply(to planned: inout PlannedBranch, _ circumstances: Circumstances) {
    let branch = planned.branch
    if let remote = branch.remote, branch.state == .gone || branch.state == .live,
      uncheckedRemotes.contains(remote)
    {
      return planned.keep(.remoteUnchecked, "its remote '\(remote)' could not be checked")
    }
    guard branch.state == .gone else {
      let missing: ByteString = planned.isUpstreamMissing ? ", which is not there" : ""
      return planned.keep(.notGone, branch.stateExplanation + missing)
    }
    if !planned.holders.isEmpty {
      let places = planned.holders.map(\.explanation).joined(separator: "; ")
      return planned.keep(.held, places)
    }
    if let protected = protection.explanation(for: branch.ref) {
      return planned.keep(
        .protected,
        "protected: \(protected); 'git branch -D' deletes it nevertheless"
      )
    }
    if let filter = circumstances.filter { return planned.keep(.filtered, filter) }
    if let remote = branch.remote, stoppedRemotes.contains(remote) {
      return planned.keep(.breaker, "a circuit breaker stopped remote '\(remote)'")
    }
    if let twin = circumstances.twin {
      return planned.keep(.unknown, "'\(twin)' differs only in case, and core.ignorecase is set")
    }
    judge(&planned)
  }

  private func judge(_ planned: inout PlannedBranch) {
    switch planned.verdict {
    case .merged(let proof):
      planned.delete(proof.explanation)
    case .unknown(let cause):
      planned.keep(.unknown, "unknown: \(cause)")
    case nil:
      planned.keep(.unknown, "unknown: not judged")
    case .netEmpty, .unmerged:
      let isPushed = planned.evidence == .pushed
      if level == .all || (level == .pushed && isPushed) {
        planned.delete(planned.lossExplanation)
      } else if case .netEmpty = planned.verdict {
        planned.keep(.netEmpty, "its changes undo each other: \(planned.lossExplanation)")
      } else {
        planned.keep(.unproven, planned.lossExplanation)
      }
    }
  }
}

extension PlannedBranch {
  fileprivate mutating func delete(_ explanation: ByteString) {
    action = .delete
    reason = nil
    self.explanation = explanation
  }

  /// What is at stake when an unproven branch goes.
  var lossExplanation: ByteString {
    let commits: ByteString =
      switch ahead {
      case nil: "work that is not in a base"
      case 1: "1 commit that is nowhere else"
      case .some(let count): "\(count) commits that are nowhere else"
      }
    return evidence == .pushed ? "\(commits); was pushed as it is" : commits
  }
}

extension LocalBranch {
  /// The state in words.
  var stateExplanation: ByteString {
    let tracked = merge?.branchName ?? ""
    return switch state {
    case .none: "no upstream"
    case .localUpstream: "its upstream is the local branch '\(tracked)'"
    case .remoteMissing: "its remote '\(remote ?? "")' is not configured"
    case .unmapped:
      "no fetch refspec of '\(remote ?? "")' fetches its upstream '\(tracked)'"
    case .gone: "its upstream is gone"
    case .live: "its upstream is there"
    }
  }
}

extension Proof {
  /// The proof in words, after the branch's name.
  var explanation: ByteString {
    let place = base.shortRef
    let plain: ByteString =
      switch kind {
      case .ancestor: "merged into \(place)"
      case .elsewhere: "contained in \(place)"
      case .rebased: "rebased onto \(place)"
      case .squashed: "squashed into \(place)\(commit.map { " as \($0.abbreviated())" } ?? "")"
      case .contained: "its changes are in \(place)"
      }
    var remarks: [ByteString] = []
    if let reverted {
      remarks.append(
        "without \(reverted.commit.abbreviated()), which the branch itself reverted in "
          + reverted.reverting.abbreviated()
      )
    }
    if let revertedInBase {
      remarks.append(
        "\(revertedInBase.commit.abbreviated()) was reverted there by "
          + revertedInBase.reverting.abbreviated()
      )
    }
    return remarks.isEmpty ? plain : "\(plain) (\(remarks.joined(separator: "; ")))"
  }
}
