import ByteKit
package import ProcessKit

/// Git that sees nothing of a repository but its objects.
///
/// It runs in a git directory of its own (temporary, removed with this value) that borrows the
/// repository's objects. So neither configuration nor attributes nor replace references nor grafts
/// can change what it prints, and in a partial clone a missing object is an error instead of a
/// fetch: no promisor remote is known there.
package final class IsolatedGit {
  private let folder: TemporaryFolder
  let git: GitProcess
  /// The repository's own.
  let objectDirectory: ByteString
  /// When what still runs is stopped; its questions get `timeLimit`.
  let deadline: ContinuousClock.Instant?
  var directory: ByteString { folder.path }
  /// What has been read of the history, where that is faster than asking git.
  var cache: CommitCache?

  /// Git on the objects of `repository`, with what has been read of the history kept where that
  /// is faster than asking git.
  package convenience init(
    _ repository: Repository,
    environment: Environment,
    deadline: ContinuousClock.Instant? = nil
  ) throws(GitError) {
    try self.init(repository.storage, environment: environment, deadline: deadline)
    if repository.reader.isInProcess, !repository.storage.hasCommitGraph {
      cache = CommitCache(repository)
    }
  }

  /// Makes the temporary directory (in TMPDIR, else /tmp).
  init(
    _ storage: ObjectStorage,
    environment: Environment,
    deadline: ContinuousClock.Instant? = nil
  ) throws(GitError) {
    self.deadline = deadline
    folder = try Self.makeDirectory(storage.objectFormat, environment: environment)
    objectDirectory = storage.objectDirectory
    var isolated = Environment()
    for (name, value) in environment.sortedPairs where Self.isHarmless(name) {
      isolated[name] = value
    }
    isolated["GIT_DIR"] = folder.path
    isolated["GIT_OBJECT_DIRECTORY"] = storage.objectDirectory
    isolated["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = storage.alternates
    isolated["GIT_CONFIG_NOSYSTEM"] = "1"
    isolated["GIT_CONFIG_GLOBAL"] = "/dev/null"
    isolated["GIT_ATTR_NOSYSTEM"] = "1"
    isolated["GIT_NO_REPLACE_OBJECTS"] = "1"
    // Git would keep 96 MB of delta bases; for one pass over a range a third is as fast.
    isolated["GIT_CONFIG_COUNT"] = "1"
    isolated["GIT_CONFIG_KEY_0"] = "core.deltaBaseCacheLimit"
    isolated["GIT_CONFIG_VALUE_0"] = "32m"
    if storage.isShallow { isolated["GIT_SHALLOW_FILE"] = storage.shallowFile }
    git = GitProcess(environment: isolated, workingDirectory: folder.path)
  }

  /// All but git's own variables, which could point it elsewhere or change its output.
  private static func isHarmless(_ name: ByteString) -> Bool {
    !name.hasPrefix("GIT_") || name.hasPrefix("GIT_TRACE") || name == "GIT_EXEC_PATH"
  }

  /// What git's `is_git_directory` asks for: HEAD and refs; and how the objects are named.
  private static func makeDirectory(
    _ objectFormat: ByteString,
    environment: Environment
  ) throws(GitError) -> TemporaryFolder {
    let folder = try TemporaryFolder(in: environment.nonEmpty("TMPDIR") ?? "/tmp")
    try folder.makeFolder("refs")
    try folder.write("ref: refs/heads/none\n", to: "HEAD")
    if objectFormat != "sha1" {
      try folder.write(
        "[core]\nrepositoryformatversion = 1\n[extensions]\nobjectformat = \(objectFormat)\n",
        to: "config"
      )
    }
    return folder
  }

  /// Runs git to its end, handing over what it prints as it comes.
  func stream(
    _ arguments: [ByteString],
    input: ByteString,
    _ receive: @escaping @Sendable (ArraySlice<UInt8>) -> Void
  ) throws(GitError) {
    var process = git.subprocess(arguments)
    process.input = .bytes(input)
    process.output = .stream(receive)
    if let deadline {
      let rest = ContinuousClock.now.duration(to: deadline)
      guard rest > .zero else { throw Self.timeLimit }
      process.timeout = rest
    }
    let result: ProcessResult
    do throws(ProcessError) {
      result = try process.run()
    } catch {
      throw GitError(.other(error.code), error.message)
    }
    if result.termination == .timedOut { throw Self.timeLimit }
    guard result.succeeded else {
      throw Self.failure(of: arguments, result)
    }
  }

  /// Runs git to its end; its failure is a result.
  func run(
    _ arguments: [ByteString],
    input: ByteString? = nil,
    setting variables: [ByteString: ByteString?] = [:]
  ) throws(GitError) -> ProcessResult {
    var git = git
    git.environment = git.environment.setting(variables)
    do throws(ProcessError) {
      return try git.run(arguments, input: input.map { .bytes($0) } ?? .null)
    } catch {
      throw GitError(.other(error.code), error.message)
    }
  }

  private static let timeLimit = GitError(.timeLimit, "the time limit is over")

  /// What git says when it steps on an object that is not there, in all its wordings.
  private static let missingObjectPhrases = [
    "unable to read", "Could not read", "could not read", "bad object", "traverse parents",
    "unable to find", "missing", "unable to parse", "not a valid object", "cannot read object",
  ]

  static func failure(of arguments: [ByteString], _ result: ProcessResult) -> GitError {
    let message = GitProcessError.failed(arguments: arguments, result).message
    let said = ByteString(message)
    let isMissing = missingObjectPhrases.contains { said.contains(ByteString($0)) }
    return GitError(isMissing ? .missingObject : .other(128), message)
  }
}
