import HistoryKit

/// What branches have that a base has not: their own commits, and where these leave the base.
///
/// Kept as one graph for all branches, so that thousands of them cost one walk.
final class BranchHistory {
  typealias Node = RevisionGraph.Node

  /// Of the branches' tips without the base.
  let graph: RevisionGraph
  /// By node: the one commit of the base below a line of commits without a merge.
  private var lineBorder: [Int32]
  /// By node: its place in the graph's order.
  private var position: [Int32]
  private var marks: VisitMarks
  private static let hasMerge: Int32 = -2
  private static let hasNoBorder: Int32 = -1

  init(_ graph: RevisionGraph) {
    self.graph = graph
    lineBorder = [Int32](repeating: Self.hasNoBorder, count: graph.ids.count)
    position = lineBorder
    marks = VisitMarks(nodeCount: graph.ids.count)
    for (place, node) in graph.order.enumerated() { position[node] = Int32(place) }
    // Parents first: each line inherits its border from below.
    for node in graph.order.reversed() {
      switch graph.parentCount(of: node) {
      case 0: break
      case 1:
        let parent = graph.parent(0, of: node)
        lineBorder[node] = graph.isListed(parent) ? lineBorder[parent] : Int32(parent)
      default: lineBorder[node] = Self.hasMerge
      }
    }
  }

  /// The same without commits that the base has after all.
  func without(_ isInBase: (ObjectID) -> Bool) -> BranchHistory {
    guard graph.order.contains(where: { isInBase(graph.ids[$0]) }) else { return self }
    return BranchHistory(graph.unlisting(isInBase))
  }

  func without(_ commits: Set<ObjectID>) -> BranchHistory { without(commits.contains) }

  /// The tip's node if the base does not have that commit.
  func node(of tip: ObjectID) -> Node? {
    guard let node = graph.node(of: tip), graph.isListed(node) else { return nil }
    return node
  }

  /// Whether there is no merge commit between the base and this node.
  func isLine(_ node: Node) -> Bool { lineBorder[node] != Self.hasMerge }

  /// The commit below this one on the same line; nil at the border, and for a root.
  func next(onLineBelow node: Node) -> Node? {
    guard graph.parentCount(of: node) > 0 else { return nil }
    let parent = graph.parent(0, of: node)
    return graph.isListed(parent) ? parent : nil
  }

  /// The nodes of all lines that begin at `tips`, each once, parents before children.
  func lines(from tips: [Node]) -> [Node] {
    marks.begin()
    var found: [Node] = []
    for tip in tips where isLine(tip) {
      var node: Node? = tip
      while let current = node, marks.insert(current) {
        found.append(current)
        node = next(onLineBelow: current)
      }
    }
    return found.sorted { position[$0] > position[$1] }
  }

  /// The commits of the base that own commits of this node's branch have as parents.
  func borders(of node: Node) -> [Node] {
    if isLine(node) { return lineBorder[node] >= 0 ? [Int(lineBorder[node])] : [] }
    var found: [Node] = []
    visit(from: node) { if !graph.isListed($0) { found.append($0) } }
    return found
  }

  /// All of the branch's own commits.
  func commits(of node: Node) -> [Node] {
    if isLine(node) { return Array(sequence(first: node) { self.next(onLineBelow: $0) }) }
    var found: [Node] = []
    visit(from: node) { if graph.isListed($0) { found.append($0) } }
    return found
  }

  /// The commit against its first parent.
  func pair(of node: Node) -> DiffPair {
    let old = graph.parentCount(of: node) > 0 ? graph.ids[graph.parent(0, of: node)] : nil
    return DiffPair(new: graph.ids[node], old: old)
  }

  /// Whether `one` stands before `other` in an order in which children come before parents.
  func isNewer(_ one: Node, than other: Node) -> Bool { position[one] < position[other] }

  /// Calls `body` once for each node that can be reached, the borders included.
  private func visit(from node: Node, _ body: (Node) -> Void) {
    marks.begin()
    _ = marks.insert(node)
    var open = [node]
    while let next = open.popLast() {
      body(next)
      for parent in graph.parents(of: next) where marks.insert(parent) { open.append(parent) }
    }
  }
}
