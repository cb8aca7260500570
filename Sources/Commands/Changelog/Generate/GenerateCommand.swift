import ByteKit
import ConfigKit
package import DiagnosticKit
import FileKit
import TerminalKit
import ToolKit

/// `git changelog generate`.
package enum GenerateCommand {
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    guard options.operands.count < 2 else {
      throw ToolError("'generate' takes one range", exitStatus: .usage)
    }
    let range = try options.operands.first.map { try session.range($0) }
    let history = try ReleaseHistory(session)
    let releases = try history.releases(range)
    let content: ByteString
    if options.isJSON {
      content = ReleaseJSON.document(releases.map(ReleaseJSON.release)).rendered
    } else {
      content = GenerateReport(
        links: session.links,
        older: range?.older.first,
        tags: history.tags,
        isWhole: range == nil
      ).markdown(releases)
    }
    if let output = options.output, !options.isDryRun {
      try write(content, of: releases, to: output, in: session)
    } else {
      session.context.streams.output.write(content)
    }
    if !options.isQuiet { session.report(UpdatePlan(skipped: skipped(in: releases))) }
    return .success
  }

  private static func skipped(in releases: [Release]) -> [ReleaseCommit] {
    releases.flatMap { release in
      release.commits.indices.lazy.filter { release.commits[$0].skipped != nil }
        .map { release.commits[$0] }
    }
  }

  /// Writes the file; an existing one must hold nothing that would get lost.
  private static func write(
    _ content: ByteString,
    of releases: [Release],
    to output: ByteString,
    in session: Session
  ) throws {
    let path = output.absolutePath(in: session.context.workingDirectory)
    let seen = try session.location.workTree.map {
      try session.seen(in: ChangelogFile(path: path, workTree: $0))
    }
    if let old = try FileSystem.readIfPresent(path), !session.options.isJSON {
      if old == content { return session.say("'\(output)' is up to date") }
      if let edit = try handEdit(in: old, lostIn: content, releases, seen) {
        throw ToolError(
          "'\(output.text)' was edited by hand: \(edit.text)",
          hints: [
            "'git changelog update' adds what is missing and keeps the rest",
            "remove the file first to write it anew",
          ]
        )
      }
    }
    try FileSystem.makeDirectory(path.parentPath)
    try FileSystem.writeAtomically(content, to: path)
    if !session.options.isJSON { try seen?.note(releases.flatMap(\.entries)) }
    session.say("wrote '\(output)'")
  }

  /// The first thing in `old` that `new` would undo, or nil.
  private static func handEdit(
    in old: ByteString,
    lostIn new: ByteString,
    _ releases: [Release],
    _ seen: SeenFile?
  ) throws -> ByteString? {
    let kept = Set(new.lines.map(\.trimmed))
    let document = Document(parsing: old)
    let definitions = Set(document.linkDefinitions.map(\.line))
    for (number, line) in document.lines.enumerated()
    where !definitions.contains(number) && !kept.contains(line.content.trimmed) {
      return "line \(number + 1), '\(line.content.trimmed)'"
    }
    let written = Set(try seen?.records().map(\.commit) ?? [])
    let index = document.entryIndex
    for entry in releases.flatMap(\.entries)
    where entry.commits.allSatisfy(written.contains) && !index.contains(entry: entry.rendered) {
      return "'\(entry.rendered)' was deleted"
    }
    return nil
  }
}

extension ReleaseHistory {
  /// The releases of all that HEAD reaches or of a range, newest first, with their days.
  ///
  /// The unreleased one is first; of a range it is left out if it holds nothing.
  func releases(_ range: CommitRange?) throws -> [Release] {
    var releases = try read(range.map { .range($0) } ?? .all, divided: true).releases
    let dates = try tagDates()
    for index in releases.indices {
      releases[index].day = releases[index].tag.flatMap { dates[$0.name] }.map(Day.text)
    }
    if releases.first?.version == nil, releases.first?.commits.isEmpty == true,
      range != nil || session.options.isJSON
    {
      releases.removeFirst()
    }
    return releases
  }
}
