import ByteKit
import ProcessKit

/// Whether a changelog lists an entry already, or ever did.
struct Listing {
  private let index: EntryIndex
  /// Where there is no file, nobody took an entry out of it: it is made anew.
  private let isNew: Bool
  private let graph: CommitGraph
  private let session: Session
  private var everAdded: EntryIndex?
  /// The commits that took the place of one whose entry was written here.
  private(set) var claims: [SeenFile.Record] = []
  private var seen: SeenIndex?

  private struct SeenIndex {
    var commits: Set<ByteString> = []
    /// By text: the commits that it was written for.
    var texts: [ByteString: [ByteString]] = [:]
  }

  init(_ document: Document?, graph: CommitGraph, session: Session) {
    index = document.map(\.entryIndex) ?? EntryIndex()
    isNew = document == nil
    self.graph = graph
    self.session = session
  }

  /// Why `entry` is not to be written, or nil if it is missing.
  mutating func reason(for entry: Entry) throws -> ByteString? {
    if isNew { return nil }
    if index.contains(entry: entry.rendered) { return "listed already" }
    if let request = entry.pullRequest, index.contains(reference: request) {
      return "listed already as \(request)"
    }
    if try wasWrittenHere(entry) { return "was listed and edited away" }
    return try wasEverAdded(entry) ? "was listed and edited away" : nil
  }

  // MARK: - In this clone

  private mutating func wasWrittenHere(_ entry: Entry) throws -> Bool {
    let seen = try seenIndex()
    if entry.commits.contains(where: seen.commits.contains) { return true }
    // The same words for another commit count if that one was amended or rebased to this one: not
    // if it is part of an earlier release.
    let text = EntryIndex.key(entry.rendered).text
    guard let others = seen.texts[text], try !others.contains(where: isReleased) else {
      return false
    }
    claims += entry.commits.map { SeenFile.Record(commit: $0, text: text) }
    return true
  }

  private func isReleased(_ commit: ByteString) throws -> Bool {
    if graph.number(of: commit) != nil { return false }
    let head = try session.requireHead()
    return try session.git.run(["merge-base", "--is-ancestor", commit, head]).succeeded
  }

  private mutating func seenIndex() throws -> SeenIndex {
    if let seen { return seen }
    var index = SeenIndex()
    for record in try session.seen(in: session.changelogFile()).records() {
      index.commits.insert(record.commit)
      index.texts[record.text, default: []].append(record.commit)
    }
    seen = index
    return index
  }

  // MARK: - In history

  private mutating func wasEverAdded(_ entry: Entry) throws -> Bool {
    let index: EntryIndex
    if let everAdded {
      index = everAdded
    } else {
      index = try addedLines()
      everAdded = index
    }
    if index.contains(entry: entry.rendered) { return true }
    return entry.pullRequest.map(index.contains(reference:)) ?? false
  }

  /// The bullets that commits of the range added to the file.
  private func addedLines() throws -> EntryIndex {
    guard let path = try session.changelogFile().pathInWorkTree else { return EntryIndex() }
    var lines = try AddedLines(path: path, session: session)
    return try lines.index(of: graph.commits.map(\.id))
  }
}
