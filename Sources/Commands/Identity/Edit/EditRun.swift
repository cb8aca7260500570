import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import TerminalKit
import ToolKit

/// Makes a draft, shows or writes it, and tells what was done: the way of every command that edits.
struct EditRun {
  let options: IdentityOptions
  let context: Context
  /// The command's words, for `undo`.
  let title: ByteString

  /// What to tell people once it is done.
  struct Outcome {
    var draft: Draft
    var notes: [String] = []
    var warnings: [String] = []
  }

  /// `plan` is called again if another process changed a file meanwhile; without `recording` the
  /// change cannot be taken back itself.
  func run(
    recording: Bool = true,
    _ plan: () throws -> Outcome,
    afterwards: () throws -> Void = {}
  ) throws -> ExitStatus {
    for _ in 0..<10 {
      let outcome = try plan()
      guard !options.isDryRun else {
        show(outcome)
        return .success
      }
      let store = UndoStore(context.environment)
      let isWritten = try DraftWriter(context: context).write(outcome.draft) { files in
        if recording { try store.add(files, title: title) }
      }
      guard isWritten else { continue }
      try afterwards()
      tell(outcome)
      return .success
    }
    throw ToolError("the files are changed by another process again and again")
  }

  private func show(_ outcome: Outcome) {
    if options.isJSON {
      context.streams.output.write(json(outcome).rendered)
    } else if !options.isQuiet {
      for file in outcome.draft.changes { context.streams.output.write(diff(file).harmless) }
      for warning in outcome.warnings { context.warn(warning) }
    }
  }

  private func tell(_ outcome: Outcome) {
    if options.isJSON {
      context.streams.output.write(json(outcome).rendered)
    } else if !options.isQuiet {
      let notes = outcome.draft.isEmpty ? ["nothing to change"] : outcome.notes
      for note in notes { context.print(ByteString(note).harmlessLine) }
    }
    if !options.isQuiet { for warning in outcome.warnings { context.warn(warning) } }
  }

  private func json(_ outcome: Outcome) -> JSON {
    .object([
      ("schema", .integer(IdentityJSON.schema)),
      (
        "changes",
        .array(
          outcome.draft.changes.map {
            .object([("path", .bytes($0.path)), ("diff", .bytes(diff($0)))])
          }
        )
      ),
    ])
  }

  private func diff(_ file: Draft.File) -> ByteString {
    UnifiedDiff.text(
      name: file.path.dropping(prefix: "/") ?? file.path,
      old: file.before,
      new: file.after
    )
  }
}
