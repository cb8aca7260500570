import ByteKit
import DiagnosticKit
import FileKit
import ProcessKit
import TerminalKit
import TestSupport
import ToolKit
import WhoamiTool

/// A home with a repository `~/work/r`, and `git-whoami` asked there.
final class WhoamiBox {
  let sandbox: Sandbox

  /// Writes `~/.gitconfig` and runs `script` in `~/work/r` with the sandbox's helpers.
  init(_ config: ByteString? = nil, _ script: ByteString = "true") throws {
    sandbox = try Sandbox()
    sandbox.workingDirectory = sandbox.home.appendingPath("work/r")
    try FileSystem.makeDirectory(sandbox.workingDirectory)
    try sandbox.git("init", "-q")
    if let config { try sandbox.write(config, to: sandbox.home.appendingPath(".gitconfig")) }
    try sandbox.write(Self.work, to: sandbox.home.appendingPath(".gitconfig-work"))
    try bash(script)
  }

  static let home: ByteString = "[user]\n\tname = Home\n\temail = home@x\n"
  static let work: ByteString = "[user]\n\tname = Work\n\temail = work@x\n"

  /// `~/.gitconfig` with an identity and, after it, one rule for `~/.gitconfig-work`.
  static func rule(_ condition: ByteString) -> ByteString {
    "\(home)[includeIf \"\(condition)\"]\n\tpath = ~/.gitconfig-work\n"
  }

  /// Runs a script where the question is asked, with HOME of the sandbox.
  @discardableResult
  func bash(_ script: ByteString) throws -> ByteString { try sandbox.bash(script) }

  func go(to path: ByteString) {
    sandbox.workingDirectory = path.absolutePath(in: sandbox.home)
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
    let status = ToolRunner.run(WhoamiCommand.self, arguments: arguments, context: context)
    return Run(status: status, output: shown(output.content), errors: shown(error.content))
  }

  func whoami(_ arguments: ByteString...) -> Run { run(arguments) }

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
