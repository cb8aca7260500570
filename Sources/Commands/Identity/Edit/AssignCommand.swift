import ByteKit
import ConfigKit
import DiagnosticKit
import IdentityKit
import ToolKit

/// Runs `git identity assign` and `git identity unassign`.
struct AssignCommand {
  let desk: Desk
  private var options: IdentityOptions { desk.options }

  func assign() throws -> ExitStatus {
    let name = options.name ?? ""
    let assignment = try Assignment(options, desk.context)
    return try desk.run(["assign", name]) {
      let known = try desk.known()
      var outcome = EditRun.Outcome(draft: Draft())
      try assignment.apply(to: try known.named(name), known, in: &outcome)
      return outcome
    }
  }

  func unassign() throws -> ExitStatus {
    let assignment = try Assignment(options, desk.context)
    return try desk.run(["unassign"]) {
      let known = try desk.known()
      let book = try RuleBook(known, environment: desk.context.environment)
      let home = HomePath(desk.context.environment)
      var outcome = EditRun.Outcome(draft: Draft())
      for rule in assignment.folders {
        let rules = book.rules(for: rule.condition, folder: rule.folder)
        try remove(rules, home.abbreviated(rule.folder), book, in: &outcome)
      }
      for rule in assignment.remotes {
        let rules = rule.conditions.flatMap { book.rules(for: $0, folder: nil) }
        try remove(rules, rule.text, book, in: &outcome)
      }
      return outcome
    }
  }

  private func remove(
    _ rules: [IdentityRule],
    _ place: ByteString,
    _ book: RuleBook,
    in outcome: inout EditRun.Outcome
  ) throws {
    guard !rules.isEmpty else {
      throw ToolError(
        "no rule is about '\(place.text)'",
        hints: ["'git identity' lists all"],
        exitStatus: .failure
      )
    }
    for rule in rules { try book.remove(rule, in: &outcome.draft) }
    outcome.notes.append("no identity is assigned to \(place.text) any more")
  }
}
