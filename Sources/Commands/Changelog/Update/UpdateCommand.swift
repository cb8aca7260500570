import ByteKit
package import DiagnosticKit
import TerminalKit
import ToolKit

/// `git changelog update`.
package enum UpdateCommand {
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    _ = try session.head()
    let file = try session.changelogFile()
    if options.checksOnly {
      let document = try file.read().map { Document(parsing: $0) }
      let plan = try session.missingEntries(in: document)
      for entry in plan.missing {
        session.show(entry)
      }
      session.report(plan)
      return plan.missing.isEmpty ? .success : .failure
    }
    var plan = UpdatePlan()
    try session.write(to: file) { document in
      plan = try session.missingEntries(in: document)
      return plan.missing
    }
    if !options.isDryRun { try session.seen(in: file).note(plan.claims) }
    session.report(plan)
    return .success
  }
}
