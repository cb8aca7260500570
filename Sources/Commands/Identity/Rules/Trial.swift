import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit

/// Asks who commits would be by if a draft were written.
struct Trial {
  /// Who commits would be by; nil where git would refuse to commit.
  struct Answer {
    let author: Identity?
    let committer: Identity?

    /// Name and address of both.
    var texts: [ByteString?] { [author?.text, committer?.text] }

    /// Whether both are what the identity's file says.
    func isBy(_ identity: KnownIdentity) -> Bool {
      guard let author, let committer else { return false }
      return [author, committer].allSatisfy { person in
        identity.pairs.contains { pair in
          EmailAddress.isSame(pair.email, person.email.value)
            && (pair.name.map { IdentityCleaning.isSame($0, person.name.value) } ?? true)
        }
      }
    }
  }

  private let environment: Environment
  private let copies: FileCopies
  private let gitVersion: GitVersion?

  /// Without the variables that name a repository or a person: they pass, rules stay.
  init(_ environment: Environment, _ draft: Draft, gitVersion: GitVersion? = nil) {
    var neutral = environment
    for name in Self.passing { neutral[name] = nil }
    self.environment = neutral
    copies = draft.copies
    self.gitVersion = gitVersion
  }

  private static let passing: [ByteString] = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME",
    "GIT_COMMITTER_EMAIL", "GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE", "EMAIL",
    "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS",
  ]

  /// In a new repository in the folder, or outside any if nil.
  func inNewRepository(
    below folder: ByteString?,
    urls: [ByteString] = []
  ) throws(ConfigError) -> Answer {
    let repository = folder.map {
      SupposedRepository(gitDirectory: $0.appendingPath(".git"), urls: urls)
    }
    return try answer(
      try ConfigStack.load(
        supposing: repository,
        environment: environment,
        copies: copies,
        gitVersion: gitVersion
      )
    )
  }

  /// In the repository that is there: called from inside it, and with `--git-dir`; nil if there is
  /// none at this very place.
  func inRepository(at folder: ByteString) throws(ConfigError) -> [Answer]? {
    let inside = environment.setting(["PWD": folder])
    guard
      case .found(let location) = try RepositoryLocation.discover(
        environment: inside,
        workingDirectory: folder,
        gitVersion: gitVersion
      ),
      location.workTree == folder || location.gitDirectory == folder
        || location.gitDirectory == folder.appendingPath(".git")
    else { return nil }
    var answers = [try answer(location, inside, folder)]
    let named = environment.setting(["GIT_DIR": location.gitDirectory])
    if case .found(let other) = try RepositoryLocation.discover(
      environment: named,
      workingDirectory: "/",
      gitVersion: gitVersion
    ) {
      answers.append(try answer(other, named, "/"))
    }
    return answers
  }

  private func answer(
    _ location: RepositoryLocation,
    _ environment: Environment,
    _ directory: ByteString
  ) throws(ConfigError) -> Answer {
    try answer(
      try ConfigStack.load(
        location,
        environment: environment,
        workingDirectory: directory,
        gitVersion: gitVersion,
        copies: copies
      )
    )
  }

  private func answer(_ config: ConfigStack) throws(ConfigError) -> Answer {
    let resolver = try IdentityResolver(
      config: config,
      environment: environment,
      gitVersion: gitVersion
    )
    return Answer(
      author: resolver.resolve(.author).identity,
      committer: resolver.resolve(.committer).identity
    )
  }
}
