import ByteKit
import ChangelogTool
import DiagnosticKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// A repository in a sandbox, and the installed tool run in it as `git changelog`.
final class ChangelogRepository {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.git("init", "-q", "repo")
    sandbox.workingDirectory = sandbox.path("repo")
  }

  var path: ByteString { sandbox.path("repo") }

  /// Runs the tool as users do, whatever its status.
  @discardableResult
  func changelog(_ arguments: ByteString..., input: ByteString? = nil) throws -> ProcessResult {
    try sandbox.run("git", ["changelog"] + arguments, input: input)
  }

  func status(_ result: ProcessResult) -> Int32 { result.shellStatus }

  func write(_ content: ByteString, to file: ByteString = "CHANGELOG.md") throws {
    try sandbox.write(content, to: file)
  }

  func read(_ file: ByteString = "CHANGELOG.md") throws -> ByteString { try sandbox.read(file) }

  @discardableResult
  func git(_ arguments: ByteString...) throws -> ByteString {
    let result = try sandbox.run("git", arguments)
    try #require(result.succeeded, "git \(arguments): \(result.errorOutput)")
    return result.output.dropping(suffix: "\n") ?? result.output
  }

  /// A commit that changes a file of its own.
  func commit(_ message: ByteString) throws {
    count += 1
    try sandbox.write("\(count)\n", to: "file\(count)")
    try git("add", "file\(count)")
    try git("commit", "-qm", message)
  }

  private var count = 0

  /// Index, work tree and history as git tells them: what must be the same after a failure.
  func state() throws -> ByteString {
    let worktree = try sandbox.run(
      "bash",
      ["-c", "find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0 sha1sum"]
    )
    return try git("ls-files", "--stage", "--debug").lines.filter { !$0.hasPrefix("  ") }
      .joined(separator: "\n") + "\n" + git("status", "--porcelain=v2") + "\n" + worktree.output
      + git("for-each-ref")
  }

  static let head: ByteString = """
    # Changelog

    ## [Unreleased]

    ### Added

    - One
    - Two

    """
}
