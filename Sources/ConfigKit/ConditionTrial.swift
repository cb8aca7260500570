package import ByteKit
package import ProcessKit

/// Asks of conditions that stand in no file whether they would be met here, as git judges them.
///
/// What is found out about the place (real paths, branch, URLs) is kept between questions.
package struct ConditionTrial {
  private var loader: ConfigLoader

  /// Prepares for questions; `gitDirectory` stands in for the repository's own if given.
  package init(
    _ location: RepositoryLocation?,
    environment: Environment,
    workingDirectory: ByteString,
    assumingBranch branch: ByteString? = nil,
    gitDirectory: ByteString? = nil,
    gitVersion: GitVersion? = nil,
    users: UserDatabase? = nil
  ) {
    var place = ConfigPlace(
      location,
      environment: environment,
      workingDirectory: workingDirectory
    )
    if let gitDirectory { place.gitDirectoryText = gitDirectory }
    loader = ConfigLoader(
      place: place,
      environment: environment,
      gitVersion: gitVersion,
      users: users ?? .system(environment)
    )
    if let branch { loader.conditions.branch = .some(branch) }
  }

  /// Whether `includeIf "<condition>"` would let its file in if it stood at `origin`.
  package mutating func isMet(
    _ condition: ByteString,
    at origin: ConfigOrigin
  ) throws(ConfigError) -> Bool {
    let entry = ConfigEntry(
      section: "includeif",
      subsection: condition,
      name: "path",
      value: nil,
      scope: origin.source?.scope ?? .command,
      origin: origin
    )
    return try loader.judge(condition, entry, ConfigLoader.Pass()).isMet
  }
}
