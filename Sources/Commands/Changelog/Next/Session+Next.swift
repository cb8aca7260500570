package import ByteKit
import DiagnosticKit
import ToolKit

extension Session {
  /// The version that the commits since the last final version call for, or nil if none does.
  ///
  /// `preRelease` asks for a pre-release (`rc`); `atLeast` raises the level: what a person asks for,
  /// or what entries in the file call for that no commit tells of.
  package func nextVersion(
    preRelease: ByteString? = nil,
    atLeast: BumpLevel? = nil
  ) throws -> Version? {
    let identifiers = try preRelease.map(Self.identifiers)
    let head = try head()
    let maker = try entryMaker(for: nil)
    let loader = loader(maker)
    let tags = try tags()
    let finals = tags.all.filter { !$0.version.isPrerelease }
    let range = try loader.since(finals, head: head.commit)
    var builder = builder(CommitGraph(range.commits, heads: [head.commit]), maker)
    builder.inPath = try pathFilter(loader, newer: head.commit, boundary: range.boundary)
    // Of the tags only pre-releases are inside of the range.
    let releases = try builder.releases(tags: tags)
    let level = releases.flatMap(\.entries).map(\.level).max()
    let base = try loader.highestReachable(finals, head: head.commit)
    let pending = releases.compactMap(\.version)
    return Version.next(
      after: (base.map { [$0.version] } ?? []) + pending,
      taken: tags.all.map(\.version),
      level: [level, atLeast].compactMap(\.self).max(),
      hasNews: atLeast != nil || releases.first?.entries.isEmpty == false,
      preRelease: identifiers,
      majorOnZero: settings.majorOnZero
    )
  }

  static func identifiers(_ text: ByteString) throws -> [Version.Identifier] {
    let pieces = text.split(on: UInt8(ascii: "."))
    let identifiers = pieces.compactMap { Version.Identifier(parsing: $0) }
    guard identifiers.count == pieces.count else {
      throw ToolError(
        "'\(text.text)' is no name of a pre-release",
        hints: ["use letters, digits and hyphens, with dots between: 'rc', 'beta.2'"],
        exitStatus: .usage
      )
    }
    return identifiers
  }
}
