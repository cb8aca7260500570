import ByteKit
import TerminalKit
import ToolKit

extension Session {
  /// Adds the entries that `make` gives for the file's content, writes it, and remembers them.
  func write(
    to file: ChangelogFile,
    _ make: (Document?) throws -> [Entry]
  ) throws {
    var entries: [Entry] = []
    let change = try change(file) { document in
      entries = try make(document)
      guard !entries.isEmpty else { return nil }
      var new = try document ?? newDocument()
      try new.insert(
        entries.map { Document.NewEntry(category: $0.category, text: $0.rendered) },
        in: .unreleased
      )
      return new
    }
    let name = file.pathInWorkTree ?? file.path
    guard !entries.isEmpty else { return say("'\(name)' lacks nothing") }
    if options.isDryRun { return }
    // What was taken out again in the editor was refused, and is not offered again.
    try seen(in: file).note(entries)
    guard change != nil else { return say("nothing was added to '\(name)'") }
    say("added \(entries.count) \(entries.count == 1 ? "entry" : "entries") to '\(name)'")
  }

  /// A line on standard output for an entry that is missing.
  func show(_ entry: Entry) {
    context.print(("\(entry.category): \(entry.rendered)" as ByteString).harmless)
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

  /// A line on standard error unless `--quiet`.
  func say(_ text: ByteString) {
    if !options.isQuiet { context.note(text.text) }
  }
}
