import ByteKit
import ConfigKit
package import DiagnosticKit
import FileKit
import ProcessKit
import ToolKit

/// `git changelog hook post-commit`, called by the hook that `setup` installs.
package enum HookCommand {
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    guard options.operands == ["post-commit"] else {
      throw ToolError("'hook' is called by git's hooks", exitStatus: .usage)
    }
    guard session.location.workTree != nil, let head = session.head?.commit,
      try !isBusy(session), try !isMerge(session), try !isPublished(head, session)
    else { return .success }
    let file = try session.changelogFile()
    guard let path = file.pathInWorkTree else { return .success }
    guard let edit = try edit(for: head, file: file, in: session) else { return .success }
    guard let commit = try Amendment(session: session, file: file, path: path).amend(edit) else {
      return .success
    }
    if var entry = edit.entry {
      entry.commits = [commit]
      try session.seen(in: file).note([entry])
    }
    return .success
  }

  /// What HEAD's changelog lacks; nil: nothing.
  private static func edit(
    for head: ByteString,
    file: ChangelogFile,
    in session: Session
  ) throws -> EntryEdit? {
    let message = try session.message(of: head)
    let subject = message.lines.first ?? ""
    for prefix: ByteString in ["fixup! ", "squash! ", "amend! "] where subject.hasPrefix(prefix) {
      return nil
    }
    let content = try session.content(of: session.trackedPath(file), at: "HEAD")
    let maker = session.entryMaker(for: content.map { Document(parsing: $0) })
    let entry = maker.entry(for: message, always: false)
    if let earlier = try amended(session) {
      let own = try session.ownEntry(of: head, in: file, maker: maker, earlier: earlier)
      switch own {
      case .found(let text): return EntryEdit(entry: entry, replaced: text)
      case .unclear:
        session.context.warn("the commit added several entries: the changelog is left as it is")
        return nil
      case .none:
        let wasWritten = try session.seen(in: file).records().contains { $0.commit == earlier }
        return wasWritten ? nil : entry.map { EntryEdit(entry: $0) }
      }
    }
    // Whoever wrote an entry into the commit has said what it does.
    let own = try session.ownEntry(of: head, in: file, maker: maker)
    return own == .none ? entry.map { EntryEdit(entry: $0) } : nil
  }

  /// The commit that HEAD replaced, if the last thing that happened was an amend.
  private static func amended(_ session: Session) throws -> ByteString? {
    let result = try session.git.run(["log", "-g", "-1", "--format=%gs", "HEAD"])
    guard result.succeeded, result.output.hasPrefix("commit (amend)") else { return nil }
    let old = try session.git.run(["rev-parse", "--quiet", "--verify", "HEAD@{1}^{commit}"])
    return old.succeeded ? old.output.trimmed : nil
  }

  /// A rebase, merge, cherry-pick or revert is going on: commits are not the user's to amend yet.
  private static func isBusy(_ session: Session) throws -> Bool {
    let names: [ByteString] = [
      "rebase-merge", "rebase-apply", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "sequencer",
    ]
    return names.contains {
      FileSystem.exists(session.location.gitDirectory.appendingPath($0))
    }
  }

  private static func isMerge(_ session: Session) throws -> Bool {
    try session.git.run(["rev-parse", "--quiet", "--verify", "HEAD^2"]).succeeded
  }

  /// Others may have it already.
  private static func isPublished(_ head: ByteString, _ session: Session) throws -> Bool {
    let branches = try session.git.output([
      "for-each-ref", "--count=1", "--contains=" + head, "refs/remotes/",
    ])
    return !branches.isEmpty
  }
}
