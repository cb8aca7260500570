package import ByteKit
package import ProcessKit

/// All configuration that git sees in one place, in git's order: what comes later wins.
package struct ConfigStack: Sendable {
  /// Every value of every file, included ones in place.
  package let entries: [ConfigEntry]
  /// Every include line that was considered, in order.
  package let includes: [IncludeTrace]
  /// The git version that was asked for; nil if nothing depended on it.
  package let gitVersion: GitVersion?
  private let index: KeyIndex

  init(entries: [ConfigEntry], includes: [IncludeTrace], gitVersion: GitVersion?) {
    self.entries = entries
    self.includes = includes
    self.gitVersion = gitVersion
    index = KeyIndex(entries)
  }

  /// Reads everything, as git does; throws what git would die of, with file and line.
  ///
  /// `location` is nil outside a repository, and in one that git refuses; relative paths then
  /// start from `workingDirectory`, which is absolute. `gitVersion` is asked of the installed git
  /// if nil and something depends on it. `branch` answers as if HEAD were on it; `copies` are read in
  /// place of files on disk.
  package static func load(
    _ location: RepositoryLocation?,
    environment: Environment,
    workingDirectory: ByteString,
    gitVersion: GitVersion? = nil,
    users: UserDatabase? = nil,
    branch: ByteString? = nil,
    copies: FileCopies = FileCopies()
  ) throws(ConfigError) -> ConfigStack {
    let users = users ?? .system(environment)
    var loader = ConfigLoader(
      place: ConfigPlace(location, environment: environment, workingDirectory: workingDirectory),
      environment: environment,
      gitVersion: gitVersion,
      users: users,
      copies: copies
    )
    if let branch { loader.conditions.branch = .some(branch) }
    do throws(ConfigError) {
      return try loader.load()
    } catch {
      try EarlyReading.check(
        environment,
        in: loader.place.directory,
        users
      )
      throw error
    }
  }

  /// The value that counts.
  package func last(_ key: ConfigKey) -> ConfigEntry? {
    index.last(key, in: entries).map { entries[$0] }
  }

  /// The value that counts, by `section.name` or `section.subsection.name` in any case.
  package func last(_ key: ByteString) -> ConfigEntry? { ConfigKey(key).flatMap { last($0) } }

  /// All values of the key, in git's order.
  package func all(_ key: ConfigKey) -> [ConfigEntry] {
    index.all(key, in: entries).map { entries[$0] }
  }

  /// All values, by `section.name` or `section.subsection.name` in any case.
  package func all(_ key: ByteString) -> [ConfigEntry] { ConfigKey(key).map { all($0) } ?? [] }

  /// The subsections of a section (`remote`, `branch`), each once, in order of first appearance.
  package func subsections(of section: ByteString) -> [ByteString] {
    let section = section.lowercasedASCII
    var seen: Set<ByteString> = []
    return entries.compactMap { entry in
      guard entry.section == section, let subsection = entry.subsection,
        seen.insert(subsection).inserted
      else { return nil }
      return subsection
    }
  }
}
