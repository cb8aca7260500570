import ByteKit
import DiagnosticKit
import FileKit
import IdentityTool
import ProcessKit
import TerminalKit
import TestSupport
import ToolKit

/// A home in which `git-identity` runs.
final class IdentityBox {
  let sandbox: Sandbox

  /// Runs `script` in the home with the sandbox's helpers.
  init(_ script: ByteString = "true") throws {
    sandbox = try Sandbox()
    sandbox.workingDirectory = sandbox.home
    try sandbox.bash(script)
  }

  /// The set-up of the tutorial: one file in each folder, one address, two names.
  static func story() throws -> IdentityBox {
    let box = try IdentityBox()
    let sandbox = box.sandbox
    try sandbox.write(
      """
      # my own users, one file in each folder
      [user]
      \tname = Tony
      \temail = tony@home.example
      [includeIf "gitdir:~/Private/"]
      \tpath = ~/Private/.gitconfig
      [includeIf "gitdir:~/IronMan/"]
      \tpath = ~/IronMan/.gitconfig

      """,
      to: ".gitconfig"
    )
    try sandbox.write(
      "[user]\n\tname = Tony Stark\n\temail = me@stark.example\n",
      to: "Private/.gitconfig"
    )
    try sandbox.write(
      "[user]\n\tname = Iron Man\n\temail = me@stark.example\n",
      to: "IronMan/.gitconfig"
    )
    try sandbox.bash("git init -q ~/Private/p; git init -q ~/IronMan/i; git init -q ~/other")
    return box
  }

  @discardableResult
  func bash(_ script: ByteString) throws -> ByteString { try sandbox.bash(script) }

  func go(to path: ByteString) {
    sandbox.workingDirectory = path.absolutePath(in: sandbox.home)
  }

  /// Who git itself would commit as in a folder below the home.
  func author(in folder: ByteString) throws -> ByteString {
    try sandbox.bash("cd ~/\(folder) && git var GIT_AUTHOR_IDENT | sed 's/ [0-9]* [-+0-9]*$//'")
  }

  struct Run {
    let status: DiagnosticKit.ExitStatus
    let output: String
    let errors: String
  }

  func run(_ arguments: [ByteString], columns: Int? = nil) -> Run {
    let output = BufferSink(isTerminal: columns != nil, columns: columns)
    let error = BufferSink()
    var environment = sandbox.environment
    environment["PWD"] = environment["PWD"] ?? sandbox.workingDirectory
    let context = Context(
      environment: environment,
      workingDirectory: (try? FileSystem.realPath(sandbox.workingDirectory))
        ?? sandbox.workingDirectory,
      streams: Streams(output: output, error: error, inputIsTerminal: false),
      now: { 1_700_000_000 }
    )
    let status = ToolRunner.run(IdentityCommand.self, arguments: arguments, context: context)
    return Run(status: status, output: shown(output.content), errors: shown(error.content))
  }

  @discardableResult
  func identity(_ arguments: ByteString...) -> Run { run(arguments) }

  /// Output, errors and exit status as one text.
  func transcript(_ arguments: ByteString...) -> String {
    let result = run(arguments)
    var text = result.output
    if !result.errors.isEmpty { text += "stderr:\n\(result.errors)" }
    if result.status != .success { text += "exit: \(result.status.rawValue)\n" }
    return text
  }

  /// The sandbox's root as `$ROOT`.
  private func shown(_ bytes: ByteString) -> String {
    bytes.text.replacing(sandbox.root.text, with: "$ROOT")
  }
}
