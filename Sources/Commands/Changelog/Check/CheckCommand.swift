import ByteKit
import ConfigKit
package import DiagnosticKit
import FileKit
import ProcessKit
import TerminalKit
import ToolKit

/// `git changelog check`.
package enum CheckCommand {
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    guard options.operands.count <= 1 else {
      throw ToolError("'check' takes one range", exitStatus: .usage)
    }
    let range = try options.operands.first.map { try session.range($0) }
    let file = try session.changelogFile()
    let content = try file.read()
    let document = content.map { Document(parsing: $0) }
    let history = try ReleaseHistory(session, writtenLike: document)
    var check = Check(history: history, name: file.pathInWorkTree ?? file.path)
    if let document {
      check.reportForm(of: document)
      if let path = file.pathInWorkTree { try check.reportMisfiled(in: document, path: path) }
    }
    for entry in try UpdatePlan(for: document, of: range, from: history).missing {
      check.say("missing: \(entry.category): \(entry.rendered)")
    }
    try check.reportDriver()
    if !check.misfiled.isEmpty, try check.offerToMove(in: file) { return .success }
    return check.foundSomething ? .failure : .success
  }
}

/// What one run of `check` found.
private struct Check {
  let history: ReleaseHistory
  let name: ByteString
  private(set) var foundSomething = false
  private(set) var misfiled: [(bullet: Bullet, version: Version)] = []
  private var hasOthers = false

  private var session: Session { history.session }

  init(history: ReleaseHistory, name: ByteString) {
    self.history = history
    self.name = name
  }

  mutating func say(_ line: ByteString) {
    foundSomething = true
    hasOthers = true
    session.context.print(line.harmless)
  }

  mutating func reportForm(of document: Document) {
    for problem in document.formProblems {
      let place: ByteString = problem.line.map { "\(name):\($0)" } ?? name
      say("malformed: \(place): \(problem.text)")
    }
  }

  mutating func reportMisfiled(in document: Document, path: ByteString) throws {
    let tags = history.tags.all
    for section in document.sections {
      guard let version = section.version,
        let tag = tags.last(where: { $0.version == version }),
        let old = try session.content(of: path, at: tag.commit)
      else { continue }
      let found = MisfiledEntries.find(
        in: section,
        of: document,
        tagged: Document(parsing: old)
      )
      for bullet in found where try !isCurated(bullet, path: path) {
        misfiled.append((bullet, version))
        foundSomething = true
        let place: ByteString = "\(name):\(bullet.lines.lowerBound + 1)"
        let line: ByteString =
          "misfiled: \(place): '\(bullet.text)' was not in \(version.spelling)"
        session.context.print(line.harmless)
      }
    }
  }

  /// Whether a commit about the changelog alone put the entry there: someone who goes over old
  /// releases, which is their right.
  private func isCurated(_ bullet: Bullet, path: ByteString) throws -> Bool {
    let line = bullet.lines.lowerBound + 1
    let blame = try session.gitAtTop.run([
      "blame", "--porcelain", "-L", "\(line),\(line)", "--", path,
    ])
    guard blame.succeeded, let commit = blame.output.split(on: 32).first,
      !commit.bytes.allSatisfy({ $0 == UInt8(ascii: "0") })
    else { return false }
    let changed = try session.git.output([
      "diff-tree", "--root", "--no-commit-id", "--name-only", "-r", "-z", commit,
    ])
    guard changed.records(endedBy: 0) == [path] else { return false }
    let message = try session.git.output(["log", "-1", "--format=%B", "--encoding=UTF-8", commit])
    return session.entryMaker(for: nil).entry(for: message, always: false) == nil
  }

  /// `.gitattributes` names our merge driver, but this clone does not know it.
  mutating func reportDriver() throws {
    guard session.location.workTree != nil else { return }
    let attribute = try session.gitAtTop.run([
      "check-attr", "-z", "merge", "--", name,
    ]).output.records(endedBy: 0).last
    let driver = session.config.last(
      ConfigKey(section: "merge", subsection: MergeDriverSetup.name, name: "driver")
    )
    guard attribute == MergeDriverSetup.name, driver == nil else { return }
    say("the merge driver of '\(name)' is not installed in this clone")
    session.context.hint("'git changelog setup --merge-driver' installs it")
  }

  /// Asks on a terminal whether to move misfiled entries back.
  /// - Returns: Whether that leaves nothing to complain about.
  func offerToMove(in file: ChangelogFile) throws -> Bool {
    guard session.context.streams.inputIsTerminal, session.context.streams.error.isTerminal,
      !session.options.isDryRun
    else {
      session.context.hint(
        "'git changelog check' in a terminal offers to move them back to 'Unreleased'"
      )
      return false
    }
    session.context.streams.error.write("Move them back to Unreleased? [y/N] ")
    let answer = readLine().map { ByteString($0).trimmed.lowercasedASCII } ?? ""
    guard answer == "y" || answer == "yes" else { return false }
    _ = try session.revise(file) { document in
      var plan = EditPlan(revised: document)
      for (bullet, version) in misfiled {
        let section = plan.revised?.section(for: version)
        guard let found = section?.bullets.first(where: { $0.text == bullet.text }) else {
          continue
        }
        try plan.revised?.moveToUnreleased(found)
      }
      return plan
    }
    return !hasOthers
  }
}
