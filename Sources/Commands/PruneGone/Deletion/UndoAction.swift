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
    let list = try RunList(place: place)
    let undo = Undo(place: place, now: context.now())
    let outcomes = try list.selections(name, settings.patterns).map {
      try undo.undo($0, holding: lock)
    }
    show(outcomes, place)
    tellOfOthers(list.open(besides: outcomes.map(\.run)))
    return .combined(outcomes.map(\.exitStatus))
  }

  private func tellOfOthers(_ runs: [RunList.Run]) {
    if options.isQuiet || options.format != .text || runs.isEmpty { return }
    let count = runs.reduce(0) { $0 + $1.branchCount }
    context.hint(
      "\(runs.count.counted("other run", "other runs")) deleted "
        + "\(count.counted("branch", "branches")); list them with: git prune-gone --log -v"
    )
  }

  private func show(_ outcomes: [Undo.Outcome], _ place: Place) {
    let branches = outcomes.flatMap { outcome in outcome.branches.map { (outcome.run, $0) } }
    switch options.format {
    case .json:
      context.streams.output.write(
        JSON.object([
          ("schema", .integer(PlanReport.schema)), ("repository", .bytes(place.name)),
          ("run", .bytes(outcomes.count == 1 ? outcomes.first?.run.hex : nil)),
          ("branches", .array(branches.map { json($1, of: $0) })),
        ]).rendered
      )
    case .porcelain:
      let end: ByteString = options.endsWithNUL ? "\0" : "\n"
      var content = PlanReport.porcelainHeader + end
      for (_, branch) in branches {
        content += PlanReport.record(
          [ByteString(branch.action.rawValue), branch.entry.ref, branch.entry.oid.hex],
          endsWithNUL: options.endsWithNUL
        )
      }
      context.streams.output.write(content)
    case .text:
      if options.isQuiet { break }
      var content = ByteString()
      for (_, branch) in branches where branch.action != .failed {
        let verb: ByteString = branch.action == .restored ? "restored " : ""
        content += "\(verb)\(branch.entry.name.harmlessLine) \(branch.explanation)\n"
      }
      context.streams.output.write(content)
    }
    for (_, branch) in branches where branch.action == .failed {
      context.fail("cannot bring back '\(branch.entry.name.text)': \(branch.explanation.text)")
    }
  }

  private func json(_ branch: Undo.Restoration, of run: ObjectID) -> JSON {
    .object([
      ("run", .bytes(run.hex)),
      ("ref", .bytes(branch.entry.ref)), ("oid", .bytes(branch.entry.oid.hex)),
      ("action", .string(branch.action.rawValue)),
      ("explanation", .bytes(branch.explanation)),
    ])
  }
}
