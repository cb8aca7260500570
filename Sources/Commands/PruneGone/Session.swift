import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import HistoryKit
import ProcessKit
import TerminalKit
import ToolKit

/// One run in one repository, from the survey to the deletion.
struct Session {
  let options: PruneGoneOptions
  let context: Context
  /// The plan of `--apply`.
  let reviewed: ReviewedPlan?

  /// How often a plan is made anew because something changed under it.
  private static let attempts = 10

  /// Returns the plan as it was carried out or, for a dry run, as it would be.
  func run() throws -> Plan {
    let place = try context.place()
    if options.isVerbose { context.note("read by \(place.repository.reader.name)") }
    if let mirror = place.tracking.mirror {
      throw ToolError(
        "remote '\(mirror.remote.text)' writes into refs/heads ('\(mirror.refspec.text)'): "
          + "a fetch itself deletes local branches there",
        hints: ["a mirror is kept up to date with: git fetch --prune \(mirror.remote.shellQuoted)"]
      )
    }
    let settings = try Settings(options, reviewing: reviewed != nil, place.stack)
    if options.isDryRun {
      var survey = try survey(place, settings)
      return try plan(&survey, settings)
    }
    try place.state.create()
    let lock = try place.state.lock(timeout: settings.timeout)
    let recovery = Recovery(place: place, now: context.now(), keep: settings.keep)
    for note in try recovery.recover() { context.warn(note) }
    return try carryOut(survey(place, settings), settings, holding: lock)
  }

  private func survey(_ place: Place, _ settings: Settings) throws -> Survey {
    let survey = try surveyor(place, settings).survey()
    try Interruption.check()
    return survey
  }

  private func surveyor(_ place: Place, _ settings: Settings) -> Surveyor {
    let client = RemoteClient(
      context: context,
      timeout: settings.timeout,
      showsProgress: context.streams.error.isTerminal && !options.isQuiet
    )
    return Surveyor(
      place: place,
      settings: settings,
      options: options,
      client: client,
      now: context.now(),
      report: { step in if options.isVerbose { context.note(step.text) } }
    )
  }

  private func plan(_ survey: inout Survey, _ settings: Settings) throws -> Plan {
    var plan = try judged(survey, settings)
    // What other remotes are said to have is asked of them, and only if something rests on it.
    while options.fetches {
      let witnesses = survey.unaskedWitnesses(of: plan)
      if witnesses.isEmpty { break }
      let surveyor = surveyor(survey.place, settings)
      for remote in witnesses { surveyor.confirm(remote, &survey) }
      plan = try judged(survey, settings)
    }
    try Interruption.check()
    reviewed?.restrict(&plan)
    if options.isInteractive, plan.breakers.isEmpty { try choose(&plan) }
    plan.applyBreakers(maximum: options.maximum)
    try plan.hintAtMissingWorktrees(survey.place.git)
    return plan
  }

  private func judged(_ survey: Survey, _ settings: Settings) throws -> Plan {
    try Planner(
      survey: survey,
      settings: settings,
      options: options,
      ownAddress: try ownAddress(survey.place),
      now: context.now()
    ).plan()
  }

  private func choose(_ plan: inout Plan) throws {
    var choice = Choice(plan, now: context.now())
    if choice.items.isEmpty { return }
    let outcome: Choice.Outcome
    do {
      let terminal = try RawTerminal(context.streams.error)
      outcome = terminal.run(&choice, style: context.errorStyle)
    }
    try Interruption.check()
    if outcome == .cancelled { choice.chooseNone() }
    choice.apply(to: &plan)
  }

  private func carryOut(
    _ survey: Survey,
    _ settings: Settings,
    holding lock: borrowing RunLock
  ) throws -> Plan {
    var survey = survey
    let approved = try plan(&survey, settings)
    var plan = approved
    var attempts = 0
    while attempts < Self.attempts {
      if plan.deletions.isEmpty { return plan }
      try Interruption.check()
      if let target = plan.switchTarget {
        plan.warnings += try switchBranch(to: target, survey.place)
      }
      let deleter = Deleter(place: survey.place, keep: settings.keep, now: context.now())
      switch try deleter.delete(plan, holding: lock) {
      case .deleted(let deletion):
        plan.apply(deletion)
        plan.warnOfOtherFiles(survey.place.tracking.otherFiles)
        return plan
      case .refused(let message, let ref):
        try Interruption.check()
        // Each time at least one branch fewer is to go.
        plan.markFailed(ByteString(message), only: ref)
      case .outdated:
        attempts += 1
        survey = try survey.again()
        var options = options
        options.isInteractive = false
        let switched = plan.switchTarget
        plan = try Session(options: options, context: context, reviewed: reviewed)
          .plan(&survey, settings)
        plan.restrict(toDeletionsOf: approved)
        plan.applyBreakers(maximum: options.maximum)
        plan.switchTarget = switched
      }
    }
    plan.markFailed("the repository kept changing")
    return plan
  }

  /// Returns what to say of it.
  private func switchBranch(to target: ByteString, _ place: Place) throws -> [ByteString] {
    let result = try place.git.run(["switch", "--quiet", "--no-guess", target.branchName])
    if result.succeeded { return [] }
    // A post-checkout hook decides over git's status, not over HEAD (githooks(5)).
    if place.location.headReference == target {
      let words = result.errorOutput.trimmed
      return ["the post-checkout hook failed\(words.isEmpty ? "" : ": \(words)")"]
    }
    throw ToolError(
      "cannot switch to '\(target.branchName.text)': \(result.lastWords.text)",
      hints: ["without --switch the current branch is kept, and the others go"]
    )
  }

  private func ownAddress(_ place: Place) throws -> ByteString? {
    guard options.isMine else { return nil }
    return try OwnIdentity.address(in: place)
  }
}

extension Plan {
  /// Says of each branch what became of it.
  mutating func apply(_ deletion: Deleter.Deletion) {
    run = deletion.run
    warnings += deletion.warnings
    for index in branches.indices where branches[index].action == .delete {
      let ref = branches[index].branch.ref
      if deletion.rescued.contains(ref) {
        branches[index].keep(.held, "came into use during the run")
      } else if deletion.remaining.contains(ref) {
        branches[index].action = .failed
        branches[index].explanation = "git was interrupted"
      } else {
        branches[index].action = .deleted
      }
    }
  }

  /// Tells which files besides the repository's own still say something of deleted branches.
  mutating func warnOfOtherFiles(_ files: [ByteString: Set<ByteString>]) {
    var names: [ByteString: [ByteString]] = [:]
    for branch in branches where branch.action == .deleted {
      for file in files[branch.name] ?? [] { names[file, default: []].append(branch.name) }
    }
    for (file, branches) in names.sorted(by: { $0.key < $1.key }) {
      let list = branches.map { "'\($0)'" as ByteString }.joined(separator: ", ")
      warnings.append("'\(file)' is left as it is, although it configures \(list)")
    }
  }

  /// `only`: the one branch that failed; nil for all that were to go.
  mutating func markFailed(_ cause: ByteString, only ref: ByteString? = nil) {
    for index in branches.indices where branches[index].action == .delete {
      if let ref, branches[index].branch.ref != ref { continue }
      branches[index].action = .failed
      branches[index].explanation = cause
    }
  }
}

extension ProcessResult {
  /// The last line that git said on standard error, without `fatal:` or `error:`.
  var lastWords: ByteString {
    let line = errorOutput.lines.map(\.trimmed).last { !$0.isEmpty } ?? ""
    return line.dropping(prefix: "fatal: ") ?? line.dropping(prefix: "error: ") ?? line
  }
}
