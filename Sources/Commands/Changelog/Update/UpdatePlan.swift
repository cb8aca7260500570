package import ByteKit

/// What `update` is about to add, and what it leaves out.
package struct UpdatePlan: Sendable, DocumentPlan {
  /// Oldest first.
  package var missing: [Entry] = []
  /// The commits without a new entry, newest first.
  package var skipped: [ReleaseCommit] = []
  /// What to remember of commits that were amended or rebased after their entry was written.
  package var claims: [SeenFile.Record] = []
  package var revised: Document?

  /// Why nothing was added for some commits, most frequent first: `3 type 'docs'`.
  package var skippedSummary: ByteString {
    var counts: [ByteString: Int] = [:]
    for commit in skipped { counts[Self.kind(of: commit.skipped ?? ""), default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }

  /// A reason without the commits that it names, so that "reverted by 1a2b3c4d5e" and its like are
  /// counted together.
  private static func kind(of reason: ByteString) -> ByteString {
    let words = reason.split(on: UInt8(ascii: " ")).map { $0.dropping(suffix: ",") ?? $0 }
    guard let id = words.firstIndex(where: { $0.count >= 10 && $0.bytes.allSatisfy(\.isHexDigit) }),
      id > 0
    else { return reason }
    let isLinked = ["by", "as"].contains(words[id - 1])
    return words[..<(isLinked ? id - 1 : id)].joined(separator: " ")
  }
}
