import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import TerminalKit
import ToolKit

/// Runs `git identity undo`.
struct UndoCommand {
  let options: IdentityOptions
  let context: Context

  func run() throws -> ExitStatus {
    let store = UndoStore(context.environment)
    for record in store.records() {
      let now = try record.files.map { try FileSystem.readIfPresent($0.path) }
      let isUntouched = zip(record.files, now).allSatisfy { $0.before == $1 }
      if isUntouched {
        // Killed before its first write, or taken back already: there is nothing to undo.
        if !options.isDryRun { try FileSystem.remove(record.path) }
        continue
      }
      let stray = zip(record.files, now).first { $0.after != $1 && $0.before != $1 }
      if let stray { return refuse(record, stray.0, now: stray.1) }
      return try restore(record, now)
    }
    throw ToolError("there is no change to take back", exitStatus: .failure)
  }

  private func restore(_ record: UndoStore.Record, _ now: [ByteString?]) throws -> ExitStatus {
    let draft = Draft(
      zip(record.files, now).map { file, content in
        Draft.File(path: file.path, part: file.part, before: content, after: file.before)
      }
    )
    let run = EditRun(options: options, context: context, title: "undo")
    return try run.run(
      recording: false,
      { EditRun.Outcome(draft: draft, notes: ["taken back: git identity \(record.title.text)"]) },
      afterwards: { try FileSystem.remove(record.path) }
    )
  }

  private func refuse(
    _ record: UndoStore.Record,
    _ file: Draft.File,
    now: ByteString?
  ) -> ExitStatus {
    let error = ToolError(
      "'\(file.path.text)' was changed after 'git identity \(record.title.text)'",
      hints: ["to take that back by hand, see what has changed since on standard output"],
      exitStatus: .failure
    )
    let diff = UnifiedDiff.text(
      name: file.path.dropping(prefix: "/") ?? file.path,
      old: file.after,
      new: now
    )
    if !options.isQuiet { context.streams.output.write(diff.harmless) }
    return ToolRunner.report(error, in: context)
  }
}
