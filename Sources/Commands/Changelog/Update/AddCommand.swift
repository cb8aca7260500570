import ByteKit
package import DiagnosticKit
import TerminalKit
import ToolKit

/// `git changelog add`.
package enum AddCommand {
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    let file = try session.changelogFile()
    var skipped: [ReleaseCommit] = []
    func missing(_ document: Document?) throws -> [Entry] {
      let maker = try session.entryMaker(for: document)
      let entries: [Entry]
      if options.messages.isEmpty {
        (entries, skipped) = try ofCommits(maker, options, session)
      } else {
        guard let entry = try ofText(options.messages, maker) else { return [] }
        entries = [entry]
      }
      let index = document?.entryIndex ?? EntryIndex()
      return entries.filter { !index.contains(entry: $0.rendered) }
    }
    if options.checksOnly {
      let entries = try missing(try file.read().map { Document(parsing: $0) })
      for entry in entries {
        session.show(entry)
      }
      return entries.isEmpty ? .success : .failure
    }
    try session.write(to: file, missing)
    session.report(UpdatePlan(skipped: skipped))
    return .success
  }

  private static func ofText(_ messages: [ByteString], _ maker: EntryMaker) throws -> Entry? {
    let message = messages.joined(separator: "\n\n")
    guard !message.trimmed.isEmpty else {
      throw ToolError("the text is empty", exitStatus: .usage)
    }
    return maker.entry(for: message, always: true)
  }

  private static func ofCommits(
    _ maker: EntryMaker,
    _ options: ChangelogOptions,
    _ session: Session
  ) throws -> ([Entry], [ReleaseCommit]) {
    let names: [ByteString] =
      options.operands.isEmpty ? [try session.head().commit] : options.operands
    let ids = try names.map { try session.commit($0) }
    var reader = CommitReader(git: session.git, maker: maker)
    reader.always = true
    reader.walks = false
    var byID: [ByteString: HistoryCommit] = [:]
    for commit in try reader.commits(ids) { byID[commit.id] = commit }
    var entries: [Entry] = []
    var skipped: [ReleaseCommit] = []
    for commit in ids.compactMap({ byID[$0] }) {
      switch commit.outcome {
      case .entry(var entry):
        entry.commits = [commit.id]
        entries.append(entry)
      case .hidden(let reason):
        skipped.append(ReleaseCommit(id: commit.id, subject: commit.subject, skipped: reason))
      }
    }
    return (entries, skipped)
  }
}
