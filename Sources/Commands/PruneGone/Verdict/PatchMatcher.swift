import HistoryKit

/// Finds commits of a base that change the same as given pairs do, and at the same place.
///
/// Comparing trees is cheap and comparing content is not, so content is asked for only where a
/// commit of the base changes the same paths as a pair and not the very same blobs. An equal patch
/// only nominates a commit: the same lines may stand in a file more than once.
final class PatchMatcher {
  typealias Node = RevisionGraph.Node

  private let git: IsolatedGit
  private let repository: Repository
  private let range: BaseRange
  private let merge: ContentMerge
  private let isPartialClone: Bool
  private let isShallow: Bool

  private var summaries: [DiffPair: ChangeSummary] = [:]
  private var failures: [DiffPair: GitError] = [:]
  /// Pairs and nodes with content that a partial clone has left out.
  private var pairsWithoutContent = Set<DiffPair>()
  private var nodesWithoutContent = Set<Node>()
  /// The base's commits by what they change, as far as a pair changes these paths; newest first.
  private var wantedPaths = Set<Fingerprint>()
  private var changes: [Node: ChangeSummary] = [:]
  private var nodesByPaths: [Fingerprint: [Node]] = [:]
  private var nodesByBlobs: [Fingerprint: [Node]] = [:]
  private var patches: [DiffPair: Fingerprint] = [:]
  private var nodesByPatch: [Fingerprint: [Node]] = [:]
  /// The files of pairs and nodes with equal patches of different blobs.
  private var files: [DiffPair: [FileChange]] = [:]
  /// A base's commit that could not be read may be the one that is looked for.
  private(set) var baseFailure: GitError?

  init(_ git: IsolatedGit, repository: Repository, range: BaseRange, merge: ContentMerge) {
    self.git = git
    self.repository = repository
    self.range = range
    self.merge = merge
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
        wantedPaths.insert(summary.oppositePaths)
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
      changes[node] = summary
      nodesByPaths[summary.paths, default: []].append(node)
      nodesByBlobs[summary.blobs, default: []].append(node)
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
    .sorted { range.isNewer($0, than: $1) }
    git.patches(of: wanted + nodes.map { pair(ofBase: $0) }) { [self] index, result in
      switch result {
      case .success(let patch) where index < wanted.count: patches[wanted[index]] = patch
      case .success(let patch): nodesByPatch[patch, default: []].append(nodes[index - wanted.count])
      case .failure(let error) where index < wanted.count: failures[wanted[index]] = error
      case .failure(let error): baseFailure = error
      }
    }
    readFiles(of: wanted)
  }

  /// Reads what is needed to compare places: the files of pairs, and of the commits that have their
  /// patches.
  private func readFiles(of pairs: [DiffPair]) {
    let nominated = pairs.filter { patches[$0].flatMap { nodesByPatch[$0] } != nil }
    let nodes = Set(nominated.compactMap { patches[$0] }).flatMap { nodesByPatch[$0] ?? [] }
    let wanted = Array(Set(nominated + nodes.map { pair(ofBase: $0) }))
    git.changes(of: wanted, withFiles: .all) { [self] index, result in
      switch result {
      case .success((_, let changed)): files[wanted[index]] = changed
      case .failure(let error): failures[wanted[index]] = error
      }
    }
  }

  /// The oldest commit of the base that makes the same change at the same place, among those that
  /// the base got since it was left at `border` and after `earlier`.
  ///
  /// An empty patch equals none: two commits that change nothing have nothing in common.
  func match(for pair: DiffPair, since border: ObjectID, after earlier: Node? = nil) -> Node? {
    guard let summary = summaries[pair], !summary.isEmpty else { return nil }
    func isCandidate(_ node: Node) -> Bool {
      if let earlier, !range.isNewer(node, than: earlier) { return false }
      return !range.isReachable(node, from: border)
    }
    let same = nodesByBlobs[summary.blobs]?.last(where: isCandidate)
    let alike = patches[pair].flatMap { nodesByPatch[$0] }?.last { node in
      if let same, !range.isNewer(same, than: node) { return false }
      return isCandidate(node) && isPlaced(pair, as: node)
    }
    return alike ?? same
  }

  /// Whether a commit of the base with the same patch made the change at the same place.
  private func isPlaced(_ pair: DiffPair, as node: Node) -> Bool {
    guard let ours = files[pair], let theirs = files[self.pair(ofBase: node)] else { return false }
    do throws(GitError) {
      return try merge.holds(ours, placedAs: theirs)
    } catch {
      failures[pair] = error
      return false
    }
  }

  /// A later commit of the base that took this one back, unless that was taken back too.
  func reverting(_ node: Node) -> ObjectID? {
    guard let change = changes[node] else { return nil }
    let related = Set(
      [change.paths, change.oppositePaths].flatMap { nodesByPaths[$0] ?? [] }
        .filter { range.isNewer($0, than: node) }
    )
    if related.isEmpty { return nil }
    let steps = (related.sorted { range.isNewer($0, than: $1) } + [node]).compactMap { node in
      (try? repository.commit(range.graph.ids[node])).map { ($0, changes[node]) }
    }
    return Reversals.reverting(range.graph.ids[node], among: steps)
  }

  /// The commit of a node of the base.
  func id(of node: Node) -> ObjectID { range.graph.ids[node] }

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
