import ByteKit
import DiagnosticKit
import IdentityKit
import TerminalKit
import ToolKit

/// Runs `git identity list`.
struct ListCommand {
  let options: IdentityOptions
  let context: Context

  func run() throws -> ExitStatus {
    let known = KnownIdentities(
      environment: context.environment,
      workingDirectory: context.workingDirectory
    )
    if let failure = known.failures.first { throw failure }
    let list = IdentityList(known, in: context)
    if options.isJSON {
      context.streams.output.write(IdentityJSON(context).document(list).rendered)
    } else if !options.isQuiet {
      context.streams.output.write(ListReport(context).text(list))
    }
    return .success
  }
}
