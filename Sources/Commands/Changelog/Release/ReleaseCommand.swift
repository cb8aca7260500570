import ByteKit
package import DiagnosticKit
import FileKit
import ProcessKit
import RemoteKit
import ToolKit

/// `git changelog release`.
package enum ReleaseCommand {
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    guard options.operands.count <= 1 else {
      throw ToolError("'release' takes one version", exitStatus: .usage)
    }
    _ = try session.requireHead()
    let file = try session.changelogFile()
    if options.tags, !options.commits { return try tagWhatIsWritten(in: file, session) }
    let (plan, change) = try session.revise(file) { try ReleasePlan(for: $0, in: session) }
    guard let change else { throw DocumentError.nothingToRelease }
    if plan.isCurated, !plan.update.missing.isEmpty {
      let count = plan.update.missing.count
      session.say(
        "\(count) \(count == 1 ? "commit is" : "commits are") not listed in it; before the release, "
          + "'git changelog update' would have added \(count == 1 ? "it" : "them")"
      )
    }
    if options.isDryRun { return .success }
    session.say("released \(plan.request.version.spelling)")
    let publication = ReleasePublication(session: session, file: file)
    do {
      if options.commits { try publication.commit(plan.request.version) }
    } catch {
      _ = try? FileSystem.replaceAtomically(change.new, with: change.old ?? "", at: file.path)
      if change.old == nil { try? FileSystem.remove(file.path) }
      throw error
    }
    if !plan.isCurated { try session.seen(in: file).note(plan.update.missing) }
    if options.tags { try publication.tag(plan.request.version, name: plan.request.tag) }
    return .success
  }

  /// `--tag` alone: the release stands in the file as HEAD has it, only its tag is missing.
  private static func tagWhatIsWritten(
    in file: ChangelogFile,
    _ session: Session
  ) throws -> ExitStatus {
    let usage = ToolError(
      "option '--tag' needs '--commit' unless the release is committed",
      exitStatus: .usage
    )
    let path = try session.trackedPath(file)
    let isCommitted = try session.gitAtTop.run([
      "diff", "--quiet", "HEAD", "--", ":(top,literal)" + path,
    ]).succeeded
    guard isCommitted, try session.content(of: path, at: "HEAD") != nil,
      let document = try file.read().map({ Document(parsing: $0) })
    else { throw usage }
    let history = try ReleaseHistory(session, writtenLike: document)
    let argument = session.options.operands.first ?? "auto"
    let known = history.tags.all.map(\.version)
    let written: Version?
    if argument == "auto" {
      let highest = try history.reachableTags().last?.version
      written = document.sections.compactMap(\.version).first { version in
        !known.contains(version) && highest.map { $0 < version } ?? true
      }
    } else {
      written = try history.releaseVersion(argument, unreleased: document.unreleased)
    }
    guard let version = written, document.section(for: version) != nil else { throw usage }
    guard !known.contains(version) else {
      throw ToolError("version '\(version)' is already tagged")
    }
    if session.options.isDryRun { return .success }
    try ReleasePublication(session: session, file: file)
      .tag(version, name: history.tags.name(for: version))
    return .success
  }
}
