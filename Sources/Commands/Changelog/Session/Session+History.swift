package import ByteKit
import DiagnosticKit
import ToolKit

extension Session {
  func loader(_ maker: EntryMaker) -> HistoryLoader {
    HistoryLoader(
      git: git,
      reader: CommitReader(git: git, maker: maker),
      location: location
    )
  }

  /// The tag of the highest version that HEAD holds.
  package func highestReachableTag() throws -> VersionTag? {
    guard let head = try headIfBorn() else { return nil }
    return try loader(entryMaker(for: nil)).highestReachable(tags().all, head: head.commit)
  }

  /// `A..B` with either side left out, or one revision; full object names.
  package struct CommitRange: Sendable {
    package var older: ByteString?
    package var newer: ByteString
  }

  /// Reads a range as git writes it; an absent side is HEAD.
  package func range(_ text: ByteString) throws -> CommitRange {
    guard let dots = text.firstRange(of: "..") else {
      return CommitRange(older: nil, newer: try commit(text))
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
      older: older.isEmpty && !newer.isEmpty ? nil : try commit(older.isEmpty ? "HEAD" : older),
      newer: try commit(newer.isEmpty ? "HEAD" : newer)
    )
  }

  func builder(_ graph: CommitGraph, _ maker: EntryMaker) -> ReleaseBuilder {
    let git = self.git
    return ReleaseBuilder(
      graph: graph,
      text: maker.text,
      patchIDs: { PatchIDs($0, git: git) }
    )
  }

  /// The commits of `paths` within what was read; nil if there is no filter.
  func pathFilter(
    _ loader: HistoryLoader,
    newer: ByteString,
    boundary: Set<ByteString>
  ) throws -> Set<ByteString>? {
    guard !options.paths.isEmpty else { return nil }
    return try loader.touching(options.paths, to: newer, excluding: boundary.sorted())
  }

  // MARK: - Update

  /// What `document` (nil: no file yet) lacks of the commits since the last release, or of `range`.
  package func missingEntries(
    in document: Document?,
    range given: CommitRange? = nil
  ) throws -> UpdatePlan {
    let head = try head()
    let maker = try entryMaker(for: document)
    let loader = loader(maker)
    if let given {
      let range = try loader.range(
        to: given.newer,
        excluding: [given.older].compactMap(\.self)
      )
      return try plan(range, to: given.newer, in: document, maker)
    }
    let tags = try tags().all
    let quick = try loader.quickly(since: tags, head: head.commit)
    let plan = Result { try self.plan(quick.range, to: head.commit, in: document, maker) }
    if try quick.isExact() { return try plan.get() }
    return try self.plan(
      loader.exactly(since: tags, head: head.commit),
      to: head.commit,
      in: document,
      maker
    )
  }

  private func plan(
    _ range: HistoryLoader.Range,
    to newer: ByteString,
    in document: Document?,
    _ maker: EntryMaker
  ) throws -> UpdatePlan {
    let loader = loader(maker)
    try loader.refuseIfCut(range.commits)
    let graph = CommitGraph(range.commits, heads: [newer])
    var builder = builder(graph, maker)
    builder.inPath = try pathFilter(loader, newer: newer, boundary: range.boundary)
    let none = VersionTags([], prefix: settings.tagPrefix)
    guard let release = try builder.releases(tags: none).first else { return UpdatePlan() }

    var listing = try Listing(document, graph: graph, session: self)
    var reasons: [ByteString: ByteString] = [:]
    var plan = UpdatePlan()
    for entry in release.entries {
      if let reason = try listing.reason(for: entry) {
        for commit in entry.commits { reasons[commit] = reason }
      } else {
        plan.missing.append(entry)
      }
    }
    let twins = try TwinSearch(session: self, loader: loader, graph: graph, range: range)
      .twins(of: plan.missing, in: document)
    if !twins.isEmpty {
      reasons.merge(twins) { old, _ in old }
      plan.missing = plan.missing.compactMap { entry in
        var entry = entry
        entry.commits.removeAll { twins[$0] != nil }
        return entry.commits.isEmpty ? nil : entry
      }
    }
    plan.claims = listing.claims
    plan.skipped = release.commits.compactMap { commit in
      var commit = commit
      commit.skipped = commit.skipped ?? reasons[commit.id]
      return commit.skipped == nil ? nil : commit
    }
    return plan
  }
}
