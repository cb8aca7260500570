import ByteKit
import DiagnosticKit
import IdentityKit
import TerminalKit
import ToolKit

/// Runs `git identity show`.
struct ShowCommand {
  let options: IdentityOptions
  let context: Context

  func run() throws -> ExitStatus {
    let known = KnownIdentities(
      environment: context.environment,
      workingDirectory: context.workingDirectory
    )
    if let failure = known.failures.first { throw failure }
    let list = IdentityList(known, in: context)
    let row = try row(list, known)
    if options.showsPathOnly {
      guard let path = row.identity.path else {
        throw ToolError(
          "\(row.identity.name.text) has no file of its own",
          hints: ["'git identity show' tells where its values stand"],
          exitStatus: .failure
        )
      }
      context.print(path)
    } else if options.isJSON {
      context.streams.output.write(IdentityJSON(context).document(list, only: row).rendered)
    } else if !options.isQuiet {
      context.streams.output.write(ShowReport(context).text(row, list.here))
    }
    return .success
  }

  private func row(_ list: IdentityList, _ known: KnownIdentities) throws -> IdentityList.Row {
    if let name = options.name {
      let identity = try known.named(name)
      guard let row = list.rows.first(where: { $0.identity.name == identity.name }) else {
        throw UnknownIdentity(name: name, known: known)
      }
      return row
    }
    guard let row = list.rows.first(where: \.isHere) else {
      let who = list.here.author.map { "\($0.text) is" } ?? "nobody, so far, is"
      throw ToolError(
        "no identity is in force here: \(who) none of those that 'git identity' lists",
        hints: ["'git whoami' tells why"],
        exitStatus: .failure
      )
    }
    return row
  }
}
