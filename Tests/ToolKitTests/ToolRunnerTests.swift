import ByteKit
import CommandLineKit
import DiagnosticKit
import ProcessKit
import TerminalKit
import Testing
import ToolKit

struct ToolRunnerTests {
  private struct Options: Sendable {
    var name: ByteString = ""
  }

  /// Fails as its operand says.
  private enum Sample: Tool {
    struct Unexpected: Error {}

    static var command: Command<Options> {
      Command(
        name: "sample",
        summary: "show what the runner does",
        synopsis: ["<name>"],
        description: ["Shows it."],
        operands: [.one("name", \.name)],
        initial: Options()
      )
    }

    static func run(_ options: Options, in context: Context) throws -> DiagnosticKit.ExitStatus {
      switch options.name {
      case "fatal": throw ToolError("no \u{1b}[2Jluck", hints: ["try again"])
      case "failure": throw ToolError("half done", exitStatus: .failure)
      case "unexpected": throw Unexpected()
      default:
        context.print(options.name)
        context.warn("two\nlines")
        return .success
      }
    }
  }

  private func run(_ arguments: ByteString...) -> String {
    let (streams, output, error) = Streams.buffers()
    let context = Context(
      environment: Environment([("NO_COLOR", "1")]),
      workingDirectory: "/",
      streams: streams,
      now: { 0 }
    )
    let status = ToolRunner.run(Sample.self, arguments: arguments, context: context)
    return "\(output.content.text)--\n\(error.content.text)-- \(status.rawValue)"
  }

  @Test func printsAndReturns() {
    #expect(run("x") == "x\n--\nwarning: two\nwarning: lines\n-- 0")
  }

  @Test func reportsErrorsWithHintsAndNoControlCharacters() {
    let report = run("fatal")
    #expect(report.hasPrefix("--\nfatal: no "))
    #expect(!report.contains("\u{1b}"))
    #expect(report.hasSuffix("\nhint: try again\n-- 128"))
    #expect(run("failure") == "--\nerror: half done\n-- 1")
    #expect(run("unexpected").hasSuffix("-- 128"))
  }

  @Test func reportsUsage() {
    #expect(run().hasSuffix("-- 129"))
    #expect(run("--nope").contains("error: "))
    #expect(run("-h").contains("usage: git sample"))
    #expect(run("-h").hasSuffix("-- 129"))
    #expect(run("--version") == "git-sample \(toolboxVersion)\n--\n-- 0")
  }
}
