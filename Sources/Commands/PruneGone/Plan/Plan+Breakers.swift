import ByteKit
import HistoryKit

extension Plan {
  /// Keeps every branch if a remote's circuit breaker or the limit says so: the last step of a plan.
  mutating func applyBreakers(maximum: DeletionLimit?) {
    let deletions = deletions.count
    if let maximum, maximum.isExceeded(by: deletions, of: branches.count) {
      breakers.append(
        "\(deletions.counted("branch", "branches")) of \(branches.count) would go, more than "
          + "--max-deletes \(maximum)"
      )
      hints.append("see which: git prune-gone --dry-run; then give a higher --max-deletes")
    }
    if breakers.isEmpty { return }
    switchTarget = nil
    for index in branches.indices where branches[index].action == .delete {
      branches[index].keep(.breaker, "a circuit breaker stopped the run")
    }
  }

  /// Limits a newer plan to what an older one had approved: a branch that has moved since is kept.
  mutating func restrict(toDeletionsOf approved: Plan) {
    let oids = Dictionary(
      approved.deletions.map { ($0.branch.ref, $0.branch.oid) },
      uniquingKeysWith: { $1 }
    )
    for index in branches.indices {
      let branch = branches[index].branch
      guard let oid = oids[branch.ref] else {
        if branches[index].action == .delete {
          branches[index].keep(.filtered, "came up during the run")
        }
        continue
      }
      if branch.oid != oid {
        branches[index].keep(.moved, "moved to \(branch.oid.abbreviated()) during the run")
      } else if branches[index].isChoosable {
        // What a person chose stands, although the options alone would keep it.
        branches[index].action = .delete
        branches[index].reason = nil
      }
    }
    let present = Set(branches.map(\.branch.ref))
    missing += oids.keys.filter { !present.contains($0) }.sorted()
  }
}

extension PlannedBranch {
  /// Whether a person may choose to delete it: not held, protected or unknown.
  var isChoosable: Bool {
    branch.state == .gone && (action == .delete || reason == .unproven || reason == .netEmpty)
  }
}
