import ByteKit

/// Which release each commit belongs to: the lowest version that reaches it.
///
/// Any linear order of the commits that is cut at the tags is wrong as soon as branches are merged;
/// dates and the nearest tag say nothing.
struct ReleaseAssignment {
  /// One section: a version, and what is folded into it.
  struct Section {
    var tag: VersionTag?
    /// Newest first, merges included.
    var commits: [Int] = []
  }

  /// Highest version first; what no tag reaches (perhaps nothing) comes before all.
  let sections: [Section]

  init(_ graph: CommitGraph, tags: VersionTags) {
    let chosen = Self.chosen(graph, tags)
    // The lowest version first: whatever a later one reaches as well is taken already.
    var owners = [Int32](repeating: -1, count: graph.commits.count)
    for (index, tag) in chosen.tags.enumerated() {
      guard let start = graph.number(of: tag.commit) else { continue }
      graph.walk(from: start) { commit in
        guard owners[commit] < 0 else { return false }
        owners[commit] = Int32(index)
        return true
      }
    }
    var sections = chosen.tags.map { Section(tag: $0) }
    var unreleased = Section()
    for commit in graph.newestFirst {
      let owner = owners[commit]
      if owner < 0 {
        unreleased.commits.append(commit)
      } else {
        sections[chosen.homes[Int(owner)]].commits.append(commit)
      }
    }
    let isHome = Set(chosen.homes)
    self.sections =
      [unreleased]
      + sections.enumerated().reversed().filter { isHome.contains($0.offset) }.map(\.element)
  }

  /// The tags that make sections, lowest version first, and for each the one whose section has its
  /// commits: a pre-release's are in its final version's once that is released.
  private static func chosen(
    _ graph: CommitGraph,
    _ tags: VersionTags
  ) -> (tags: [VersionTag], homes: [Int]) {
    let reachable = tags.all.filter { tag in
      graph.number(of: tag.commit).flatMap { graph.place(of: $0) } != nil
    }
    // Of several tags on one version the best comes last, of several on one commit the highest.
    var byVersion: [VersionTag] = []
    for tag in reachable {
      if byVersion.last?.version == tag.version { byVersion.removeLast() }
      byVersion.append(tag)
    }
    var highest: [ByteString: Version] = [:]
    for tag in byVersion { highest[tag.commit] = tag.version }
    let kept = byVersion.filter { highest[$0.commit] == $0.version }
    var finals: [Version: Version] = [:]
    for tag in byVersion where !tag.version.isPrerelease {
      finals[tag.version] = highest[tag.commit]
    }
    var places: [Version: Int] = [:]
    for (index, tag) in kept.enumerated() { places[tag.version] = index }
    let homes = kept.enumerated().map { index, tag in
      guard tag.version.isPrerelease, let final = finals[tag.version.core] else { return index }
      return places[final] ?? index
    }
    return (kept, homes)
  }
}
