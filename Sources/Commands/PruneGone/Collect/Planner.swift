import ByteKit
import ConfigKit
import HistoryKit
import ProcessKit

/// Turns a survey into a plan: judges, looks for holders, decides.
///
/// Writes nothing.
struct Planner {
  let survey: Survey
  let settings: Settings
  let options: PruneGoneOptions
  /// The e-mail address of `--mine`.
  let ownAddress: ByteString?
  let now: Int64

  func plan() throws -> Plan {
    let found = try BaseFinder(survey: survey, settings: settings).find()
    var plan = Plan(repository: survey.place.name, remotes: survey.checks, bases: found.bases)
    plan.breakers = survey.stopped.sorted { $0.key < $1.key }.map(\.value)
    plan.hints += survey.stopped.keys.sorted().map {
      "see what the remote has: git ls-remote --symref \($0.shellQuoted)"
    }
    plan.branches = survey.branches.map { PlannedBranch(branch: $0) }
    try addHolders(to: &plan)
    let filters = try addFilters(to: &plan)
    try judge(&plan, found, filters)

    let decision = Decision(
      level: settings.level,
      protection: protection(found),
      uncheckedRemotes: survey.unchecked,
      stoppedRemotes: Set(survey.stopped.keys)
    )
    let twins = CaseTwins(survey, isEnabled: settings.ignoresCase)
    for index in plan.branches.indices {
      let branch = plan.branches[index].branch
      let circumstances = Decision.Circumstances(
        filter: filters[branch.ref],
        twin: twins.twin(of: branch)
      )
      decision.apply(to: &plan.branches[index], circumstances)
      try considerSwitching(index, &plan, decision, circumstances, found)
    }
    addHints(to: &plan, found)
    return plan
  }

  // MARK: - Holders and protection

  private func addHolders(to plan: inout Plan) throws {
    let files = try survey.place.holders()
    var dependents: [ByteString: [Holder]] = [:]
    for reference in survey.refs.references {
      if let target = survey.refs.symrefTarget(of: reference.name) {
        dependents[target, default: []].append(Holder(kind: .symref, place: reference.name))
      }
    }
    for branch in survey.branches where branch.state == .localUpstream {
      if let upstream = branch.upstream, upstream != branch.ref {
        dependents[upstream, default: []].append(Holder(kind: .upstream, place: branch.ref))
      }
    }
    for index in plan.branches.indices {
      let branch = plan.branches[index].branch
      plan.branches[index].isUpstreamMissing =
        branch.state == .localUpstream && branch.upstream.flatMap { survey.refs[$0] } == nil
      plan.branches[index].holders =
        files.holders(of: branch.ref, tip: branch.oid) + (dependents[branch.ref] ?? [])
    }
  }

  private func protection(_ found: BaseFinder.Found) -> Protection {
    Protection(
      bases: found.protected,
      initialBranch: settings.initialBranch,
      patterns: settings.protected,
      undeletable: survey.place.tracking.undeletable
    )
  }

  // MARK: - Filters

  /// Why a filter leaves branches out, by full ref; gone branches only.
  private func addFilters(to plan: inout Plan) throws -> [ByteString: ByteString] {
    var filters: [ByteString: ByteString] = [:]
    for index in plan.branches.indices {
      plan.branches[index].isSelected = namedFilter(plan.branches[index].branch) == nil
    }
    for index in plan.branches.indices where plan.branches[index].branch.state == .gone {
      let branch = plan.branches[index].branch
      // A tip that cannot be read has no time and no author; its verdict is unknown anyway.
      let commit = needsCommits ? try? survey.place.repository.commit(branch.oid) : nil
      plan.branches[index].time = commit?.committer.seconds
      filters[branch.ref] = filter(branch, commit)
      plan.branches[index].isSelected = filters[branch.ref] == nil
    }
    return filters
  }

  /// Whether times and authors of tips are asked for.
  private var needsCommits: Bool {
    options.isInteractive || options.isMine || options.olderThanDays != nil
  }

  /// The filters that need no look at the tip.
  private func namedFilter(_ branch: LocalBranch) -> ByteString? {
    if !settings.patterns.isEmpty, settings.patterns.first(matching: branch.name) == nil {
      return "matches no pattern"
    }
    if let remote = branch.remote, !options.remotes.isEmpty, !options.remotes.contains(remote) {
      return "tracks another remote, '\(remote)'"
    }
    return nil
  }

  private func filter(_ branch: LocalBranch, _ commit: Commit?) -> ByteString? {
    if let filter = namedFilter(branch) { return filter }
    if let ownAddress, commit?.author.email != ownAddress {
      return "its tip is by \(commit?.author.email ?? "an unknown author")"
    }
    if let days = options.olderThanDays {
      guard let time = commit?.committer.seconds, Self.age(of: time, now) > Int64(days) else {
        return "its tip is not older than \(days.counted("day", "days"))"
      }
    }
    return nil
  }

  /// The age in days, begun ones counted: more than `n` days ago is an age above `n`.
  private static func age(of time: Int64, _ now: Int64) -> Int64 {
    // A date in a commit may be any number.
    let (seconds, overflows) = now.subtractingReportingOverflow(time)
    if overflows { return time < 0 ? .max : .min }
    return seconds / 86_400 + (seconds % 86_400 > 0 ? 1 : 0)
  }

  // MARK: - Verdicts

