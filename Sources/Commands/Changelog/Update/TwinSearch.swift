import ByteKit
import ProcessKit

/// Finds out which commits of a range are cherry-picks of what a release in the file lists.
struct TwinSearch {
  let history: ReleaseHistory
  let reading: ReleaseHistory.Reading

  private var graph: CommitGraph { reading.graph }
  private var range: HistoryLoader.Range { reading.range }

  /// By commit of `entries`: why it needs no entry.
  func twins(of entries: [Entry], in document: Document?) throws -> [ByteString: ByteString] {
    let missing = entries.flatMap(\.commits).compactMap { graph.number(of: $0) }
    guard let document, document.newestRelease != nil, !missing.isEmpty else { return [:] }
    let candidates = try self.candidates(for: missing, document)
    guard !candidates.isEmpty else { return [:] }
    var byKey: [HistoryCommit.TwinKey: [ByteString]] = [:]
    for commit in candidates where !commit.isMerge {
      byKey[commit.twinKey, default: []].append(commit.id)
    }
    let pairs = missing.flatMap { number in
      (byKey[graph.commits[number].twinKey] ?? []).map {
        (twin: graph.commits[number].id, original: $0)
      }
    }
    guard !pairs.isEmpty else { return [:] }
    let identities = try PatchIDs(
      Set(pairs.flatMap { [$0.twin, $0.original] }).sorted(),
      git: history.session.git
    ).wait()
    var reasons: [ByteString: ByteString] = [:]
    for pair in pairs {
      guard let identity = identities[pair.twin], identity == identities[pair.original],
        let version = try listedVersion(of: pair.original, in: document)
      else { continue }
      reasons[pair.twin] = "also in \(version.spelling)"
    }
    return reasons
  }

  /// The released commits that are no ancestors of a missing one: only they can be its twins.
  private func candidates(for missing: [Int], _ document: Document) throws -> [HistoryCommit] {
    var beside: Set<ByteString> = []
    var behind = range.boundary
    for number in missing {
      let reached = boundary(behind: number)
      beside.formUnion(range.boundary.subtracting(reached))
      behind.formIntersection(reached)
    }
    var candidates: [HistoryCommit] = []
    if !beside.isEmpty {
      candidates += try history.loader.reader.commits(
        beside.sorted() + behind.sorted().map { "^" + $0 }
      )
    }
    // A release on a branch that is not merged, listed here all the same. It is not older than what
    // was picked from it.
    var tags = history.tags.all.filter {
      !range.boundary.contains($0.commit) && graph.number(of: $0.commit) == nil
        && document.section(for: $0.version) != nil
    }
    if !tags.isEmpty {
      let oldest = missing.map { graph.commits[$0].authorDate }.min() ?? 0
      let dates = try history.tagDates()
      tags.removeAll { dates[$0.name].map { $0 < oldest } ?? false }
    }
    if !tags.isEmpty {
      let head = try history.session.requireHead()
      candidates += try history.loader.reader.commits(tags.map(\.commit) + ["^" + head])
    }
    return candidates
  }

  private func boundary(behind start: Int) -> Set<ByteString> {
    var visited: Set<Int> = []
    var found: Set<ByteString> = []
    graph.walk(from: start) { commit in
      guard visited.insert(commit).inserted else { return false }
      for parent in graph.commits[commit].parents where range.boundary.contains(parent) {
        found.insert(parent)
      }
      return true
    }
    return found
  }

  /// The lowest version that holds `commit` and has a section in `document` (a pre-release may have
  /// been folded into its final version).
  private func listedVersion(of commit: ByteString, in document: Document) throws -> Version? {
    let output = try history.session.git.output([
      "for-each-ref", "--format=%(refname)", "--contains=\(commit)", "refs/tags/",
    ])
    let names = Set(output.lines.compactMap { $0.dropping(prefix: "refs/tags/") })
    let version = history.tags.all.first { names.contains($0.name) }?.version
    guard let version else { return nil }
    if document.section(for: version) != nil { return version }
    return document.section(for: version.core) != nil ? version.core : nil
  }
}
