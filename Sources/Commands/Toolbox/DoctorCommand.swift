import ByteKit
import DiagnosticKit
import TerminalKit
import ToolKit

/// `git toolbox doctor`: what keeps commands from being found, run, documented and completed.
enum DoctorCommand {
  static func run(_ options: ToolboxOptions, in context: Context) throws -> ExitStatus {
    let inventory = try Inventory(context)
    let findings = try Examination(inventory, context).findings()
    var left: [Finding] = []
    for finding in findings {
      let isMended = options.fixes && finding.repair != nil
      if isMended, !options.isDryRun { try finding.repair?() }
      if !isMended { left.append(finding) }
      if options.isJSON { continue }
      show(finding, isMended: isMended, options, context)
    }
    if options.isJSON {
      let shown = options.fixes ? left : findings
      context.streams.output.write(ToolboxJSON.document(inventory, findings: shown).rendered)
    } else if findings.isEmpty, !options.isQuiet {
      context.note("nothing is wrong")
    }
    return left.isEmpty ? .success : .failure
  }

  private static func show(
    _ finding: Finding,
    isMended: Bool,
    _ options: ToolboxOptions,
    _ context: Context
  ) {
    context.print(ByteString("\(finding.code): \(finding.what)").harmlessLine)
    guard let fix = finding.fix else { return }
    let word = isMended ? (options.isDryRun ? "would fix" : "fixed") : "fix"
    context.print(ByteString("  \(word): \(fix)").harmlessLine)
  }
}
