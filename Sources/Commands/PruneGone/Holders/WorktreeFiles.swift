import ByteKit

/// The files in a worktree's git directory that name branches in use, as git's `branch.c` reads them.
struct WorktreeFiles: Sendable {
  /// `HEAD`, or what it links to when it is a symbolic link (`core.preferSymlinkRefs`).
  var head: ByteString?
  /// `rebase-merge/head-name` and `rebase-apply/head-name`.
  var rebasedHeads: [ByteString] = []
  /// `rebase-merge/update-refs`.
  var rebasedRefs: ByteString?
  /// `BISECT_START`.
  var bisectStart: ByteString?
  /// `MERGE_HEAD`.
  var mergeHeads: ByteString?

  /// The full ref that HEAD names; nil when it is detached.
  var headRef: ByteString? {
    guard let head else { return nil }
    if let target = head.dropping(prefix: "ref:") { return target.trimmed }
    return head.hasPrefix("refs/") ? head.trimmed : nil
  }

  /// The full refs in use and why.
  ///
  /// Commits being merged are not refs: see `mergedTips`.
  var heldRefs: [(kind: Holder.Kind, ref: ByteString)] {
    var held: [(Holder.Kind, ByteString)] = []
    if let headRef { held.append((.worktree, headRef)) }
    for name in rebasedHeads.map(\.trimmed) where name.hasPrefix("refs/") {
      held.append((.rebase, name))
    }
    // Three lines a ref: its name, the commit before, the commit after (sequencer.c).
    let lines = rebasedRefs?.lines ?? []
    for index in stride(from: 0, to: lines.count, by: 3) where lines[index].hasPrefix("refs/") {
      held.append((.rebase, lines[index]))
    }
    if let name = bisectStart?.trimmed, !name.isEmpty {
      held.append((.bisect, name.hasPrefix("refs/heads/") ? name : "refs/heads/\(name)"))
    }
    return held.map { (kind: $0.0, ref: $0.1) }
  }

  /// Hexadecimal ids of the commits being merged.
  var mergedTips: [ByteString] { (mergeHeads?.lines ?? []).map(\.trimmed) }
}
