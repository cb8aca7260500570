import ByteKit
package import DiagnosticKit
import ToolKit

/// `git changelog update`.
package enum UpdateCommand {
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    let file = try session.changelogFile()
    let plan = { (document: Document?) in
      let history = try ReleaseHistory(session, writtenLike: document)
      return try UpdatePlan(for: document, from: history)
    }
    if options.checksOnly {
      return try session.check(file, plan).missing.isEmpty ? .success : .failure
    }
    try session.add(to: file, plan)
    return .success
  }
}
