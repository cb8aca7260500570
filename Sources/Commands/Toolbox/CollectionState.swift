import ByteKit
import FileKit
import ToolKit

/// How a collection stands towards where it came from, as of its last fetch.
struct CollectionState: Sendable {
  enum State: String, Sendable {
    /// Nothing is there.
    case missing
    /// A folder that is no repository.
    case folder
    case pinned
    case noUpstream = "no-upstream"
    case current
    case behind
    case ahead
    case diverged
  }

  let collection: Collection
  /// The commit that is checked out; nil without one.
  let revision: ByteString?
  /// The full name of the upstream; nil without one.
  let upstream: ByteString?
  let state: State

  static func all(_ inventory: Inventory, _ context: Context) throws -> [CollectionState] {
    try inventory.collections.map { try CollectionState($0, context) }
  }

  init(_ collection: Collection, _ context: Context) throws {
    self.collection = collection
    guard FileSystem.exists(collection.path) else {
      (revision, upstream, state) = (nil, nil, .missing)
      return
    }
    guard FileSystem.exists(collection.path.appendingPath(".git")) else {
      (revision, upstream, state) = (nil, nil, .folder)
      return
    }
    let git = CollectionGit(context, in: collection.path)
    revision = try git.answer("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    upstream = try git.answer("rev-parse", "--symbolic-full-name", "--quiet", "@{upstream}")
    let counts = try git.answer("rev-list", "--left-right", "--count", "HEAD...@{upstream}")?
      .split(on: UInt8(ascii: "\t"))
    state =
      if collection.pin != nil {
        .pinned
      } else if let counts, counts.count == 2 {
        switch (counts[0] == "0", counts[1] == "0") {
        case (true, true): .current
        case (true, false): .behind
        case (false, true): .ahead
        case (false, false): .diverged
        }
      } else {
        .noUpstream
      }
  }
}
