/// Finds what can be reached from some commits and not from others.
///
/// As git's `limit_list`: newest first, until only excluded commits are left, and a little
/// further, because dates may lie.
struct LimitedWalk {
  private typealias Node = CommitCache.Node

  private let cache: CommitCache
  private var places: [Place] = []
  private var isExcluded: [Bool] = []
  private var queue = NewestFirst()
  /// How many in the queue are not excluded.
  private var openCount = 0
  private var passed: [Node] = []

  private enum Place { case unseen, queued, passed }

  /// Git's own slack (`SLOP` in revision.c).
  private static let slack = 5

  init(_ cache: CommitCache) { self.cache = cache }

  /// The graph; nil if it would need more than `limit` commits.
  mutating func graph(
    from tips: [ObjectID],
    excluding excluded: [ObjectID],
    limit: Int,
    deadline: ContinuousClock.Instant?
  ) throws(GitError) -> RevisionGraph? {
    for id in excluded { try exclude(cache.node(of: id)) }
    for id in tips { try enqueue(cache.node(of: id)) }
    var slack = Self.slack
    var lastDate = Int64.max
    var steps = 0
    while let (node, date) = queue.pop() {
      if cache.count > limit { return nil }
      if steps % 4096 == 0, let deadline, ContinuousClock.now > deadline {
        throw GitError(.timeLimit, "the time limit is over")
      }
      steps += 1
      places[Int(node)] = .passed
      if isExcluded[Int(node)] {
        for parent in try cache.parents(of: node) { try exclude(parent) }
        let isLate = openCount == 0 && lastDate > (queue.newestDate ?? .min)
        slack = isLate ? slack - 1 : Self.slack
        if slack == 0 { break }
      } else {
        openCount -= 1
        lastDate = date
        passed.append(node)
        for parent in try cache.parents(of: node) { try enqueue(parent) }
      }
    }
    return try makeGraph()
  }

  /// Makes room for the nodes that the cache has got meanwhile.
  private mutating func grow() {
    let missing = cache.count - places.count
    guard missing > 0 else { return }
    places += repeatElement(.unseen, count: missing)
    isExcluded += repeatElement(false, count: missing)
  }

  private mutating func enqueue(_ node: Node) throws(GitError) {
    let date = try cache.date(of: node)
    grow()
    guard places[Int(node)] == .unseen else { return }
    places[Int(node)] = .queued
    if !isExcluded[Int(node)] { openCount += 1 }
    queue.push(node, date: date)
  }

  /// Excludes a commit, and those of its ancestors that have been passed already.
  private mutating func exclude(_ node: Node) throws(GitError) {
    var pending = [node]
    while let next = pending.popLast() {
      grow()
      guard !isExcluded[Int(next)] else { continue }
      isExcluded[Int(next)] = true
      switch places[Int(next)] {
      case .unseen: try enqueue(next)
      case .queued: openCount -= 1
      case .passed: pending += try cache.parents(of: next)
      }
    }
  }

  /// What was passed and is not excluded, no parent before all of its children.
  private func makeGraph() throws(GitError) -> RevisionGraph {
    let listed = passed.filter { !isExcluded[Int($0)] }
    var childCount = [Int32](repeating: 0, count: places.count)
    for node in listed {
      for parent in try cache.parents(of: node) { childCount[Int(parent)] += 1 }
    }
    var graph = RevisionGraph()
    var ready = Array(listed.filter { childCount[Int($0)] == 0 }.reversed())
    while let node = ready.popLast() {
      let parents = try cache.parents(of: node)
      for parent in parents.reversed() {
        childCount[Int(parent)] -= 1
        let isDone = childCount[Int(parent)] == 0 && !isExcluded[Int(parent)]
        if isDone, places[Int(parent)] == .passed { ready.append(parent) }
      }
      var known: [(id: ObjectID, date: Int64)] = []
      for parent in parents {
        known.append((cache.ids[Int(parent)], try cache.date(of: parent)))
      }
      graph.list(cache.ids[Int(node)], date: try cache.date(of: node), parents: known)
    }
    return graph
  }
}

/// A queue of commits from which the newest comes first: a binary heap.
private struct NewestFirst {
  private var entries: [(node: CommitCache.Node, date: Int64)] = []

  var newestDate: Int64? { entries.first?.date }

  mutating func push(_ node: CommitCache.Node, date: Int64) {
    entries.append((node, date))
    var index = entries.count - 1
    while index > 0, entries[(index - 1) / 2].date < entries[index].date {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func pop() -> (node: CommitCache.Node, date: Int64)? {
    guard let newest = entries.first, let last = entries.popLast() else { return nil }
    if entries.isEmpty { return newest }
    entries[0] = last
    var index = 0
    while true {
      var largest = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < entries.count && entries[child].date > entries[largest].date {
        largest = child
      }
      if largest == index { return newest }
      entries.swapAt(index, largest)
      index = largest
    }
  }
}
