import ByteKit
import DiagnosticKit
import HistoryKit
import TerminalKit
import ToolKit

/// `--log`: earlier runs, newest first.
struct RunLog {
  let options: PruneGoneOptions
  let context: Context

  func run() throws -> ExitStatus {
    let place = try context.place()
    let list = try RunList(place: place)
    let runs = list.runs
    let needsBranches = options.format == .json || (options.format == .text && options.isVerbose)
    let refs = needsBranches ? try place.refs() : RefTable([])
    switch options.format {
    case .json:
      context.streams.output.write(
        JSON.object([
          ("schema", .integer(PlanReport.schema)), ("repository", .bytes(place.name)),
          ("runs", .array(runs.map { json($0, list.branches(of: $0), refs) })),
        ]).rendered
      )
    case .porcelain:
      let end: ByteString = options.endsWithNUL ? "\0" : "\n"
      context.streams.output.write(PlanReport.porcelainHeader + end)
      for run in runs {
        context.streams.output.write(
          PlanReport.record(
            [run.id.hex, "\(run.time)", "\(run.branchCount)", run.state],
            endsWithNUL: options.endsWithNUL
          )
        )
      }
    case .text:
      let lines = runs.map { line($0, options.isVerbose ? list.branches(of: $0) : [], refs) }
      context.page(runs.isEmpty ? "no run is known here\n" : lines.joined(separator: ""))
    }
    return .success
  }

  private func line(
    _ run: RunList.Run,
    _ branches: [Journal.Entry],
    _ refs: RefTable
  ) -> ByteString {
    let style = context.style
    let age = Choice.age(of: context.now().subtractingReportingOverflow(run.time).partialValue)
    let when: ByteString = age == "just now" ? age : "\(age) ago"
    let state: ByteString = run.state == "kept" ? "" : " (\(run.state))"
    var content: ByteString =
      "\(style.paint(run.id.abbreviated(), .yellow))  \(when)  "
      + "\(run.branchCount.counted("branch", "branches"))\(state)\n"
    for entry in branches {
      let isBack: ByteString = refs.contains(entry.ref) ? "  (is there)" : ""
      content +=
        "    \(entry.name.harmlessLine)  \(entry.oid.abbreviated())  "
        + "\(entry.proof.harmlessLine)\(isBack)\n"
    }
    return content
  }

  private func json(
    _ run: RunList.Run,
    _ branches: [Journal.Entry],
    _ refs: RefTable
  ) -> JSON {
    .object([
      ("run", .bytes(run.id.hex)),
      ("time", .integer(Int(run.time))),
      ("count", .integer(run.branchCount)),
      ("state", .bytes(run.state)),
      ("expired", .boolean(run.isExpired)),
      ("undone", .boolean(run.undoTime != nil)),
      (
        "branches",
        .array(
          branches.map { entry in
            .object([
              ("ref", .bytes(entry.ref)), ("oid", .bytes(entry.oid.hex)),
              ("proof", .bytes(entry.proof)), ("present", .boolean(refs.contains(entry.ref))),
            ])
          }
        )
      ),
    ])
  }
}

extension RunList.Run {
  /// One word for what can be done with it.
  var state: ByteString { isExpired ? "expired" : undoTime != nil ? "undone" : "kept" }
}
