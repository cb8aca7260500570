import ByteKit

extension UpdatePlan {
  /// What `document` (nil: no file yet) lacks of the commits since the last release, or of `range`.
  init(
    for document: Document?,
    of range: CommitRange? = nil,
    from history: ReleaseHistory
  ) throws {
    let reading = try history.read(
      range.map { .range($0) } ?? .since(history.tags.all),
      divided: false
    )
    guard let release = reading.releases.first else { return }
    var listing = Listing(document, graph: reading.graph, session: history.session)
    var reasons: [ByteString: ByteString] = [:]
    for entry in release.entries {
      if let reason = try listing.reason(for: entry) {
        for commit in entry.commits { reasons[commit] = reason }
      } else {
        missing.append(entry)
      }
    }
    let twins = try TwinSearch(history: history, reading: reading)
      .twins(of: missing, in: document)
    if !twins.isEmpty {
      reasons.merge(twins) { old, _ in old }
      missing = missing.compactMap { entry in
        var entry = entry
        entry.commits.removeAll { twins[$0] != nil }
        return entry.commits.isEmpty ? nil : entry
      }
    }
    claims = listing.claims
    skipped = release.commits.compactMap { commit in
      var commit = commit
      commit.skipped = commit.skipped ?? reasons[commit.id]
      return commit.skipped == nil ? nil : commit
    }
  }

  /// The plan to write what is missing into `document`, or into a new one.
  func adding(to document: Document?, in session: Session) throws -> UpdatePlan {
    guard !missing.isEmpty else { return self }
    var plan = self
    var new = try document ?? session.newDocument()
    try new.insert(
      missing.map { Document.NewEntry(category: $0.category, text: $0.rendered) },
      in: .unreleased
    )
    plan.revised = new
    return plan
  }
}
