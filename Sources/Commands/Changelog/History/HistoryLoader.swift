import ByteKit
import ConfigKit
import FileKit
import ProcessKit
import ToolKit

/// Reads the part of history that a question needs, and no more.
struct HistoryLoader {
  let git: GitProcess
  let reader: CommitReader
  let location: RepositoryLocation

  /// What was read, and where it ends.
  struct Range {
    var commits: [HistoryCommit]
    /// The parents that are outside.
    var boundary: Set<ByteString>

    init(_ commits: [HistoryCommit]) {
      let inside = Set(commits.map(\.key))
      self.commits = commits
      let outside = Set(commits.flatMap(\.parentKeys)).subtracting(inside)
      boundary = Set(outside.map(\.hex))
    }

    /// A whole history, which has no boundary.
    init(whole commits: [HistoryCommit]) {
      self.commits = commits
      boundary = []
    }

    /// Whether a clock was wrong when one of them was made.
    var hasCommitOlderThanItsParent: Bool {
      var dates: [CommitID: Int64] = [:]
      for commit in commits { dates[commit.key] = commit.date }
      return commits.contains { commit in
        commit.parentKeys.contains { dates[$0].map { $0 > commit.date } ?? false }
      }
    }
  }

  /// All that `head` reaches.
  ///
  /// A long history (many tags are the sign) is read in two halves: what the older three fifths of
  /// the tags reach, and the rest. To exclude costs git more than to list, and with many tags to
  /// stop at less than with one.
  func all(
    head: ByteString,
    tags: VersionTags,
    dates: [ByteString: Int64]
  ) throws -> [HistoryCommit] {
    let byDate = tags.all.sorted { (dates[$0.name] ?? 0, $0.name) < (dates[$1.name] ?? 0, $1.name) }
    let commits: [HistoryCommit]
    if byDate.count >= 100 {
      let older = byDate.prefix(byDate.count * 3 / 5).map(\.commit)
      commits = try reader.commits(reachableFrom: head, dividedAt: older)
    } else {
      commits = try reader.commits([head])
    }
    return commits
  }

  /// What `newer` reaches and none of `older` does.
  func range(to newer: ByteString, excluding older: [ByteString]) throws -> Range {
    Range(try reader.commits([newer] + older.map { "^" + $0 }))
  }

  /// An answer that is nearly always right, and the question whether it is, asked meanwhile.
  struct Quick {
    let range: Range
    fileprivate var isOrdered = true
    fileprivate var verification: Verification?

    /// Waits for git's answer; to be called once.
    func isExact() throws -> Bool {
      guard let verification else { return isOrdered }
      return try verification.holds() && isOrdered
    }
  }

  /// What `head` reaches and none of the `tags` does, whether `head` reaches the tag or not.
  ///
  /// Only a walk over all of history tells for certain which tags HEAD reaches. But the answer is
  /// right if every commit at the boundary is, or is behind, a boundary commit that carries a tag:
  /// only an unmerged tag could have hidden more. git ends such a walk too early where a commit is
  /// older than its parent, so there it counts as wrong.
  func quickly(since tags: [VersionTag], head: ByteString) throws -> Quick {
    let tagged = Set(tags.map(\.commit))
    let range = Range(try reader.commits([head] + tagged.sorted().map { "^" + $0 }))
    var quick = Quick(range: range, isOrdered: !range.hasCommitOlderThanItsParent)
    let boundary = range.commits.isEmpty ? [head] : range.boundary
    quick.verification = try Verification(
      that: boundary.subtracting(tagged),
      areBehind: boundary.intersection(tagged),
      git: git,
      memory: location.commonDirectory.appendingPath("changelog/boundary")
    )
    return quick
  }

  func exactly(since tags: [VersionTag], head: ByteString) throws -> Range {
    let graph = CommitGraph(try reader.commits([head]), heads: [head])
    var isReleased = [Bool](repeating: false, count: graph.commits.count)
    for tag in tags {
      guard let start = graph.number(of: tag.commit) else { continue }
      graph.walk(from: start) { commit in
        guard !isReleased[commit] else { return false }
        isReleased[commit] = true
        return true
      }
    }
    return Range(
      graph.commits.enumerated().filter { !isReleased[$0.offset] }.map(\.element)
    )
  }

  /// Those of `tags` that `head` reaches.
  ///
  /// (`git for-each-ref --merged` takes as long, and is wrong where a commit is older than its
  /// parent.)
  func reachable(_ tags: [VersionTag], head: ByteString) throws -> [VersionTag] {
    let reached = Set(try revisions([], [head]))
    return tags.filter { reached.contains($0.commit) }
  }

  /// The tag of the highest version that `head` reaches: of `tags`, lowest first.
  func highestReachable(_ tags: [VersionTag], head: ByteString) throws -> VersionTag? {
    // Nearly always it is the first one asked for; a walk for all of them is dear.
    for tag in tags.reversed().prefix(8)
    where try git.run(["merge-base", "--is-ancestor", tag.commit, head]).succeeded {
      return tag
    }
    guard tags.count > 8 else { return nil }
    return try reachable(tags, head: head).last
  }

  /// Those of `head`'s commits behind `older` that change something in `paths`.
  func touching(
    _ paths: [ByteString],
    to newer: ByteString,
    excluding older: [ByteString]
  ) throws -> Set<ByteString> {
    // Every commit that changes the path, even on a side branch whose outcome was discarded.
    let output = try git.output(
      ["rev-list", "--full-history", "--no-merges", newer] + older.map { "^" + $0 } + ["--"]
        + paths
    )
    return Set(output.lines)
  }

  private func revisions(
    _ options: [ByteString],
    _ revisions: [ByteString]
  ) throws -> [ByteString] {
    try git.output(
      ["rev-list", "--stdin"] + options,
      input: .bytes(revisions.map { $0 + "\n" }.joined(separator: ""))
    ).lines
  }

  /// Throws if a commit of `commits` is one at which a shallow clone ends.
  func refuseIfCut(_ commits: [HistoryCommit]) throws {
    guard
      let content = try FileSystem.readIfPresent(location.commonDirectory.appendingPath("shallow"))
    else { return }
    let ends = Set(content.lines)
    guard commits.contains(where: { ends.contains($0.id) }) else { return }
    throw ToolError(
      "this clone is shallow and lacks commits since the last release",
      hints: ["'git fetch --unshallow --tags' completes it"]
    )
  }
}
