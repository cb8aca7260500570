import ByteKit
package import DiagnosticKit
import FileKit
import ProcessKit
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
    _ = try session.head()
    let release = ReleaseRun(session: session, file: try session.changelogFile())
    if options.tags, !options.commits { return try release.tagWhatIsWritten() }
    return try release.run()
  }
}

/// One run of `release`.
private struct ReleaseRun {
  let session: Session
  let file: ChangelogFile

  private var options: ChangelogOptions { session.options }
  private var argument: ByteString { options.operands.first ?? "auto" }

  func run() throws -> ExitStatus {
    var request: ReleaseRequest?
    var plan = UpdatePlan()
    var isCurated = false
    let change = try session.change(file) { old in
      let base = try old ?? session.newDocument()
      var document = base
      plan = try session.missingEntries(in: old)
      // What somebody has put together is the release; only an empty section is filled in.
      isCurated = document.unreleased.map { !document.bullets(in: $0).isEmpty } ?? false
      if !isCurated {
        try document.insert(
          plan.missing.map { Document.NewEntry(category: $0.category, text: $0.rendered) }
        )
      }
      let made = try self.request(for: document)
      request = made
      try document.release(made)
      return document
    }
    guard let request, let change else { throw DocumentError.nothingToRelease }
    if isCurated, !plan.missing.isEmpty {
      let count = plan.missing.count
      session.say(
        "\(count) \(count == 1 ? "commit is" : "commits are") not listed in it; before the release, "
          + "'git changelog update' would have added \(count == 1 ? "it" : "them")"
      )
    }
    if options.isDryRun { return .success }
    session.say("released \(request.version.spelling)")
    do {
      if options.commits { try commit(request) }
    } catch {
      _ = try? FileSystem.replaceAtomically(change.new, with: change.old ?? "", at: file.path)
      if change.old == nil { try? FileSystem.remove(file.path) }
      throw error
    }
    if !isCurated { try session.seen(in: file).note(plan.missing) }
    return options.tags ? try tag(request.version, name: request.tag) : .success
  }

  /// What is written for the version asked for; throws where it must not be released.
  private func request(for document: Document) throws -> ReleaseRequest {
    guard let version = try session.releaseVersion(argument, unreleased: document.unreleased)
    else { throw DocumentError.nothingToRelease }
    let reachable = try session.reachableTags()
    guard document.section(for: version) == nil else {
      throw DocumentError.sectionExists(version.description)
    }
    if try session.tags().all.contains(where: { $0.version == version }) {
      throw ToolError("version '\(version)' is already tagged")
    }
    if let highest = reachable.last, version < highest.version {
      throw ToolError(
        "version '\(version)' is below '\(highest.name.text)'",
        hints: ["'git changelog next' prints the version that the commits call for"]
      )
    }
    let tag = try session.tags().name(for: version)
    let folded = document.prereleases(of: version).compactMap(\.version)
    let previous = reachable.last { !folded.contains($0.version) }?.name
    return ReleaseRequest(
      version: version,
      date: date,
      tag: tag,
      previousTag: previous,
      links: try session.links().map { links in
        ReleaseRequest.Links(
          unreleased: links.compare(from: tag, to: "HEAD"),
          release: previous.map { links.compare(from: $0, to: tag) } ?? links.release(tag: tag)
        )
      }
    )
  }

  /// Today in UTC; `SOURCE_DATE_EPOCH` makes builds repeatable (reproducible-builds.org).
  private var date: ByteString {
    let epoch = session.context.environment.nonEmpty("SOURCE_DATE_EPOCH")
      .flatMap { Int64($0.text) }
    return CalendarDate(secondsSinceEpoch: epoch ?? session.context.now()).iso
  }

  private func commit(_ request: ReleaseRequest) throws {
    let path = try session.trackedPath(file)
    let pathspec: ByteString = ":(top,literal)" + path
    let isNew = try session.gitAtTop.output(["ls-files", "--", pathspec]).isEmpty
    if isNew {
      _ = try session.gitAtTop.output(["add", "--force", "--intent-to-add", "--", pathspec])
    }
    var arguments: [ByteString] = ["commit", "-m", "Release " + request.version.spelling]
    if options.isQuiet { arguments.append("--quiet") }
    let result = try session.gitAtTop.run(
      arguments + ["--only", "--", pathspec],
      input: .inherit,
      output: .standardError,
      errorOutput: .inherit,
      keepingLocale: true
    )
    guard result.succeeded else {
      if isNew { _ = try session.gitAtTop.run(["rm", "--cached", "--quiet", "--", pathspec]) }
      throw ToolError("the release was not committed")
    }
  }

  private func tag(_ version: Version, name: ByteString) throws -> ExitStatus {
    let document = Document(parsing: try FileSystem.read(file.path))
    guard let section = document.section(for: version) else {
      throw DocumentError.noSuchSection(version.description)
    }
    let body = SectionText(document, section).text
    // Without `-a`, so that tag.gpgSign and tag.forceSignAnnotated decide on the signature; headings
    // would be comments to the default clean-up.
    let result = try session.gitAtTop.run(
      ["tag", "--cleanup=whitespace", "--file=-", "--end-of-options", name],
      input: .bytes(name + "\n\n" + body),
      output: .standardError,
      errorOutput: .inherit,
      keepingLocale: true
    )
    guard result.succeeded else {
      throw ToolError("the release is written, but not tagged", exitStatus: .failure)
    }
    session.say("tagged '\(name)'")
    return .success
  }

  /// `--tag` alone: the release stands in the file as HEAD has it, only its tag is missing.
  func tagWhatIsWritten() throws -> ExitStatus {
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
    let known = try session.tags().all.map(\.version)
    let highest = try session.reachableTags().last?.version
    let written: Version?
    if argument == "auto" {
      written = document.sections.compactMap(\.version).first { version in
        !known.contains(version) && highest.map { $0 < version } ?? true
      }
    } else {
      written = try session.releaseVersion(argument, unreleased: document.unreleased)
    }
    guard let version = written, document.section(for: version) != nil else { throw usage }
    guard !known.contains(version) else {
      throw ToolError("version '\(version)' is already tagged")
    }
    if options.isDryRun { return .success }
    return try tag(version, name: try session.tags().name(for: version))
  }
}
