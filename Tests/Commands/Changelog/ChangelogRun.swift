import ByteKit
import CommandLineKit
import DiagnosticKit
import TerminalKit
import TestSupport
import ToolKit

@testable import ChangelogTool

/// What one run of `git changelog` gave.
struct ChangelogRun {
  let status: ExitStatus
  let output: ByteString
  let errors: ByteString
}

extension Sandbox {
  /// Runs `git changelog` in process, in the working directory.
  @discardableResult
  func changelog(_ arguments: ByteString...) -> ChangelogRun { changelog(arguments) }

  @discardableResult
  func changelog(_ arguments: [ByteString]) -> ChangelogRun {
    let (streams, output, errors) = Streams.buffers()
    let now = now
    let context = Context(
      environment: environment,
      workingDirectory: workingDirectory,
      streams: streams,
      now: { now }
    )
    let status = ToolRunner.run(ChangelogCommand.self, arguments: arguments, context: context)
    return ChangelogRun(status: status, output: output.content, errors: errors.content)
  }

  /// A repository in `repo` made by a recipe in the specification's words.
  ///
  /// `c <subject>` commits one new file, `e <subject>` nothing. The working directory moves there.
  func repository(_ recipe: ByteString) throws {
    try bash(
      """
      n=0
      c(){ tick; n=$((n+1)); echo "$n $1" >"f$n"; git add .; git commit -qm "$1"; }
      e(){ tick; git commit -q --allow-empty -m "$1"; }
      git init -q -b main repo; cd repo
      \(recipe)
      """
    )
    workingDirectory = path("repo")
  }

  /// The releases that `generate` makes, each as `version: subjects`, newest first; subjects of
  /// commits with an entry, in order.
  func releases(_ arguments: ByteString...) throws -> [ByteString] {
    let context = Context(
      environment: environment,
      workingDirectory: workingDirectory,
      streams: Streams.buffers().0,
      now: { 0 }
    )
    guard
      case .run(let options, _) = try ChangelogCommand.command.parse(["generate"] + arguments)
    else { return [] }
    let session = try Session(options, in: context)
    let range = try options.operands.first.map { try session.range($0) }
    return try ReleaseHistory(session).releases(range).map { release in
      let texts = release.entries.map(\.rendered).joined(separator: ", ")
      return "\(release.version?.spelling ?? "-"): \(texts)"
    }
  }
}
