import ByteKit

/// Commits and who their parents are, as numbers: a part of history held in memory.
///
/// Its nodes are the commits that were asked for ("listed") and their parents outside of that
/// range, which have no parents here.
package struct RevisionGraph {
  package typealias Node = Int

  /// The commit of each node.
  package private(set) var ids: [ObjectID] = []
  /// The listed nodes, no parent before all of its children.
  package private(set) var order: [Node] = []
  private var nodes: [ObjectID: Int32] = [:]
  private var isListedNode: [Bool] = []
  private var dates: [Int64] = []
  private var firstParent: [Int32] = []
  private var parentCount: [Int32] = []
  private var parentNodes: [Int32] = []

  /// The node of a commit; nil if it is neither listed nor a parent of one that is.
  package func node(of id: ObjectID) -> Node? { nodes[id].map { Int($0) } }

  /// Whether the commit is in the range that was asked for, and no mere parent of one.
  package func isListed(_ node: Node) -> Bool { isListedNode[node] }

  /// Commit date in seconds since the epoch; 0 unless the graph was made with dates.
  package func date(of node: Node) -> Int64 { dates[node] }

  package func parentCount(of node: Node) -> Int { Int(parentCount[node]) }

  package func parent(_ number: Int, of node: Node) -> Node {
    Int(parentNodes[Int(firstParent[node]) + number])
  }

  package func parents(of node: Node) -> some Sequence<Node> {
    let start = Int(firstParent[node])
    return parentNodes[start..<(start + Int(parentCount[node]))].lazy.map { Int($0) }
  }

  package init() {}

  /// The same graph in which some of the listed commits are not: they become its border.
  package func unlisting(_ isOutside: (ObjectID) -> Bool) -> RevisionGraph {
    var graph = self
    graph.order = order.filter { !isOutside(ids[$0]) }
    for node in order where isOutside(ids[node]) {
      graph.isListedNode[node] = false
      graph.parentCount[node] = 0
    }
    return graph
  }

  private mutating func makeNode(for id: ObjectID) -> Int32 {
    if let node = nodes[id] { return node }
    let node = Int32(ids.count)
    nodes[id] = node
    ids.append(id)
    isListedNode.append(false)
    dates.append(0)
    firstParent.append(0)
    parentCount.append(0)
    return node
  }

  /// Lists a commit after all of its children that are listed.
  mutating func list(
    _ id: ObjectID,
    date: Int64,
    parents: [(id: ObjectID, date: Int64)]
  ) {
    let node = Int(makeNode(for: id))
    dates[node] = date
    isListedNode[node] = true
    order.append(node)
    let parentNumbers = parents.map { makeNode(for: $0.id) }
    for (number, parent) in zip(parentNumbers, parents) { dates[Int(number)] = parent.date }
    firstParent[node] = Int32(parentNodes.count)
    parentCount[node] = Int32(parents.count)
    parentNodes += parentNumbers
  }

  /// Takes a line `[<date> ][-]<commit>[ <parent>...]` of `git rev-list --parents`.
  mutating func add(line: UnsafeBufferPointer<UInt8>, hasDate: Bool) -> Bool {
    var rest = line[...]
    var date: Int64 = 0
    if hasDate {
      while let byte = rest.popFirst(), byte != UInt8(ascii: " ") {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return false }
        date = date &* 10 &+ Int64(byte - UInt8(ascii: "0"))
      }
    }
    let isBoundary = rest.first == UInt8(ascii: "-")
    if isBoundary { rest = rest.dropFirst() }
    let words = rest.split(separator: UInt8(ascii: " "))
    guard let first = words.first, let id = ObjectID(hex: first) else { return false }
    let node = makeNode(for: id)
    dates[Int(node)] = date
    if isBoundary { return true }
    isListedNode[Int(node)] = true
    order.append(Int(node))
    firstParent[Int(node)] = Int32(parentNodes.count)
    parentCount[Int(node)] = Int32(words.count - 1)
    for word in words.dropFirst() {
      guard let parent = ObjectID(hex: word) else { return false }
      let parentNode = makeNode(for: parent)
      parentNodes.append(parentNode)
    }
    return true
  }
}

