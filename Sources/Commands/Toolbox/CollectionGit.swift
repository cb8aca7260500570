import ByteKit
import ConfigKit
import ProcessKit
import ToolKit

/// Git in a collection, whatever repository the command was called in.
///
/// No hook of the collection runs: nothing of it is executed before its commands are called.
struct CollectionGit {
  private let context: Context
  private let path: ByteString

  init(_ context: Context, in path: ByteString) {
    self.context = context
    self.path = path
  }

  static let safety: [ByteString] = [
    "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false",
    "-c", "protocol.ext.allow=never",
  ]

  func run(_ arguments: ByteString...) throws -> ProcessResult {
    try process(Self.safety + arguments).run()
  }

  /// What git printed, without its last line end; nil if it failed.
  func answer(_ arguments: ByteString...) throws -> ByteString? {
    let result = try process(Self.safety + arguments).run()
    guard result.succeeded else { return nil }
    return result.output.dropping(suffix: "\n") ?? result.output
  }

  /// Git that may talk to a remote; its progress goes to standard error.
  func talk(_ arguments: [ByteString]) throws -> ProcessResult {
    var process = try context.networkGit(Self.safety + arguments)
    process.environment = process.environment.outsideRepositories
    process.workingDirectory = path
    return try process.run()
  }

  private func process(_ arguments: [ByteString]) -> Subprocess {
    var git = context.git
    git.environment = git.environment.outsideRepositories
    git.workingDirectory = path
    return git.subprocess(arguments)
  }
}

extension ProcessResult {
  /// The last line in which git says what went wrong, without `fatal:`.
  var complaint: String {
    let said = errorOutput.lines.compactMap {
      $0.dropping(prefix: "fatal: ") ?? $0.dropping(prefix: "error: ")
    }
    return (said.last ?? errorOutput.lines.last ?? "git failed").text
  }
}

extension Environment {
  /// Without the variables that tie git to one repository (`git rev-parse --local-env-vars`).
  fileprivate var outsideRepositories: Environment {
    setting([
      "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_COMMON_DIR": nil, "GIT_INDEX_FILE": nil,
      "GIT_OBJECT_DIRECTORY": nil, "GIT_ALTERNATE_OBJECT_DIRECTORIES": nil, "GIT_PREFIX": nil,
      "GIT_CONFIG": nil, "GIT_CONFIG_PARAMETERS": nil, "GIT_CONFIG_COUNT": nil,
      "GIT_GRAFT_FILE": nil, "GIT_NO_REPLACE_OBJECTS": nil, "GIT_REPLACE_REF_BASE": nil,
      "GIT_SHALLOW_FILE": nil, "GIT_IMPLICIT_WORK_TREE": nil, "GIT_INTERNAL_SUPER_PREFIX": nil,
    ])
  }
}
