import ByteKit

/// Makes releases of a graph and its tags: what history says, before any file is asked.
struct ReleaseBuilder {
  let graph: CommitGraph
  let text: EntryText
  /// The commits that change what `--path` names; nil: all do.
  var inPath: Set<ByteString>?
  /// Begins to read patch identities; asked only for commits that agree in author, date and subject.
  let patchIDs: ([ByteString]) -> PatchIDs

  /// The releases, newest first; the unreleased one is always the first.
  func releases(tags: VersionTags) throws -> [Release] {
    let sections = ReleaseAssignment(graph, tags: tags).sections
    var skipped: [Int: ByteString] = [:]
    for section in sections {
      for commit in section.commits where skipped[commit] == nil && !graph.commits[commit].isMerge {
        if let inPath, !inPath.contains(graph.commits[commit].id) {
          skipped[commit] = "outside of the path"
        }
      }
      cancelReverts(in: section.commits, skipped: &skipped)
      for commit in section.commits where skipped[commit] == nil {
        if case .hidden(let reason) = graph.commits[commit].outcome { skipped[commit] = reason }
      }
    }
    let pairs = possibleTwins(in: sections, skipped: skipped)
    // Patches take git as long as all the rest takes here, and few are the same: the sections are
    // made meanwhile.
    let identities = patchIDs(
      Set(pairs.flatMap { [$0.twin, $0.original] }).sorted().map { graph.commits[$0].id }
    )
    let requests = mergedRequests()
    var releases = sections.map { section in
      release(section, skipped: skipped, requests: requests)
    }
    let twins = skipTwins(pairs, try identities.wait(), skipped: &skipped)
    for (index, section) in sections.enumerated()
    where section.commits.contains(where: twins.contains) {
      releases[index] = release(section, skipped: skipped, requests: requests)
    }
    return releases
  }

  private func release(
    _ section: ReleaseAssignment.Section,
    skipped: [Int: ByteString],
    requests: [Int: ByteString]
  ) -> Release {
    var release = Release(version: section.tag?.version, tag: section.tag)
    var places: [ByteString: Int] = [:]
    for number in section.commits where !graph.commits[number].isMerge {
      release.commits.append(
        ReleaseCommit(
          id: graph.commits[number].id,
          subject: graph.commits[number].subject,
          skipped: skipped[number]
        )
      )
    }
    for number in section.commits.reversed() where skipped[number] == nil {
      guard var entry = graph.commits[number].outcome.entry else { continue }
      if let request = requests[number] { entry.appendReference(request, markedUpBy: text) }
      entry.commits = [graph.commits[number].id]
      let key = entry.category + "\n" + entry.rendered
      if let place = places[key] {
        release.entries[place].commits += entry.commits
        for ref in entry.refs where !release.entries[place].refs.contains(ref) {
          release.entries[place].refs.append(ref)
        }
        release.entries[place].level = max(release.entries[place].level, entry.level)
      } else {
        places[key] = release.entries.count
        release.entries.append(entry)
      }
    }
    return release
  }

  // MARK: - Reverts

  /// Takes out what one commit of the range did and a later one of it undid, and both of them.
  ///
  /// Newest first, so that a revert of a revert cancels the revert and the change is back.
  private func cancelReverts(in commits: [Int], skipped: inout [Int: ByteString]) {
    guard commits.contains(where: { graph.commits[$0].revert != nil }) else { return }
    let members = Set(commits)
    for (index, number) in commits.enumerated() where skipped[number] == nil {
      guard let revert = graph.commits[number].revert else { continue }
      let earlier = commits[(index + 1)...].filter { skipped[$0] == nil }
      let targets = targets(of: revert, members: members, earlier: earlier, skipped: skipped)
      guard !targets.isEmpty else { continue }
      let abbreviation = Self.abbreviated(graph.commits[number].id)
      for target in targets { skipped[target] = "reverted by \(abbreviation)" }
      skipped[number] =
        "reverts \(targets.map { Self.abbreviated(graph.commits[$0].id) }.joined(separator: ", "))"
        + " of the same release"
    }
  }

  private static func abbreviated(_ id: ByteString) -> ByteString {
    ByteString(id.bytes.prefix(10))
  }

