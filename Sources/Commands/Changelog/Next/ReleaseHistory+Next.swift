import ByteKit
import DiagnosticKit
import ToolKit

extension ReleaseHistory {
  /// The version that the commits since the last final version call for, or nil if none does.
  ///
  /// `preRelease` asks for a pre-release (`rc`); `atLeast` raises the level: what a person asks for,
  /// or what entries in the file call for that no commit tells of.
  func nextVersion(
    preRelease: ByteString? = nil,
    atLeast: BumpLevel? = nil
  ) throws -> Version? {
    let identifiers = try preRelease.map(Self.identifiers)
    let finals = tags.all.filter { !$0.version.isPrerelease }
    // Of the tags only pre-releases are inside of the range.
    let releases = try read(.since(finals), divided: true).releases
    let level = releases.flatMap(\.entries).map(\.level).max()
    let base = try loader.highestReachable(finals, head: session.requireHead())
    let pending = releases.compactMap(\.version)
    return Version.next(
      after: (base.map { [$0.version] } ?? []) + pending,
      taken: tags.all.map(\.version),
      level: [level, atLeast].compactMap(\.self).max(),
      hasNews: atLeast != nil || releases.first?.entries.isEmpty == false,
      preRelease: identifiers,
      majorOnZero: session.settings.majorOnZero
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
