/// Which nodes of a graph a walk has seen; begun anew for each walk without being cleared.
struct VisitMarks {
  private var walkOfNode: [Int32]
  private var walk: Int32 = 0

  init(nodeCount: Int) { walkOfNode = [Int32](repeating: 0, count: nodeCount) }

  /// Forgets all marks.
  mutating func begin() { walk += 1 }

  /// Marks a node; false if it was marked already.
  mutating func insert(_ node: Int) -> Bool {
    if walkOfNode[node] == walk { return false }
    walkOfNode[node] = walk
    return true
  }

  func contains(_ node: Int) -> Bool { walkOfNode[node] == walk }
}
