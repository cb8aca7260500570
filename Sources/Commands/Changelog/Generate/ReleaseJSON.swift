import ByteKit
import TerminalKit

/// Releases for programs; the schema is part of the command's interface.
enum ReleaseJSON {
  static func document(_ releases: [JSON]) -> JSON {
    .object([("schema", .integer(1)), ("releases", .array(releases))])
  }

  static func release(_ release: Release) -> JSON {
    self.release(
      version: release.version?.spelling,
      tag: release.tag?.name,
      date: release.day,
      isYanked: false,
      entries: release.entries,
      commits: release.commits
    )
  }

  static func release(
    version: ByteString?,
    tag: ByteString?,
    date: ByteString?,
    isYanked: Bool,
    entries: [Entry],
    commits: [ReleaseCommit]
  ) -> JSON {
    .object([
      ("version", .bytes(version)),
      ("tag", .bytes(tag)),
      ("date", .bytes(date)),
      ("yanked", .boolean(isYanked)),
      ("entries", .array(entries.map(entry))),
      ("commits", .array(commits.map(commit))),
    ])
  }

  private static func entry(_ entry: Entry) -> JSON {
    .object([
      ("category", .bytes(entry.category)),
      ("scope", .bytes(entry.scope)),
      ("text", .bytes(entry.text)),
      ("breaking", .boolean(entry.isBreaking)),
      ("commits", .array(entry.commits.map { .bytes($0) })),
      ("refs", .array(entry.refs.map { .bytes($0) })),
    ])
  }

  private static func commit(_ commit: ReleaseCommit) -> JSON {
    .object([
      ("oid", .bytes(commit.id)),
      ("subject", .bytes(commit.subject)),
      ("skipped", .bytes(commit.skipped)),
    ])
  }
}
