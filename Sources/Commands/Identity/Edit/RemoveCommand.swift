import ByteKit
import ConfigKit
import DiagnosticKit
import IdentityKit
import ToolKit

/// Runs `git identity remove`.
struct RemoveCommand {
  let desk: Desk

  func run() throws -> ExitStatus {
    let name = desk.options.name ?? ""
    return try desk.run(["remove", name]) {
      let known = try desk.known()
      let identity = try known.named(name)
      let home = HomePath(desk.context.environment)
      guard let path = identity.path, !identity.isHandMade else { throw refusal(identity, home) }
      let book = try RuleBook(known, environment: desk.context.environment)
      var outcome = EditRun.Outcome(draft: Draft())
      for rule in identity.rules { try book.remove(rule, in: &outcome.draft) }
      try outcome.draft.remove(path, .identity)
      outcome.notes = [
        "identity '\(identity.name.text)' is gone",
        "repositories that 'git identity use' gave it fall back to what else applies there",
      ]
      return outcome
    }
  }

  /// What was made by hand goes by hand.
  private func refusal(_ identity: KnownIdentity, _ home: HomePath) -> ToolError {
    var hints = identity.rules.map { rule in
      "delete the rule '\(rule.condition.text)' at \(home.abbreviated(rule.path).text):\(rule.line)"
    }
    if let path = identity.path {
      hints.append("then: rm \(home.shellWord(path).text)")
    } else {
      hints += identity.settings.filter { $0.key.section == "user" }.map {
        "delete \($0.key.text.text) at \(home.abbreviated($0.path).text):\($0.line)"
      }
    }
    return ToolError(
      "'\(identity.name.text)' was made by hand, so its lines are yours to delete",
      hints: hints,
      exitStatus: .failure
    )
  }
}
