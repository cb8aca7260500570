package import ByteKit

/// What one section of the changelog holds, as history has it.
package struct Release: Sendable {
  /// Nil: not released yet.
  package var version: Version?
  package var tag: VersionTag?
  /// The day of the tag, in UTC.
  package var day: ByteString?
  /// Oldest first; commits that say the same are one entry.
  package var entries: [Entry] = []
  /// Every commit that is no merge, newest first.
  package var commits: [ReleaseCommit] = []
}

/// A commit of a release, with or without an entry.
package struct ReleaseCommit: Hashable, Sendable {
  package var id: ByteString
  package var subject: ByteString
  /// Why it has no entry; nil if it has one.
  package var skipped: ByteString?
}
