import ByteKit

/// Parents and dates of commits, read once and kept.
///
/// Without a commit-graph file git reads each commit anew for every question; here several
/// questions about one history share what has been read.
final class CommitCache {
  typealias Node = Int32

  private let repository: Repository
  /// Commits that a shallow clone has without their parents.
  private let cutOff: Set<ObjectID>
  private var nodes: [ObjectID: Node] = [:]
  private(set) var ids: [ObjectID] = []
  private var dates: [Int64] = []
  private var firstParent: [Int32] = []
  private var parentCount: [Int32] = []
  private var parentNodes: [Node] = []
  private static let isUnread: Int32 = -1

  init(_ repository: Repository) {
    self.repository = repository
    cutOff = repository.storage.cutOff
  }

  var count: Int { ids.count }

  func node(of id: ObjectID) -> Node {
    if let node = nodes[id] { return node }
    let node = Node(ids.count)
    nodes[id] = node
    ids.append(id)
    dates.append(0)
    firstParent.append(0)
    parentCount.append(Self.isUnread)
    return node
  }

  /// Commit date in seconds since the epoch; throws `missingObject` if the commit is not there.
  func date(of node: Node) throws(GitError) -> Int64 {
    try read(node)
    return dates[Int(node)]
  }

  func parents(of node: Node) throws(GitError) -> ArraySlice<Node> {
    try read(node)
    let start = Int(firstParent[Int(node)])
    return parentNodes[start..<(start + Int(parentCount[Int(node)]))]
  }

  private func read(_ node: Node) throws(GitError) {
    guard parentCount[Int(node)] == Self.isUnread else { return }
    let id = ids[Int(node)]
    let commit = try repository.content(of: id, as: .commit) { Self.parse($0) }
    let parents = cutOff.contains(id) ? [] : commit.parents.map { self.node(of: $0) }
    dates[Int(node)] = commit.date
    firstParent[Int(node)] = Int32(parentNodes.count)
    parentCount[Int(node)] = Int32(parents.count)
    parentNodes += parents
  }

  /// Parents and committer date of a raw commit, without the rest; nil if it is none.
  private static func parse(
    _ content: UnsafeBufferPointer<UInt8>
  ) -> (parents: [ObjectID], date: Int64)? {
    var rest = content[...]
    guard rest.starts(with: "tree ".utf8) else { return nil }
    var parents: [ObjectID] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")), end > rest.startIndex {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      if line.starts(with: "parent ".utf8) {
        guard let parent = ObjectID(hex: line.dropFirst(7)) else { return nil }
        parents.append(parent)
      } else if line.starts(with: "committer ".utf8) {
        return (parents, Signature(parsing: ByteString(line.dropFirst(10))).seconds)
      }
    }
    return (parents, 0)
  }
}
