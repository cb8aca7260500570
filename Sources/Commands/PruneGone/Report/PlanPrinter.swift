import ByteKit
import TerminalKit
import ToolKit

/// Prints a finished plan in the form that the options ask for.
struct PlanPrinter {
  let options: PruneGoneOptions
  let context: Context

  func print(_ plan: Plan) {
    switch options.format {
    case .json: context.streams.output.write(PlanReport.json(plan).rendered)
    case .porcelain:
      context.streams.output.write(
        PlanReport.porcelainHeader + (options.endsWithNUL ? "\0" : "\n")
          + PlanReport.porcelain(plan, endsWithNUL: options.endsWithNUL)
      )
    case .text:
      if !options.isQuiet {
        let text = PlanReport.text(
          plan,
          isDryRun: options.isDryRun,
          isVerbose: options.isVerbose,
          style: context.style
        )
        if options.isDryRun { context.page(text) } else { context.streams.output.write(text) }
      }
    }
    complain(plan)
  }

  /// What went wrong, on standard error, for every format.
  func complain(_ plan: Plan) {
    for check in plan.remotes {
      if let failure = check.failure {
        context.warn("remote '\(check.remote.text)' could not be checked: \(failure.text)")
      }
    }
    for breaker in plan.breakers { context.fail("nothing is deleted: \(breaker.text)") }
    for ref in plan.missing {
      context.fail("branch '\(ref.branchName.text)' is not there any more")
    }
    let failed = plan.branches.filter { $0.action == .failed || $0.reason == .moved }
    // One cause is said once, however many branches it kept.
    let causes = Dictionary(grouping: failed, by: \.explanation)
    for branch in failed {
      guard let alike = causes[branch.explanation], alike.first?.branch == branch.branch else {
        continue
      }
      let names: String =
        alike.count == 1
        ? "branch '\(branch.name.text)' is"
        : "branch '\(branch.name.text)' and \((alike.count - 1).counted("other", "others")) are"
      context.fail("\(names) kept: \(branch.explanation.text)")
    }
    for warning in plan.warnings { context.warn(warning.text) }
    if !options.isQuiet { for hint in plan.hints { context.hint(hint.text) } }
  }
}

extension Context {
  /// `error: <text>` on standard error.
  func fail(_ text: String) {
    let lead = errorStyle.paint("error:", .red)
    for line in ByteString(text).lines { streams.error.write("\(lead) \(line.harmless)\n") }
  }
}
