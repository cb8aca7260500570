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
    let plan = { (document: Document?) in try self.plan(options, document, session) }
    if options.checksOnly {
      return try session.check(file, plan).missing.isEmpty ? .success : .failure
    }
    try session.add(to: file, plan)
    return .success
  }

  private static func plan(
    _ options: ChangelogOptions,
    _ document: Document?,
    _ session: Session
  ) throws -> UpdatePlan {
    let maker = session.entryMaker(for: document)
    var plan = UpdatePlan()
    if options.messages.isEmpty {
      (plan.missing, plan.skipped) = try ofCommits(maker, options, session)
    } else {
      plan.missing = [try ofText(options.messages, maker)].compactMap(\.self)
    }
    let index = document?.entryIndex ?? EntryIndex()
    plan.missing.removeAll { index.contains(entry: $0.rendered) }
    return plan
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
      options.operands.isEmpty ? [try session.requireHead()] : options.operands
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