extension IsolatedGit {
  /// All that can be reached from `tips` and not from `excluded`, with the parents.
  ///
  /// Git answers from its commit-graph file; without one it is twice as fast to read the commits
  /// here and to keep them for the next question, as long as they are not too many to keep.
  ///
  /// Commits only are read, so a partial clone answers too; a shallow one ends where it was cut.
  /// Throws `missingObject` if a commit is not there: then nothing is known of any.
  package func revisionGraph(
    from tips: [ObjectID],
    excluding excluded: [ObjectID] = [],
    withDates: Bool = false
  ) throws(GitError) -> RevisionGraph {
    if let cache {
      var walk = LimitedWalk(cache)
      let graph = try walk.graph(
        from: tips,
        excluding: excluded,
        limit: Self.cacheLimit,
        deadline: deadline
      )
      if let graph { return graph }
      self.cache = nil
    }
    return try listedGraph(from: tips, excluding: excluded, withDates: withDates)
  }

  /// How many commits are kept: some 20 MB.
  private static let cacheLimit = 200_000

  /// As `revisionGraph`, from git's own list.
  private func listedGraph(
    from tips: [ObjectID],
    excluding excluded: [ObjectID],
    withDates: Bool
  ) throws(GitError) -> RevisionGraph {
    var input: [UInt8] = []
    input.reserveCapacity((tips.count + excluded.count) * 42)
    for tip in tips {
      tip.appendHex(to: &input)
      input.append(UInt8(ascii: "\n"))
    }
    for commit in excluded {
      input.append(UInt8(ascii: "^"))
      commit.appendHex(to: &input)
      input.append(UInt8(ascii: "\n"))
    }
    var arguments: [ByteString] = ["rev-list", "--topo-order", "--parents"]
    if withDates { arguments += ["--timestamp", "--boundary"] }
    let reader = RevisionListReader(hasDates: withDates)
    try stream(arguments + ["--stdin"], input: ByteString(input)) { reader.receive($0) }
    guard reader.isComplete else {
      throw GitError(.malformed, "cannot parse what rev-list printed")
    }
    return reader.graph
  }
}

extension IsolatedGit {
  /// Those of `commits` that cannot be reached from another one of them.
  package func independent(of commits: [ObjectID]) throws(GitError) -> Set<ObjectID> {
    let reader = LineReader()
    let arguments: [ByteString] = ["merge-base", "--independent"] + commits.map(\.hex)
    try stream(arguments, input: "") { reader.receive($0) }
    return Set(ByteString(reader.bytes).lines.compactMap { ObjectID(hex: $0) })
  }
}

extension IsolatedGit {
  /// Those of `commits` that can be reached from `tip`, whatever the clocks said.
  ///
  /// Walks the whole history, which `revisionGraph` avoids by trusting commit dates (git's own
  /// shortcut, with a little slack).
  package func reachable(
    from tip: ObjectID,
    among commits: Set<ObjectID>
  ) throws(GitError) -> Set<ObjectID> {
    let reader = MembershipReader(commits)
    try stream(["rev-list", "--stdin"], input: tip.hex + "\n") { reader.receive($0) }
    return reader.found
  }
}

/// Notes which of some commits are in rev-list's output; used by the one thread that waits for it.
private final class MembershipReader: @unchecked Sendable {
  private(set) var found = Set<ObjectID>()
  private let wanted: Set<ObjectID>
  private var pending: [UInt8] = []

  init(_ wanted: Set<ObjectID>) { self.wanted = wanted }

  func receive(_ bytes: ArraySlice<UInt8>) {
    pending += bytes
    var start = 0
    while let end = pending[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if let id = ObjectID(hex: pending[start..<end]), wanted.contains(id) { found.insert(id) }
      start = end + 1
    }
    pending.removeFirst(start)
  }
}

/// Keeps what git prints; used by the one thread that waits for it.
private final class LineReader: @unchecked Sendable {
  private(set) var bytes: [UInt8] = []

  func receive(_ more: ArraySlice<UInt8>) { bytes += more }
}

/// Reads rev-list's lines; used by the one thread that waits for it.
private final class RevisionListReader: @unchecked Sendable {
  private(set) var graph = RevisionGraph()
  private let hasDates: Bool
  private var isMalformed = false
  private var pending: [UInt8] = []

  init(hasDates: Bool) { self.hasDates = hasDates }

  var isComplete: Bool { pending.isEmpty && !isMalformed }

  func receive(_ bytes: ArraySlice<UInt8>) {
    pending += bytes
    let consumed = pending.withUnsafeBufferPointer { buffer in
      var start = 0
      while let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = UnsafeBufferPointer(rebasing: buffer[start..<end])
        if !graph.add(line: line, hasDate: hasDates) { isMalformed = true }
        start = end + 1
      }
      return start
    }
    pending.removeFirst(consumed)
  }
}
