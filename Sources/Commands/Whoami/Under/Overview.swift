import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit

/// The identities in all repositories below a folder.
struct Overview: Sendable {
  enum Kind: String, Sendable {
    case plain = ""
    case worktree
    case submodule
    case bare
  }

  struct Row: Sendable {
    /// From the folder that was asked for; `.` for that itself.
    let name: ByteString
    let path: ByteString
    let kind: Kind
    let answer: Answer
  }

  let rows: [Row]
  let unreadable: [FileError]

  /// `folder` is absolute, and spelled as the user would spell it when going there.
  static func collect(
    _ folder: ByteString,
    environment: Environment,
    roles: [IdentityRole],
    expected: [ByteString],
    progress: (Int) -> Void
  ) throws(FileError) -> Overview {
    let walk = try RepositoryWalk(folder, progress: progress)
    // What names one repository would name it for all of them.
    let outside = environment.setting(
      Dictionary(uniqueKeysWithValues: repositoryVariables.map { ($0, nil) })
    )
    let rows = ParallelMap.map(walk.places) { place -> Row? in
      let survey = Survey(
        environment: outside.setting(["PWD": place.path]),
        workingDirectory: place.path,
        roles: roles,
        expected: expected,
        depth: .state
      )
      let answer = survey.answer()
      guard let kind = kind(answer, place.path) else { return nil }
      return Row(
        name: place.name.isEmpty ? "." : place.name,
        path: place.path,
        kind: kind,
        answer: answer
      )
    }
    return Overview(rows: rows.compactMap(\.self), unreadable: walk.unreadable)
  }

  /// Those that git itself unsets before it goes to another repository (`git rev-parse
  /// --local-env-vars`), but for the configuration of the command line.
  private static let repositoryVariables: [ByteString] = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
    "GIT_IMPLICIT_WORK_TREE", "GIT_PREFIX", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  ]

  /// nil if the repository that git finds there is one further up, and has its own row.
  private static func kind(_ answer: Answer, _ path: ByteString) -> Kind? {
    guard let location = answer.location else {
      if case .outside = answer.place { return nil }
      return .plain
    }
    if location.workTree == nil {
      // A git directory that is not called `.git` is a bare repository.
      return location.isBare && isHere(location.gitDirectory, path) ? .bare : .plain
    }
    if location.isLinkedWorktree { return .worktree }
    if location.gitDirectory.contains("/modules/") { return .submodule }
    let own = path.appendingPath(".git")
    return isHere(location.gitDirectory, own) || isHere(location.workTree ?? "", path)
      ? .plain : nil
  }

  private static func isHere(_ left: ByteString, _ right: ByteString) -> Bool {
    if left == right { return true }
    guard let one = (try? FileSystem.status(of: left)) ?? nil,
      let two = (try? FileSystem.status(of: right)) ?? nil
    else { return false }
    return one.isSameFile(as: two)
  }

  /// How many rows are in which state, the gravest first.
  var counts: [(state: WhoamiState, count: Int)] {
    let states = rows.map(\.answer.state)
    return WhoamiState.allCases.compactMap { state in
      let count = states.count { $0 == state }
      return count == 0 ? nil : (state, count)
    }
  }

  /// How many different authors.
  var identityCount: Int {
    Set(rows.flatMap { $0.answer.people.compactMap(\.answer.identity?.text) }).count
  }
}
