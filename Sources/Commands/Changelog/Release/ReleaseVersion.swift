import ByteKit
import DiagnosticKit
import ToolKit

extension ReleaseHistory {
  /// The version that `release` is to make of its argument: a version, `auto`, or a level.
  ///
  /// Nil: nothing calls for a release.
  func releaseVersion(_ argument: ByteString, unreleased: Section?) throws -> Version? {
    switch argument {
    case "auto":
      return try nextVersion(
        preRelease: session.options.preRelease,
        atLeast: unreleased.flatMap(Self.level)
      )
    case "major": return try raised(by: .major)
    case "minor": return try raised(by: .minor)
    case "patch": return try raised(by: .patch)
    default: return try explicit(argument)
    }
  }

  private func explicit(_ argument: ByteString) throws -> Version {
    let bare = argument.dropping(prefix: tags.prefix) ?? argument
    guard let version = Version(parsing: bare) ?? bare.dropping(prefix: "v").flatMap(Version.init)
    else {
      throw ToolError(
        "'\(argument.text)' is no version",
        hints: ["a version is X.Y.Z, such as 1.2.0"],
        exitStatus: .usage
      )
    }
    guard let identifier = session.options.preRelease else { return version }
    guard !version.isPrerelease else {
      throw ToolError(
        "'\(argument.text)' is a pre-release already",
        hints: ["leave out '--pre'"],
        exitStatus: .usage
      )
    }
    return version.preRelease(
      try Self.identifiers(identifier),
      taken: tags.all.map(\.version)
    )
  }

  /// The last final version raised by what a person asks for, whatever the commits say.
  private func raised(by level: BumpLevel) throws -> Version? {
    let reachable = try reachableTags().map(\.version).filter { !$0.isPrerelease }.max()
    return Version.next(
      after: [reachable ?? Version(0, 0, 0)],
      taken: tags.all.map(\.version),
      level: level,
      hasNews: true,
      preRelease: try session.options.preRelease.map(Self.identifiers),
      majorOnZero: true
    )
  }

  /// What the entries of a section call for by their category, whoever wrote them.
  static func level(of section: Section) -> BumpLevel? {
    let levels = section.groups.flatMap { group in
      group.bullets.map { bullet -> BumpLevel in
        if bullet.text.hasPrefix("**Breaking") || bullet.text.hasPrefix("**BREAKING") {
          return .major
        }
        switch group.category {
        case .added, .deprecated, .removed: return .minor
        case .changed, .fixed, .security, nil: return .patch
        }
      }
    }
    return levels.max() ?? (section.isEmpty ? nil : .patch)
  }
}