  /// The commits of the same range that `revert` takes back; none if it takes back another, too.
  private func targets(
    of revert: Revert,
    members: Set<Int>,
    earlier: [Int],
    skipped: [Int: ByteString]
  ) -> [Int] {
    var targets: [Int] = []
    var areKnown = true
    for id in revert.commits {
      if let number = number(of: id, among: earlier) {
        guard members.contains(number), skipped[number] == nil else { continue }
        targets += graph.commits[number].isMerge ? brought(by: number, members, skipped) : [number]
      } else {
        areKnown = false
      }
    }
    if !targets.isEmpty { return areKnown ? targets : [] }
    // A rebase changes names; then the words that are quoted tell, and the request's number.
    guard revert.commits.allSatisfy({ graph.number(of: $0) == nil }) else { return [] }
    if let request = revert.pullRequest {
      for number in earlier {
        if graph.commits[number].mergedRequest == request {
          return brought(by: number, members, skipped)
        }
        if graph.commits[number].outcome.entry?.pullRequest == request { return [number] }
      }
    }
    guard let quoted = revert.quoted else { return [] }
    let found = earlier.first { graph.commits[$0].subject == quoted }
    guard let found else { return [] }
    return graph.commits[found].isMerge ? brought(by: found, members, skipped) : [found]
  }

  private func brought(
    by merge: Int,
    _ members: Set<Int>,
    _ skipped: [Int: ByteString]
  ) -> [Int] {
    graph.broughtIn(by: merge).filter {
      members.contains($0) && skipped[$0] == nil && !graph.commits[$0].isMerge
    }
  }

  private func number(of id: ByteString, among earlier: [Int]) -> Int? {
    graph.number(of: id) ?? earlier.first { graph.commits[$0].id.hasPrefix(id) }
  }

  // MARK: - Twins

  /// Two commits that may be one change, and the version that lists the first of them.
  private struct Pair {
    var twin: Int
    var original: Int
    var version: Version
  }

  /// The commits whose change a lower version may list already.
  ///
  /// Only commits that agree in what a cherry-pick keeps are compared: author, date and subject.
  private func possibleTwins(
    in sections: [ReleaseAssignment.Section],
    skipped: [Int: ByteString]
  ) -> [Pair] {
    var latest: [UInt64: Int] = [:]
    latest.reserveCapacity(graph.commits.count)
    // By commit: the one before it of the same author's second.
    var previous: [Int: Int] = [:]
    var versions: [Int: Version] = [:]
    var pairs: [Pair] = []
    for section in sections.reversed() {
      var twins: [Int] = []
      for number in section.commits.reversed() where skipped[number] == nil {
        let second =
          graph.commits[number].author ^ UInt64(bitPattern: graph.commits[number].authorDate)
        guard let earlier = latest.updateValue(number, forKey: second) else { continue }
        previous[number] = earlier
        twins.append(number)
      }
      // What is known of versions so far is that of lower ones.
      for twin in twins {
        var candidate = previous[twin]
        while let original = candidate {
          if let version = versions[original],
            graph.commits[original].twinKey == graph.commits[twin].twinKey
          {
            pairs.append(Pair(twin: twin, original: original, version: version))
          }
          candidate = previous[original]
        }
      }
      guard let version = section.tag?.version else { continue }
      for number in section.commits where skipped[number] == nil { versions[number] = version }
    }
    return pairs
  }

  /// Skips each commit whose change a lower version lists already, and gives them.
  private func skipTwins(
    _ pairs: [Pair],
    _ identities: [ByteString: ByteString],
    skipped: inout [Int: ByteString]
  ) -> Set<Int> {
    var twins: Set<Int> = []
    for pair in pairs where skipped[pair.twin] == nil {
      let original = graph.commits[pair.original].id
      guard let identity = identities[graph.commits[pair.twin].id],
        identity == identities[original]
      else { continue }
      skipped[pair.twin] = "also in \(pair.version.spelling), as \(Self.abbreviated(original))"
      twins.insert(pair.twin)
    }
    return twins
  }

  // MARK: - Requests

  /// By commit: the number of the request whose merge brought it; the innermost merge's.
  private func mergedRequests() -> [Int: ByteString] {
    var requests: [Int: ByteString] = [:]
    for merge in graph.newestFirst.reversed() {
      guard let request = graph.commits[merge].mergedRequest else { continue }
      for commit in graph.broughtIn(by: merge) where requests[commit] == nil {
        requests[commit] = request
      }
    }
    return requests
  }
}
