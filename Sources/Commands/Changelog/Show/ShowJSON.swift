import ByteKit
package import DiagnosticKit
import TerminalKit
import ToolKit

/// `git changelog show --json`: a section as the file has it, with the commits behind it.
package enum ShowJSON {
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    let file = try session.changelogFile()
    guard let content = try file.read() else {
      throw ToolError("there is no changelog '\(file.path.text)'")
    }
    let document = Document(parsing: content)
    let section = try ShowCommand.section(options, of: document)
    let release = try session.historicRelease(of: section)
    var entries = entries(of: section)
    let commits = match(&entries, release)
    let json = ReleaseJSON.release(
      version: section.version?.spelling ?? section.label,
      tag: release?.tag?.name,
      date: section.date,
      isYanked: section.isYanked,
      entries: entries,
      commits: commits
    )
    session.context.streams.output.write(ReleaseJSON.document([json]).rendered)
    return .success
  }

  /// The bullets with what their form tells of breaking and scope.
  private static func entries(of section: Section) -> [Entry] {
    section.groups.flatMap { group in
      group.bullets.flatMap(\.flattened).map { bullet in
        var text = bullet.text.trimmed
        let isBreaking = text.hasPrefix("**Breaking:** ")
        if isBreaking { text = ByteString(text.bytes.dropFirst("**Breaking:** ".utf8.count)) }
        var scope: ByteString?
        if let rest = text.dropping(prefix: "**"), let end = rest.firstRange(of: ":** ") {
          scope = ByteString(rest.bytes[..<end.lowerBound])
          text = ByteString(rest.bytes[end.upperBound...])
        }
        let category = group.category?.title ?? group.title ?? Category.changed.title
        return Entry(
          category: category,
          scope: scope,
          text: text,
          isBreaking: isBreaking,
          refs: EntryIndex.references(in: text).sorted(),
          level: .patch
        )
      }
    }
  }

  /// Names the commits behind each entry, and says of every other commit why it has none.
  private static func match(_ entries: inout [Entry], _ release: Release?) -> [ReleaseCommit] {
    guard let release else { return [] }
    var listed: Set<ByteString> = []
    for entry in release.entries {
      let place =
        entries.firstIndex { EntryIndex([$0.rendered]).contains(entry: entry.rendered) }
        ?? entry.pullRequest.flatMap { request in
          entries.firstIndex { $0.refs.contains(request) }
        }
      guard let place else { continue }
      entries[place].commits += entry.commits
      listed.formUnion(entry.commits)
    }
    return release.commits.map { commit in
      var commit = commit
      if commit.skipped == nil, !listed.contains(commit.id) {
        commit.skipped = "not in the section"
      }
      return commit
    }
  }
}

extension Session {
  /// What history says of a section: of a version the commits behind its tag that no lower version
  /// has, of Unreleased those that none has; nil for a section without a tag.
  fileprivate func historicRelease(of section: Section) throws -> Release? {
    guard let head else { return nil }
    let history = try ReleaseHistory(self)
    var range = CommitRange(older: [], newer: head.commit)
    let reached = try history.reachableTags()
    if let version = section.version {
      guard let tag = history.tags.tag(for: version) else { return nil }
      range.newer = tag.commit
      range.older = reached.filter {
        $0.version < version && !($0.version.isPrerelease && $0.version.core == version)
      }.map(\.commit)
    } else {
      guard section.isUnreleased else { return nil }
      range.older = reached.map(\.commit)
    }
    var release = try history.read(.range(range), divided: false).releases.first
    release?.version = section.version
    release?.tag = section.version.flatMap { history.tags.tag(for: $0) }
    return release
  }
}
