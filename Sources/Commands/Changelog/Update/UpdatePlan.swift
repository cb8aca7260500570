package import ByteKit

/// What `update` is about to add, and what it leaves out.
package struct UpdatePlan: Sendable {
  /// Oldest first.
  package var missing: [Entry] = []
  /// The commits without a new entry, newest first.
  package var skipped: [ReleaseCommit] = []
  /// What to remember of commits that were amended or rebased after their entry was written.
  package var claims: [SeenFile.Record] = []

  /// Why nothing was added for some commits, most frequent first: `3 type 'docs'`.
  package var skippedSummary: ByteString {
    var counts: [ByteString: Int] = [:]
    for commit in skipped { counts[commit.skipped ?? "", default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