  private func judge(
    _ plan: inout Plan,
    _ found: BaseFinder.Found,
    _ filters: [ByteString: ByteString]
  ) throws {
    let candidates = plan.branches.indices.filter { index in
      let branch = plan.branches[index].branch
      return branch.state == .gone && filters[branch.ref] == nil
        && !survey.unchecked.contains(branch.remote ?? "")
    }
    if candidates.isEmpty { return }
    if found.bases.isEmpty {
      for index in candidates {
        plan.branches[index].verdict = .unknown("there is no base to judge it against")
        plan.branches[index].evidence = evidence(plan.branches[index].branch)
      }
      return
    }
    let engine = VerdictEngine(
      repository: survey.place.repository,
      git: survey.place.git,
      bases: found.bases,
      elsewhere: try elsewhere()
    )
    let verdicts = engine.judge(candidates.map { plan.branches[$0].branch.oid })
    var unproven: [Int] = []
    for index in candidates {
      let branch = plan.branches[index].branch
      let verdict = verdicts[branch.oid] ?? .unknown("it was not judged")
      plan.branches[index].verdict = cautious(verdict, found)
      if verdict.proof == nil {
        plan.branches[index].evidence = evidence(branch)
        unproven.append(index)
      }
    }
    let ahead = engine.ahead(unproven.map { plan.branches[$0].branch.oid })
    for index in unproven { plan.branches[index].ahead = ahead[plan.branches[index].branch.oid] }
  }

  /// "Not merged" means nothing while a base has commits that are not here.
  private func cautious(_ verdict: Verdict, _ found: BaseFinder.Found) -> Verdict {
    guard case .unmerged = verdict else { return verdict }
    if let stale = found.stale.min() {
      return .unknown("'\(stale.shortRef.text)' has commits that are not fetched yet")
    }
    if let base = found.unchecked.min() {
      return .unknown("'\(base.shortRef.text)' could not be checked")
    }
    return verdict
  }

  /// Refs that prove work to be kept: tags, and remote-tracking refs that a configured remote looks
  /// after and, if it was asked, still has as they are.
  private func elsewhere() throws -> [Base] {
    try survey.refs.references.compactMap { reference in
      let name = reference.name
      guard case .object(let oid) = reference.target else { return nil }
      if name.hasPrefix("refs/tags/") {
        return try survey.place.repository.peeledToCommit(oid).map { Base(ref: name, oid: $0) }
      }
      guard let remote = survey.place.tracking.remote(storing: name),
        !survey.unchecked.contains(remote), !survey.willBePruned(name),
        survey.advertisedTip(of: name) ?? oid == oid
      else { return nil }
      return Base(ref: name, oid: oid)
    }
  }

  private func evidence(_ branch: LocalBranch) -> PlannedBranch.Evidence {
    guard let remote = branch.remote, let merge = branch.merge else { return .unpushed }
    let spot = SeenTips.Place(address: survey.place.tracking.address(of: remote), ref: merge)
    let tracked = branch.upstream.flatMap { survey.refs[$0] }
    let isPushed = survey.seen.tips[spot]?.oid == branch.oid || tracked == branch.oid
    return isPushed ? .pushed : .unpushed
  }

  // MARK: - The current branch

  /// With `--switch`: a branch that only this worktree's HEAD keeps may go after a switch to a base.
  private func considerSwitching(
    _ index: Int,
    _ plan: inout Plan,
    _ decision: Decision,
    _ circumstances: Decision.Circumstances,
    _ found: BaseFinder.Found
  ) throws {
    let planned = plan.branches[index]
    guard options.switches, planned.reason == .held, planned.holders.count == 1,
      planned.holders[0].kind == .worktree,
      try WorktreeFiles(reading: survey.place.location.gitDirectory).headRef == planned.branch.ref,
      survey.place.location.workTree != nil
    else { return }
    var freed = planned
    freed.holders = []
    decision.apply(to: &freed, circumstances)
    guard freed.action == .delete else { return }
    let places = plan.branches.filter { branch in
      found.protected.contains(branch.branch.ref)
        && found.bases.contains { $0.ref == branch.branch.ref }
        && branch.holders.allSatisfy {
          $0.kind == .symref || $0.kind == .upstream
        }
    }
    guard let target = places.first else {
      plan.branches[index].explanation += " (no free local base to switch to)"
      return
    }
    guard try isClean() else {
      plan.branches[index].explanation += " (its working tree is not clean)"
      return
    }
    plan.branches[index] = freed
    plan.switchTarget = target.branch.ref
  }

  private func isClean() throws -> Bool {
    let status = try survey.place.git.output(["--no-optional-locks", "status", "--porcelain", "-z"])
    return status.isEmpty
  }

  // MARK: - Hints

  private func addHints(to plan: inout Plan, _ found: BaseFinder.Found) {
    for name in found.missing {
      plan.hints.append("the base '\(name)' of prune-gone.base is not there")
    }
    let unknown = plan.branches.filter { $0.reason == .unknown }
    if unknown.isEmpty { return }
    if survey.place.repository.isShallow {
      plan.hints.append("history is cut off here; get all of it: git fetch --unshallow")
    }
    if found.bases.isEmpty {
      let remote = unknown.compactMap(\.branch.remote).first ?? "origin"
      plan.hints.append(
        "say what branches are merged into: git remote set-head \(remote.shellQuoted) --auto"
      )
    } else if !found.stale.isEmpty {
      plan.hints.append("a run without --dry-run fetches first; or: git fetch")
    }
  }
}
