import ByteKit
import DiagnosticKit
import ToolKit

/// History as a changelog sees it: the one way from a question to releases.
struct ReleaseHistory {
  let session: Session
  /// All version tags of the prefix, whether HEAD reaches them or not.
  let tags: VersionTags
  let maker: EntryMaker
  let loader: HistoryLoader

  /// `document` tells how entries are written.
  init(_ session: Session, writtenLike document: Document? = nil) throws {
    self.session = session
    tags = try VersionTags.read(git: session.git, prefix: session.settings.tagPrefix)
    maker = session.entryMaker(for: document)
    loader = HistoryLoader(
      git: session.git,
      reader: CommitReader(git: session.git, maker: maker),
      location: session.location
    )
  }

  /// Which commits are asked for.
  enum Extent {
    /// All that HEAD reaches.
    case all
    /// What a revision reaches and none of the others does.
    case range(CommitRange)
    /// What HEAD reaches and none of these tags does that HEAD reaches, too.
    case since([VersionTag])
  }

  /// What was read, and what it says.
  struct Reading {
    let range: HistoryLoader.Range
    let graph: CommitGraph
    /// Newest first; the unreleased one is always the first.
    var releases: [Release]
  }

  /// The releases of `extent`, divided at all version tags or not at all.
  func read(_ extent: Extent, divided: Bool) throws -> Reading {
    let head = try session.requireHead()
    switch extent {
    case .all:
      let commits = try loader.all(head: head, tags: tags, dates: tagDates())
      return try read(HistoryLoader.Range(whole: commits), newer: head, divided: divided)
    case .range(let range):
      let read = try loader.range(to: range.newer, excluding: range.older)
      return try self.read(read, newer: range.newer, divided: divided)
    case .since(let tags):
      let quick = try loader.quickly(since: tags, head: head)
      // What a cut history seems to say may be wrong in any way; only an exact range tells.
      let reading = Result { try read(quick.range, newer: head, divided: divided) }
      if try quick.isExact() { return try reading.get() }
      let exact = try loader.exactly(since: tags, head: head)
      return try read(exact, newer: head, divided: divided)
    }
  }

  private func read(
    _ range: HistoryLoader.Range,
    newer: ByteString,
    divided: Bool
  ) throws -> Reading {
    try loader.refuseIfCut(range.commits)
    let graph = CommitGraph(range.commits, heads: [newer])
    let git = session.git
    var builder = ReleaseBuilder(
      graph: graph,
      text: maker.text,
      patchIDs: { PatchIDs($0, git: git) }
    )
    if !session.options.paths.isEmpty {
      builder.inPath = try loader.touching(
        session.options.paths,
        to: newer,
        excluding: range.boundary.sorted()
      )
    }
    let releases = try builder.releases(tags: divided ? tags : VersionTags([], prefix: tags.prefix))
    return Reading(range: range, graph: graph, releases: releases)
  }

  /// The version tags that HEAD holds, lowest version first.
  func reachableTags() throws -> [VersionTag] {
    try loader.reachable(tags.all, head: session.requireHead())
  }

  /// The tag of the highest version that HEAD holds.
  func highestReachableTag() throws -> VersionTag? {
    try loader.highestReachable(tags.all, head: session.requireHead())
  }

  /// When each tag was made, in seconds since the epoch, by name.
  func tagDates() throws -> [ByteString: Int64] { try VersionTags.dates(git: session.git) }
}

/// What one revision reaches and none of some others does; full object names.
struct CommitRange: Sendable {
  var older: [ByteString]
  var newer: ByteString
}

extension Session {
  /// Reads a range as git writes it, `A..B` with either side left out, or one revision; an absent
  /// side is HEAD.
  func range(_ text: ByteString) throws -> CommitRange {
    guard let dots = text.firstRange(of: "..") else {
      return CommitRange(older: [], newer: try commit(text))
    }
    let newer = ByteString(text.bytes[dots.upperBound...])
    guard !newer.hasPrefix(".") else {
      throw ToolError(
        "'\(text.text)' is no range of a changelog",
        hints: ["write it with two dots"],
        exitStatus: .usage
      )
    }
    let older = ByteString(text.bytes[..<dots.lowerBound])
    return CommitRange(
      older: older.isEmpty && !newer.isEmpty ? [] : [try commit(older.isEmpty ? "HEAD" : older)],
      newer: try commit(newer.isEmpty ? "HEAD" : newer)
    )
  }
}
