import ByteKit
import DiagnosticKit
import HistoryKit
import TerminalKit
import ToolKit

/// `--undo`: brings branches back and tells what became of each.
struct UndoAction {
  let options: PruneGoneOptions
  let context: Context

  func run(_ name: ByteString) throws -> ExitStatus {
    let place = try context.place()
    let settings = try Settings(options, reviewing: false, place.stack)
    try place.state.create()
    let lock = try place.state.lock(timeout: settings.timeout)
    let recovery = Recovery(place: place, now: context.now(), keep: settings.keep)
    for note in try recovery.recover() { context.warn(note) }
    let outcome = try Undo(place: place, now: context.now())
      .undo(name, branches: settings.patterns, holding: lock)
    show(outcome, place)
    return outcome.exitStatus
  }

  private func show(_ outcome: Undo.Outcome, _ place: Place) {
    switch options.format {
    case .json:
      context.streams.output.write(
        JSON.object([
          ("schema", .integer(PlanReport.schema)), ("repository", .bytes(place.name)),
          ("run", .bytes(outcome.run.hex)),
          ("branches", .array(outcome.branches.map(json))),
        ]).rendered
      )
    case .porcelain:
      let end: ByteString = options.endsWithNUL ? "\0" : "\n"
      context.streams.output.write(PlanReport.porcelainHeader + end)
      for branch in outcome.branches {
        context.streams.output.write(
          PlanReport.record(
            [ByteString(branch.action.rawValue), branch.entry.ref, branch.entry.oid.hex],
            endsWithNUL: options.endsWithNUL
          )
        )
      }
    case .text:
      if options.isQuiet { break }
      for branch in outcome.branches where branch.action != .failed {
        let verb: ByteString = branch.action == .restored ? "restored " : ""
        context.print("\(verb)\(branch.entry.name.harmlessLine) \(branch.explanation)")
      }
    }
    for branch in outcome.branches where branch.action == .failed {
      context.fail("cannot bring back '\(branch.entry.name.text)': \(branch.explanation.text)")
    }
  }

  private func json(_ branch: Undo.Restoration) -> JSON {
    .object([
      ("ref", .bytes(branch.entry.ref)), ("oid", .bytes(branch.entry.oid.hex)),
      ("action", .string(branch.action.rawValue)),
      ("explanation", .bytes(branch.explanation)),
    ])
  }
}
