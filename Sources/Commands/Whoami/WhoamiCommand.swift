package import ByteKit
package import CommandLineKit
import ConfigKit
package import DiagnosticKit
import FileKit
import IdentityKit
import TerminalKit
package import ToolKit

/// `git whoami` says who the next commit will be by, why, and whether that is right.
package enum WhoamiCommand: Tool {
  package static var command: Command<WhoamiOptions> {
    Command(
      name: "whoami",
      summary: "say who the next commit will be by, and exactly why",
      synopsis: ["[<options>]", "--under <dir> [<options>]"],
      description: description,
      parameters: parameters,
      conflicts: [
        ["json", "porcelain"], ["author", "committer"], ["short", "explain"], ["short", "json"],
        ["short", "porcelain"], ["explain", "json"], ["explain", "porcelain"], ["at", "verify"],
        ["under", "explain"], ["under", "short"], ["under", "at"], ["under", "verify"],
      ],
      sections: sections,
      initial: WhoamiOptions(),
      validate: { (options) throws(UsageError) in
        if options.endsWithNUL, options.format != .porcelain {
          throw UsageError("option '-z' needs '--porcelain'")
        }
      }
    )
  }

  package static func plainOptions(_ arguments: [ByteString]) -> WhoamiOptions? {
    var options = WhoamiOptions()
    for argument in arguments {
      switch argument {
      case "--short" where options.format == .text: options.format = .short
      case "--porcelain" where options.format == .text: options.format = .porcelain
      case "--json" where options.format == .text: options.format = .json
      case "--author" where !options.isCommitterOnly: options.isAuthorOnly = true
      case "--committer" where !options.isAuthorOnly: options.isCommitterOnly = true
      case "--check": options.isChecking = true
      case "-q", "--quiet": options.isQuiet = true
      default: return nil
      }
    }
    return options
  }

  package static func run(_ options: WhoamiOptions, in context: Context) throws -> ExitStatus {
    if let folder = options.under {
      return try UnderCommand(options: options, context: context).run(folder)
    }
    let survey = Survey(
      environment: context.environment,
      workingDirectory: context.workingDirectory,
      roles: options.roles,
      expected: options.expected,
      branch: try branch(options, context),
      depth: depth(options)
    )
    let answer = survey.answer()
    // For the colours.
    if let config = answer.config { context.remember(config) }
    if !options.isQuiet { show(answer, options, context) }
    var status = answer.state.exitStatus(isChecking: options.isChecking)
    if status == .success, !options.expected.isEmpty, answer.state == .wrong { status = .failure }
    if options.isVerifying {
      let verification = Verification(context: context)
      let differences = verification.differences(answer)
      for difference in differences where !options.isQuiet { context.say(difference) }
      if differences.isEmpty {
        if !options.isQuiet, options.format == .text || options.format == .explain {
          context.print(context.style.paint("git agrees", .green))
        }
      } else if status == .success {
        status = .failure
      }
    }
    return status
  }

  /// As little as the answer takes: prompts ask often.
  private static func depth(_ options: WhoamiOptions) -> Survey.Depth {
    switch options.format {
    case .text, .explain, .json, .porcelain: return .full
    case .short: return .state
    }
  }

  private static func branch(
    _ options: WhoamiOptions,
    _ context: Context
  ) throws -> ByteString? {
    guard let given = options.branch else { return nil }
    _ = try context.location()
    let name = given.dropping(prefix: "refs/heads/") ?? given
    guard RefName.isWellFormed("refs/heads/\(name)") else {
      throw ToolError("'\(given)' is not a valid branch name")
    }
    return name
  }

  private static func show(_ answer: Answer, _ options: WhoamiOptions, _ context: Context) {
    let output = context.streams.output
    switch options.format {
    case .text:
      let report = TextReport(style: context.style, environment: context.environment)
      output.write(report.text(answer))
    case .explain:
      let report = ExplainReport(style: context.style, environment: context.environment)
      output.write(report.text(answer))
    case .short:
      let text = ShortReport.text(answer)
      output.write(output.isTerminal ? text.harmless : text)
      if let finding = answer.findings.first, isFatal(finding.state) {
        _ = ToolRunner.report(
          ToolError(finding.remark.text, hints: [finding.remark.fix].compactMap(\.self)),
          in: context
        )
      }
    case .json:
      output.write(JSONReport.document(answer).rendered)
    case .porcelain:
      output.write(PorcelainReport(endsWithNUL: options.endsWithNUL).text(answer))
    }
  }

  private static func isFatal(_ state: WhoamiState) -> Bool {
    state == .missing || state == .refused || state == .broken
  }
}
