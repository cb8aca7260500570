import HistoryKit

/// The commits of a base that may have taken over the work of branches: all since the oldest place
/// where one of them left it.
final class BaseRange {
  typealias Node = RevisionGraph.Node

  let graph: RevisionGraph
  /// By node: longer than that of every ancestor; 0 outside of the range.
  private let generation: [Int32]
  /// By node: its place in the order in which the base got its commits, parents first.
  private let position: [Int32]
  private var marks: VisitMarks

  /// Walks the base down to a commit that all of `borders` have as an ancestor (or are).
  init(
    of base: ObjectID,
    since borders: [(id: ObjectID, date: Int64)],
    git: IsolatedGit,
    repository: Repository
  ) throws(GitError) {
    var bound = borders.min { $0.date < $1.date }?.id
    var graph = try git.revisionGraph(from: [base], excluding: bound.map { [$0] } ?? [])
    // Dates may lie: the oldest border need not be an ancestor of all others.
    while let limit = bound {
      let stray = Self.borders(borders.map(\.id), notAbove: limit, in: graph)
      if stray.isEmpty { break }
      bound = Self.commonAncestor(of: [limit] + stray, in: repository)
      graph = try git.revisionGraph(from: [base], excluding: bound.map { [$0] } ?? [])
    }
    self.graph = graph
    var generation = [Int32](repeating: 0, count: graph.ids.count)
    for node in graph.order.reversed() {
      generation[node] = 1 + (graph.parents(of: node).map { generation[$0] }.max() ?? 0)
    }
    self.generation = generation
    var position = generation
    for (place, node) in graph.order.reversed().enumerated() { position[node] = Int32(place) }
    self.position = position
    marks = VisitMarks(nodeCount: graph.ids.count)
  }

  /// The borders from which `limit` cannot be reached, without those that lie above another one.
  private static func borders(
    _ borders: [ObjectID],
    notAbove limit: ObjectID,
    in graph: RevisionGraph
  ) -> [ObjectID] {
    var isBorder = Set<Node>()
    var outside: [ObjectID] = []
    for border in borders where border != limit {
      if let node = graph.node(of: border), graph.isListed(node) {
        isBorder.insert(node)
      } else {
        outside.append(border)
      }
    }
    var isAbove = [Bool](repeating: false, count: graph.ids.count)
    var hasBorderBelow = isAbove
    if let node = graph.node(of: limit) { isAbove[node] = true }
    var stray: [ObjectID] = []
    for node in graph.order.reversed() {
      for parent in graph.parents(of: node) {
        isAbove[node] = isAbove[node] || isAbove[parent]
        hasBorderBelow[node] = hasBorderBelow[node] || hasBorderBelow[parent]
      }
      guard isBorder.contains(node), !isAbove[node] else { continue }
      if !hasBorderBelow[node] { stray.append(graph.ids[node]) }
      hasBorderBelow[node] = true
    }
    return stray + outside
  }

  /// A commit that all of these have as an ancestor; nil if none is found: then all is walked.
  private static func commonAncestor(of commits: [ObjectID], in repository: Repository) -> ObjectID?
  {
    var common = commits.first
    for commit in commits.dropFirst() {
      guard let last = common else { return nil }
      common = (try? repository.mergeBases(last, commit))?.first
    }
    return common
  }

  /// The node of a commit of the base within the range.
  func node(of commit: ObjectID) -> Node? {
    guard let node = graph.node(of: commit), graph.isListed(node) else { return nil }
    return node
  }

  /// Whether the base got `one` after `other`.
  func isNewer(_ one: Node, than other: Node) -> Bool { position[one] > position[other] }

  /// Whether the base had `commit` already where the branch left it, so that it cannot have come
  /// from the branch.
  func isReachable(_ commit: Node, from border: ObjectID) -> Bool {
    // A border outside of the range is its bound, which reaches nothing in it.
    guard let start = node(of: border), !isNewer(commit, than: start) else { return false }
    markAncestors(of: start, downTo: generation[commit])
    return marks.contains(commit)
  }

  /// The borders that no other one reaches: the merge bases of a branch and the base.
  func mergeBases(among borders: [ObjectID]) -> [ObjectID] {
    if borders.count < 2 { return borders }
    var found: [ObjectID] = []
    let inRange = borders.compactMap { node(of: $0) }.sorted { generation[$0] > generation[$1] }
    let lowest = inRange.last.map { generation[$0] } ?? 0
    marks.begin()
    for border in inRange where !marks.contains(border) {
      found.append(graph.ids[border])
      addAncestors(of: border, downTo: lowest)
    }
    // All in the range have its bound as an ancestor.
    return found.isEmpty ? Array(borders.prefix(1)) : found
  }

  /// Marks a node and those of its ancestors that are not below a generation.
  private func markAncestors(of node: Node, downTo lowest: Int32) {
    marks.begin()
    addAncestors(of: node, downTo: lowest)
  }

  private func addAncestors(of node: Node, downTo lowest: Int32) {
    guard marks.insert(node) else { return }
    var open = [node]
    while let next = open.popLast() {
      for parent in graph.parents(of: next)
      where generation[parent] >= lowest && marks.insert(parent) {
        open.append(parent)
      }
    }
  }
}
