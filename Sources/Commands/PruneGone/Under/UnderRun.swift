import ByteKit
import DiagnosticKit
import FileKit
import ProcessKit
import TerminalKit
import ToolKit

/// `--under`: one run in every repository below a folder; none stops the others.
struct UnderRun {
  let options: PruneGoneOptions
  let context: Context

  /// What became of one repository.
  private enum Result: Sendable {
    case planned(Plan)
    /// It is broken, or git refuses it.
    case failed(any Diagnostic)
  }

  /// The smaller of 4 and the number of processors.
  private static var usualJobs: Int { min(4, Worker.processorCount) }

  func run(below folder: ByteString) throws -> ExitStatus {
    guard try FileSystem.status(of: folder)?.kind == .directory else {
      throw ToolError("'\(folder.text)' is no folder")
    }
    var statuses: [ExitStatus] = []
    let repositories = RepositoryFinder.repositories(below: folder) { error in
      context.warn(error.message)
      statuses.append(.failure)
    }
    let progress = Progress(
      context.streams.error,
      title: "repositories",
      total: repositories.count
    )
    var documents: [JSON] = []
    var deleted = 0
    var failed = 0
    begin()
    let jobs = min(options.jobs ?? Self.usualJobs, repositories.count)
    let seed = ContextSeed(context)
    let work = OrderedWork(count: repositories.count, threads: jobs) { [options] index in
      // Side by side nobody could be asked, and what is said is shown in its turn.
      let said = jobs > 1 ? BufferSink() : nil
      let inner = seed.context(in: repositories[index], saying: said)
      return (result: Self.work(options, inner), said: said?.content ?? "")
    }
    var done = 0
    func check() throws { try self.check(done, of: repositories.count, progress) }
    try work.run(waiting: check) { index, piece in
      // What was finished is shown, whatever came then.
      if case .failed(let error) = piece.result, error is Interruption { try check() }
      progress.pause()
      let (repository, result) = (repositories[index], piece.result)
      context.streams.error.write(piece.said)
      switch result {
      case .planned(let plan):
        statuses.append(plan.exitStatus)
        deleted += plan.branches.count { $0.action == .deleted || $0.action == .delete }
      case .failed:
        statuses.append(.failure)
        failed += 1
      }
      show(result, of: repository, &documents)
      done = index + 1
      try check()
    }
    progress.finish()
    if options.format == .json {
      context.streams.output.write(
        JSON.object([
          ("schema", .integer(PlanReport.schema)), ("under", .bytes(folder)),
          ("repositories", .array(documents)),
        ]).rendered
      )
    } else if options.format == .text, !options.isQuiet {
      let verb = options.isDryRun ? "would delete" : "deleted"
      context.print(
        "\(repositories.count.counted("repository", "repositories")): \(verb) "
          + "\(deleted.counted("branch", "branches"))"
          + (failed == 0 ? "" : ", \(failed) could not be worked in")
      )
    }
    return .combined(statuses)
  }

  private func check(_ done: Int, of count: Int, _ progress: Progress) throws {
    try Interruption.check(
      "interrupted: \(done) of \(count.counted("repository", "repositories")) done"
    )
    progress.update(to: done)
  }

  private func begin() {
    if options.format == .porcelain {
      context.streams.output.write(
        PlanReport.porcelainHeader + (options.endsWithNUL ? "\0" : "\n")
      )
    }
  }

  private static func work(_ options: PruneGoneOptions, _ context: Context) -> Result {
    do {
      try Interruption.check()
      return .planned(try Session(options: options, context: context, reviewed: nil).run())
    } catch let diagnostic as any Diagnostic {
      return .failed(diagnostic)
    } catch {
      return .failed(ToolError("\(error)"))
    }
  }

  private func show(_ result: Result, of repository: ByteString, _ documents: inout [JSON]) {
    switch (options.format, result) {
    case (.json, .planned(let plan)): documents.append(PlanReport.json(plan))
    case (.json, .failed(let diagnostic)):
      documents.append(
        .object([
          ("repository", .bytes(repository)), ("error", .string(diagnostic.message)),
        ])
      )
    case (.porcelain, .planned(let plan)):
      context.streams.output.write(
        PlanReport.repositoryRecord(repository, endsWithNUL: options.endsWithNUL)
          + PlanReport.porcelain(plan, endsWithNUL: options.endsWithNUL)
      )
    case (.porcelain, .failed):
      context.streams.output.write(
        PlanReport.repositoryRecord(repository, endsWithNUL: options.endsWithNUL)
      )
    case (.text, .planned(let plan)):
      if !options.isQuiet, plan.isWorthTelling || options.isVerbose {
        context.print(context.style.paint("\(repository.harmless):", .bold))
        context.streams.output.write(
          PlanReport.text(
            plan,
            isDryRun: options.isDryRun,
            isVerbose: options.isVerbose,
            style: context.style
          )
        )
      }
    case (.text, .failed): break
    }
    switch result {
    case .planned(let plan):
      var troubled = plan
      if !options.isVerbose { troubled.hints = [] }
      if troubled.exitStatus != .success || !troubled.hints.isEmpty {
        context.note("\(repository.text):")
      }
      PlanPrinter(options: options, context: context).complain(troubled)
    case .failed(let diagnostic):
      context.fail("\(repository.text): \(diagnostic.message)")
    }
  }
}

extension Plan {
  /// Whether anything was, would be or could be deleted.
  fileprivate var isWorthTelling: Bool {
    branches.contains { $0.branch.state == .gone }
  }
}

extension PlanReport {
  /// `# repository <path>`: what follows belongs to it.
  static func repositoryRecord(_ path: ByteString, endsWithNUL: Bool) -> ByteString {
    "# repository \(endsWithNUL ? path : path.cQuoted)" + (endsWithNUL ? "\0" : "\n")
  }
}
