import ByteKit
package import DiagnosticKit
import ToolKit

/// `git changelog yank`.
package enum YankCommand {
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    guard options.operands.count == 1, let name = options.operands.first else {
      throw ToolError("'yank' takes one version", exitStatus: .usage)
    }
    let file = try session.changelogFile()
    guard try file.read() != nil else {
      throw ToolError("there is no changelog '\(file.path.text)'")
    }
    _ = try session.revise(file) { document in
      var plan = EditPlan(revised: document)
      try plan.revised?.yank(name)
      return plan
    }
    return .success
  }
}
