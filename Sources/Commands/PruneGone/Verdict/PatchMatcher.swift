import HistoryKit

/// Finds commits of a base that change the same as given pairs do.
///
/// Comparing trees is cheap and comparing content is not, so content is asked for only where a
/// commit of the base changes the same paths as a pair and not the very same blobs.
final class PatchMatcher {
  typealias Node = RevisionGraph.Node

  private let git: IsolatedGit
  private let repository: Repository
  private let range: BaseRange
  private let isPartialClone: Bool
  private let isShallow: Bool

  private var summaries: [DiffPair: ChangeSummary] = [:]
  private var failures: [DiffPair: GitError] = [:]
  /// Pairs and nodes with content that a partial clone has left out.
  private var pairsWithoutContent = Set<DiffPair>()
  private var nodesWithoutContent = Set<Node>()
  /// The base's commits by the paths and by the blobs that they change, as far as a pair has these.
  private var wantedPaths = Set<Fingerprint>()
  private var wantedBlobs = Set<Fingerprint>()
  private var nodesByPaths: [Fingerprint: [Node]] = [:]
  private var nodesByBlobs: [Fingerprint: [Node]] = [:]
  private var patches: [DiffPair: Fingerprint] = [:]
  private var nodesByPatch: [Fingerprint: [Node]] = [:]
  /// A base's commit that could not be read may be the one that is looked for.
  private(set) var baseFailure: GitError?

  init(_ git: IsolatedGit, repository: Repository, range: BaseRange) {
    self.git = git
    self.repository = repository
    self.range = range
    isPartialClone = repository.isPartialClone
    isShallow = repository.isShallow
  }

  /// How many of the base's commits are compared at once: bounds the memory for the questions.
  private static let batchSize = 1 << 16

  /// Reads what `pairs` change, and which commits of the base change the same paths.
  ///
  /// `receive` gets the files of each pair that is in `detailed`.
  func summarize(
    _ pairs: [DiffPair],
    detailed: Set<DiffPair>,
    _ receive: @escaping (DiffPair, [FileChange]) -> Void
  ) {
    // In a shallow clone the commits at its border look like roots that add every file.
    let fewest = isShallow ? 1 : 0
    let nodes = range.graph.order.filter { (fewest...1).contains(range.graph.parentCount(of: $0)) }
    // The pairs come first: they tell which paths of the base's commits matter.
    var pairs = pairs
    var start = 0
    while !pairs.isEmpty || (start < nodes.count && !wantedPaths.isEmpty) {
      let batch = Array(nodes[start..<min(nodes.count, start + Self.batchSize)])
      start += batch.count
      let branches = pairs
      pairs = []
      let detail: IsolatedGit.Detail =
        isPartialClone
        ? .all : .some { $0 < branches.count && detailed.contains(branches[$0]) }
      git.changes(of: branches + batch.map { pair(ofBase: $0) }, withFiles: detail) {
        [self] index, result in
        if index >= branches.count {
          noteBase(batch[index - branches.count], result)
        } else if let files = note(branches[index], result), detailed.contains(branches[index]) {
          receive(branches[index], files)
        }
      }
    }
  }

  /// Keeps what a pair changes; gives the files if that is known.
  private func note(
    _ pair: DiffPair,
    _ result: Result<(ChangeSummary, [FileChange]), GitError>
  ) -> [FileChange]? {
    switch result {
    case .failure(let error):
      failures[pair] = error
      return nil
    case .success((let summary, let files)):
      summaries[pair] = summary
      if !summary.isEmpty {
        wantedPaths.insert(summary.paths)
        wantedBlobs.insert(summary.blobs)
      }
      if isPartialClone, !hasContent(of: files) { pairsWithoutContent.insert(pair) }
      return files
    }
  }

  /// Keeps a commit of the base if a pair changes the same paths.
  private func noteBase(
    _ node: Node,
    _ result: Result<(ChangeSummary, [FileChange]), GitError>
  ) {
    switch result {
    case .failure(let error): baseFailure = error
    case .success((let summary, let files)):
      guard wantedPaths.contains(summary.paths) else { return }
      nodesByPaths[summary.paths, default: []].append(node)
      if wantedBlobs.contains(summary.blobs) {
        nodesByBlobs[summary.blobs, default: []].append(node)
      }
      if isPartialClone, !hasContent(of: files) { nodesWithoutContent.insert(node) }
    }
  }

  private func hasContent(of files: [FileChange]) -> Bool {
    files.allSatisfy { file in
      [(file.oldMode, file.oldID), (file.newMode, file.newID)].allSatisfy { mode, id in
        mode == 0 || mode == 0o160000 || (try? repository.contains(id)) == true
      }
    }
  }

  private func pair(ofBase node: Node) -> DiffPair {
    let parents = range.graph.parentCount(of: node)
    let old = parents > 0 ? range.graph.ids[range.graph.parent(0, of: node)] : nil
    return DiffPair(new: range.graph.ids[node], old: old)
  }

  /// Whether a commit of the base changes the same paths, so that its patch may be the same.
  func mayMatch(_ pair: DiffPair) -> Bool {
    guard let summary = summaries[pair], !summary.isEmpty else { return false }
    return nodesByPaths[summary.paths] != nil
  }

  /// Reads the patches of pairs, and of the base's commits that may have the same ones.
  func comparePatches(of pairs: [DiffPair]) {
    let wanted = pairs.filter { mayMatch($0) && !pairsWithoutContent.contains($0) }
    let paths = Set(wanted.compactMap { summaries[$0]?.paths })
    let nodes = paths.flatMap { nodesByPaths[$0] ?? [] }.filter {
      !nodesWithoutContent.contains($0)
    }
    .sorted()
    git.patches(of: wanted + nodes.map { pair(ofBase: $0) }) { [self] index, result in
      switch result {
      case .success(let patch) where index < wanted.count: patches[wanted[index]] = patch
      case .success(let patch): nodesByPatch[patch, default: []].append(nodes[index - wanted.count])
      case .failure(let error) where index < wanted.count: failures[wanted[index]] = error
      case .failure(let error): baseFailure = error
      }
    }
  }

  /// A commit of the base, since it was left at `border`, with the same patch.
  ///
  /// An empty patch equals none: two commits that change nothing have nothing in common.
  func match(for pair: DiffPair, since border: ObjectID) -> ObjectID? {
    guard let summary = summaries[pair], !summary.isEmpty else { return nil }
    var nodes = nodesByBlobs[summary.blobs] ?? []
    if let patch = patches[pair] { nodes += nodesByPatch[patch] ?? [] }
    return nodes.first { !range.isReachable($0, from: border) }.map { range.graph.ids[$0] }
  }

  func summary(of pair: DiffPair) -> ChangeSummary? { summaries[pair] }

  /// Why the answer for a pair is not known, if it is not.
  func failure(of pair: DiffPair) -> GitError? {
    if let failure = failures[pair] { return failure }
    guard mayMatch(pair) else { return nil }
    let lacksContent =
      pairsWithoutContent.contains(pair)
      || (summaries[pair].flatMap { nodesByPaths[$0.paths] } ?? []).contains {
        nodesWithoutContent.contains($0)
      }
    guard lacksContent else { return nil }
    return GitError(.missingObject, "files of \(pair.new) are missing in this partial clone")
  }
}
