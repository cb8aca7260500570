import ByteKit
import FileKit
package import ProcessKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Git that sees nothing of a repository but its objects.
///
/// It runs in a git directory of its own (temporary, removed with this value) that borrows the
/// repository's objects. So neither configuration nor attributes nor replace references nor grafts
/// can change what it prints, and in a partial clone a missing object is an error instead of a
/// fetch: no promisor remote is known there.
package final class IsolatedGit {
  private let directory: ByteString
  private let git: GitProcess
  /// When what still runs is stopped; its questions get `timeLimit`.
  let deadline: ContinuousClock.Instant?
  /// What has been read of the history, where that is faster than asking git.
  var cache: CommitCache?

  /// Makes the temporary directory (in TMPDIR, else /tmp).
  package init(
    _ repository: Repository,
    environment: Environment,
    deadline: ContinuousClock.Instant? = nil
  ) throws(GitError) {
    self.deadline = deadline
    directory = try Self.makeDirectory(environment: environment)
    var isolated = Environment()
    for (name, value) in environment.sortedPairs where Self.isHarmless(name) {
      isolated[name] = value
    }
    isolated["GIT_DIR"] = directory
    isolated["GIT_OBJECT_DIRECTORY"] = repository.objectDirectory
    isolated["GIT_CONFIG_NOSYSTEM"] = "1"
    isolated["GIT_CONFIG_GLOBAL"] = "/dev/null"
    isolated["GIT_ATTR_NOSYSTEM"] = "1"
    isolated["GIT_NO_REPLACE_OBJECTS"] = "1"
    // For git before 2.32, which does not know GIT_CONFIG_GLOBAL.
    isolated["HOME"] = directory
    // Git would keep 96 MB of delta bases; for one pass over a range a third is as fast.
    isolated["GIT_CONFIG_COUNT"] = "1"
    isolated["GIT_CONFIG_KEY_0"] = "core.deltaBaseCacheLimit"
    isolated["GIT_CONFIG_VALUE_0"] = "32m"
    if repository.isShallow { isolated["GIT_SHALLOW_FILE"] = repository.shallowFile }
    cache = repository.hasCommitGraph ? nil : CommitCache(repository)
    git = GitProcess(environment: isolated, workingDirectory: directory)
  }

  deinit {
    for file: ByteString in ["HEAD", "refs", ""] {
      directory.appendingPath(file).withCString { _ = remove($0) }
    }
  }

  /// All but git's own variables, which could point it elsewhere or change its output.
  private static func isHarmless(_ name: ByteString) -> Bool {
    !name.hasPrefix("GIT_") || name.hasPrefix("GIT_TRACE") || name == "GIT_EXEC_PATH"
      || name == "GIT_ALTERNATE_OBJECT_DIRECTORIES"
  }

  /// What git's `is_git_directory` asks for: HEAD and refs.
  private static func makeDirectory(environment: Environment) throws(GitError) -> ByteString {
    let parent = environment.nonEmpty("TMPDIR") ?? "/tmp"
    var template = Array(parent.appendingPath("git-objects-XXXXXX").bytes) + [0]
    let isMade = template.withUnsafeMutableBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
    }
    guard isMade else {
      throw GitError(.other(errno), "cannot make a temporary folder in '\(parent.text)'")
    }
    let directory = ByteString(template.dropLast())
    do throws(FileError) {
      try FileSystem.makeDirectory(directory.appendingPath("refs"))
      try FileSystem.writeAtomically(
        "ref: refs/heads/none\n",
        to: directory.appendingPath("HEAD")
      )
    } catch {
      throw GitError(.other(error.code), error.message)
    }
    return directory
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
      throw Self.failure(GitProcessError.failed(arguments: arguments, result).message)
    }
  }

  private static let timeLimit = GitError(.timeLimit, "the time limit is over")

  /// What git says when it steps on an object that is not there, in all its wordings.
  private static let missingObjectPhrases = [
    "unable to read", "Could not read", "could not read", "bad object", "traverse parents",
    "unable to find", "missing", "unable to parse", "not a valid object", "cannot read object",
  ]

  private static func failure(_ message: String) -> GitError {
    let said = ByteString(message)
    let isMissing = missingObjectPhrases.contains { said.contains(ByteString($0)) }
    return GitError(isMissing ? .missingObject : .other(128), message)
  }
}
