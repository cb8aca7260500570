import ByteKit
import TerminalKit
import ToolKit

extension Session {
  /// Adds to `file` what `plan` finds missing in it, remembers it, and says what was done.
  func add(to file: ChangelogFile, _ plan: (Document?) throws -> UpdatePlan) throws {
    let (made, change) = try revise(file) { try plan($0).adding(to: $0, in: self) }
    let name = file.pathInWorkTree ?? file.path
    let count = made.missing.count
    if count == 0 {
      say("'\(name)' lacks nothing")
    } else if !options.isDryRun {
      // What was taken out again in the editor was refused, and is not offered again.
      try seen(in: file).note(made.missing)
      say(
        change == nil
          ? "nothing was added to '\(name)'"
          : "added \(count) \(count == 1 ? "entry" : "entries") to '\(name)'"
      )
    }
    if !options.isDryRun { try seen(in: file).note(made.claims) }
    report(made)
  }

  /// `--check`: prints what is missing.
  func check(_ file: ChangelogFile, _ plan: (Document?) throws -> UpdatePlan) throws -> UpdatePlan {
    let plan = try plan(file.read().map { Document(parsing: $0) })
    for entry in plan.missing {
      context.print(("\(entry.category): \(entry.rendered)" as ByteString).harmless)
    }
    report(plan)
    return plan
  }

  /// Says on standard error what was left out, and with `-v` which commits.
  func report(_ plan: UpdatePlan) {
    guard !plan.skipped.isEmpty else { return }
    let count = plan.skipped.count
    say("no new entry for \(count) \(count == 1 ? "commit" : "commits"): \(plan.skippedSummary)")
    guard options.isVerbose else { return }
    for commit in plan.skipped {
      let id = ByteString(commit.id.bytes.prefix(10))
      say("  \(id) \(commit.subject) (\(commit.skipped ?? ""))")
    }
  }
}
