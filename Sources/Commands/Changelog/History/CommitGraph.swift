import ByteKit

/// The commits read, by number, with their edges as numbers.
///
/// Commits outside (of an earlier release where only a range was read) are left out of the edges.
struct CommitGraph: Sendable {
  private(set) var commits: [HistoryCommit]
  /// By commit: the numbers of its parents.
  private var edges: [Int32] = []
  private var firstEdge: [Int32] = []
  /// Children before parents; siblings newest first.
  private(set) var newestFirst: [Int] = []
  /// By commit: its place in `newestFirst`; `.max` for one that no head reaches.
  private var places: [Int32] = []
  private let numbers: [CommitID: Int32]

  /// Keeps of `commits` each once, and puts those in order that `heads` reach.
  init(_ commits: [HistoryCommit], heads: [ByteString]) {
    var numbers: [CommitID: Int32] = [:]
    numbers.reserveCapacity(commits.count)
    var kept = commits
    // By index throughout: to copy a commit costs more than what is asked of it.
    for index in commits.indices { numbers[commits[index].key] = Int32(index) }
    if numbers.count < commits.count {
      var seen: Set<CommitID> = []
      kept = commits.filter { seen.insert($0.key).inserted }
      for index in kept.indices { numbers[kept[index].key] = Int32(index) }
    }
    self.commits = kept
    self.numbers = numbers
    firstEdge.reserveCapacity(kept.count + 1)
    for index in kept.indices {
      firstEdge.append(Int32(edges.count))
      for parent in kept[index].parentKeys {
        if let number = numbers[parent] { edges.append(number) }
      }
    }
    firstEdge.append(Int32(edges.count))
    sort(from: heads.compactMap(number(of:)))
  }

  /// The number of the commit with this full name.
  func number(of id: ByteString) -> Int? {
    CommitID(hex: id.bytes[...]).flatMap { numbers[$0] }.map(Int.init)
  }

  /// The numbers of the parents that were read, in order.
  func parents(of commit: Int) -> some Sequence<Int> {
    edges[Int(firstEdge[commit])..<Int(firstEdge[commit + 1])].lazy.map(Int.init)
  }

  /// Its place in `newestFirst`; nil for a commit that no head reaches.
  func place(of commit: Int) -> Int? {
    places[commit] == .max ? nil : Int(places[commit])
  }

  /// Calls `visit` with each commit reachable from `start` for which it says yes; it is asked once
  /// for each edge, and marks commits itself.
  func walk(from start: Int, visit: (Int) -> Bool) {
    guard visit(start) else { return }
    var stack = [start]
    while let commit = stack.popLast() {
      for parent in parents(of: commit) where visit(parent) { stack.append(parent) }
    }
  }

  private mutating func sort(from heads: [Int]) {
    var waiting = [Int32](repeating: -1, count: commits.count)
    for head in heads {
      walk(from: head) { commit in
        let isNew = waiting[commit] < 0
        if isNew { waiting[commit] = 0 }
        return isNew
      }
    }
    for commit in commits.indices where waiting[commit] >= 0 {
      for parent in parents(of: commit) { waiting[parent] += 1 }
    }
    var ready = Heap<DatedCommit>()
    for commit in commits.indices where waiting[commit] == 0 {
      ready.insert(DatedCommit(date: commits[commit].date, number: commit))
    }
    places = [Int32](repeating: .max, count: commits.count)
    while let next = ready.removeFirst() {
      places[next.number] = Int32(newestFirst.count)
      newestFirst.append(next.number)
      for parent in parents(of: next.number) {
        waiting[parent] -= 1
        if waiting[parent] == 0 {
          ready.insert(DatedCommit(date: commits[parent].date, number: parent))
        }
      }
    }
  }

  private struct DatedCommit: Comparable {
    var date: Int64
    var number: Int

    /// The newest first; of one date the one that git listed first.
    static func < (left: Self, right: Self) -> Bool {
      left.date != right.date ? left.date > right.date : left.number < right.number
    }
  }

  /// What a merge brought: all that its other parents reach and its first does not.
  func broughtIn(by merge: Int) -> [Int] {
    let parents = Array(parents(of: merge))
    guard commits[merge].isMerge, let first = parents.first else { return [] }
    // Both sides are walked newest first in one order, so a commit's marks are whole when its turn
    // comes; when only the first parent's are left, no more can be found.
    var isMainline: [Int: Bool] = [:]
    var queue = Heap<Int>()
    var pendingBranch = 0
    func mark(_ commit: Int, mainline: Bool) {
      guard let place = place(of: commit) else { return }
      switch isMainline[commit] {
      case nil:
        isMainline[commit] = mainline
        queue.insert(place)
        if !mainline { pendingBranch += 1 }
      case false where mainline:
        isMainline[commit] = true
        pendingBranch -= 1
      default: break
      }
    }
    // A first parent outside of what was read is a released commit: nothing here descends from it.
    if commits[merge].parentKeys.first == commits[first].key { mark(first, mainline: true) }
    for other in parents where commits[other].key != commits[merge].parentKeys.first {
      mark(other, mainline: false)
    }
    var found: [Int] = []
    while pendingBranch > 0, let place = queue.removeFirst() {
      let commit = newestFirst[place]
      let mainline = isMainline[commit] == true
      if !mainline {
        found.append(commit)
        pendingBranch -= 1
      }
      for parent in self.parents(of: commit) { mark(parent, mainline: mainline) }
    }
    return found
  }
}
