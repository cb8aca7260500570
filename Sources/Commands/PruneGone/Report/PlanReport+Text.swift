import ByteKit
import HistoryKit
import TerminalKit

extension PlanReport {
  /// What people read: deleted and kept branches with the reason for each.
  ///
  /// Unless `isVerbose`, what a pattern or option left out and what is not gone is counted only, and so
  /// is what was kept where it is much.
  static func text(
    _ plan: Plan,
    isDryRun: Bool,
    isVerbose: Bool,
    style: Style
  ) -> ByteString {
    var content = ByteString()
    let going = plan.branches.filter { $0.action == .delete || $0.action == .deleted }
    let failed = plan.branches.filter { $0.action == .failed }
    let kept = plan.branches.filter { $0.action == .keep }
    let shown = kept.filter { isVerbose || ($0.isSelected && $0.deservesMention) }

    if let target = plan.switchTarget {
      content += isDryRun ? "would switch" : "switched"
      content += " to \(target.branchName.harmless)\n"
    }
    let verb: ByteString = isDryRun ? "would delete" : "deleted"
    content += group("\(verb) \(going.count.counted("branch", "branches")):", going, style, .green)
    content += group(
      "could not delete \(failed.count.counted("branch", "branches")):",
      failed,
      style,
      .red
    )
    let title = "kept \(shown.count.counted("branch", "branches"))" as ByteString
    if shown.count > KeptSummary.limit, !isVerbose {
      content += "\(title) (each with -v):\n"
      for line in KeptSummary(shown).lines { content += "  \(line)\n" }
    } else {
      content += group("\(title):", shown, style, .yellow)
    }
    if going.isEmpty, failed.isEmpty {
      content +=
        shown.isEmpty && plan.remotes.allSatisfy { $0.failure == nil } && plan.breakers.isEmpty
        ? "nothing to do: no local branch has an upstream that is gone\n"
        : "nothing \(isDryRun ? "would be" : "was") deleted\n"
    }
    if !going.isEmpty || !failed.isEmpty || !shown.isEmpty {
      content += counts(plan, going: going.count, isDryRun: isDryRun)
    }
    if let run = plan.run {
      content += "bring them back with: git prune-gone --undo=\(run.abbreviated())\n"
    }
    return content
  }

  /// All local branches in one line: `12 branches: 3 deleted, 2 kept, 7 not gone`.
  private static func counts(
    _ plan: Plan,
    going: Int,
    isDryRun: Bool
  ) -> ByteString {
    let kept = plan.branches.filter { $0.action == .keep }
    let leftOut = kept.count { !$0.isSelected }
    let live = kept.count { $0.isSelected && $0.reason == .notGone && !$0.deservesMention }
    let failed = plan.branches.count { $0.action == .failed }
    let parts: [(count: Int, word: ByteString)] = [
      (going, isDryRun ? "would go" : "deleted"), (failed, "failed"),
      (kept.count - leftOut - live, "kept"), (live, "not gone"), (leftOut, "not selected"),
    ]
    let told = parts.filter { $0.count > 0 }.map { "\($0.count) \($0.word)" as ByteString }
    return "\(plan.branches.count.counted("branch", "branches")): "
      + told.joined(separator: ", ") + "\n"
  }

  private static func group(
    _ title: ByteString,
    _ branches: [PlannedBranch],
    _ style: Style,
    _ color: Style.Attribute
  ) -> ByteString {
    if branches.isEmpty { return "" }
    let names = branches.map(\.name.harmless)
    let widths = names.map { Width.columns(of: $0.text) }
    // One very long name must not push all reasons off the screen.
    let column = min(widths.max() ?? 0, 40)
    var content = "\(title)\n" as ByteString
    for (index, branch) in branches.enumerated() {
      let padding = ByteString(repeating: " ", count: max(0, column - widths[index]))
      content += "  \(style.paint(names[index], color))\(padding)  \(branch.told.harmless)\n"
    }
    return content
  }
}

extension PlannedBranch {
  /// The reason, with what deletes the branch where an option does.
  fileprivate var told: ByteString {
    let isLeft = action == .keep && (reason == .unproven || reason == .netEmpty)
    return isLeft && evidence == .pushed ? "\(explanation); --pushed deletes it" : explanation
  }

  /// Whether people want to read why it was kept: it looks like something to clean up.
  fileprivate var deservesMention: Bool {
    guard reason == .notGone else { return true }
    return switch branch.state {
    case .none, .live, .gone: false
    case .localUpstream: isUpstreamMissing
    case .remoteMissing, .unmapped: true
    }
  }
}

extension Int {
  /// `1 branch`, `2 branches`.
  func counted(_ one: ByteString, _ many: ByteString) -> ByteString {
    self == 1 ? "1 \(one)" : "\(self) \(many)"
  }
}

extension ByteString {
  init(repeating character: Character, count: Int) {
    self.init(String(repeating: character, count: count))
  }
}
