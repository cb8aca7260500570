import ByteKit

/// Kept branches counted by reason: what people read where a list of all would be too long.
struct KeptSummary {
  /// More kept branches than this are counted.
  static let limit = 100

  /// Reason and number, the most frequent first.
  let counts: [(reason: ByteString, count: Int)]

  init(_ branches: [PlannedBranch]) {
    let groups = Dictionary(grouping: branches, by: \.keptBecause)
    counts = groups.map { (reason: $0.key, count: $0.value.count) }
      .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
  }

  var lines: [ByteString] {
    let width = counts.map { "\($0.count)".count }.max() ?? 0
    return counts.map { reason, count in
      ByteString(repeating: " ", count: width - "\(count)".count) + "\(count)  \(reason)"
    }
  }
}

extension PlannedBranch {
  /// The reason without what it says of one branch.
  fileprivate var keptBecause: ByteString {
    switch reason {
    case .notGone: "not gone, but nothing here follows their upstream"
    case .held: "in use: checked out, in a rebase or merge, or needed by another ref"
    case .protected: "protected"
    case .unproven, .netEmpty:
      evidence == .pushed
        ? "in no base, but pushed as they are; --pushed deletes them" : "work that is nowhere else"
    case .unknown: "could not be judged"
    case .filtered: "not chosen"
    case .remoteUnchecked: "their remote could not be checked"
    case .breaker: "a circuit breaker stopped the run"
    case .moved: "moved meanwhile"
    case let other: ByteString(other?.rawValue ?? "kept")
    }
  }
}
