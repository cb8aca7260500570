import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit
import RemoteKit
import ToolKit

/// Finds out everything that could stop a run, before anything is written, and makes the plan.
///
/// The server is not asked: the push tests it.
struct Preflight {
  private let options: RBranchOptions
  private let context: Context
  private let location: RepositoryLocation
  private let config: ConfigStack
  private let remotes: Remotes
  private let query: ReferenceQuery

  init(_ options: RBranchOptions, _ context: Context) throws {
    self.options = options
    self.context = context
    location = try context.location()
    config = try context.config()
    remotes = Remotes(config, environment: context.environment)
    query = ReferenceQuery(git: context.git)
  }

  func plan() throws -> Plan {
    try options.publishesOnly ? planPublication() : planCreation()
  }

  // MARK: A new branch

  private func planCreation() throws -> Plan {
    if let operation = location.operationInProgress {
      throw ToolError(
        "a \(operation.rawValue) is in progress here",
        hints: [operation.hint]
      )
    }
    if options.switches, location.workTree == nil {
      throw ToolError(
        "this repository has no work tree to switch",
        hints: ["with --no-switch the branch is only created and published"]
      )
    }
    if options.switches {
      let head = location.gitDirectory.appendingPath("HEAD")
      // With HEAD locked, git makes the branch before it notices.
      if FileSystem.exists(head + ".lock") { throw LockError.held(path: head) }
    }
    let branch = try branchName(remotes: remotes.reachable())
    let ref: ByteString = "refs/heads/\(branch)"
    let headReference = location.headReference
    let remote = try RemoteChoice.choose(
      options,
      current: headReference,
      among: remotes,
      config,
      folder: location.workTree ?? location.gitDirectory
    )
    let trackingRef = try remotes.trackingRef(of: ref, on: remote.name)

    let existing = try query.references(
      patterns(branch, trackingRef: trackingRef, head: headReference)
    )
    try checkLocalConflicts(ref, existing)
    let head = try currentHead(headReference, existing)
    try checkTrackingConflicts(trackingRef, existing.map(\.name), remote: remote.name)
    let start = try startPoint(head: head)
    if options.switches, start.oid != head.oid { try checkSwitch(from: head.oid, to: start) }

    return Plan(
      branch: branch,
      start: start.name,
      oid: start.oid,
      remote: remote,
      trackingRef: trackingRef,
      trackingOID: existing.first { $0.name == trackingRef }?.oid,
      head: head,
      creates: true,
      switches: options.switches,
      keepsOnFailure: options.keepsOnFailure,
      runsPrePushHook: options.runsPrePushHook,
      pushOptions: options.pushOptions,
      leftoverKeys: leftoverKeys(of: branch),
      pullRequest: try PullRequest(for: branch, on: remote, config),
      warnings: try identityWarnings() + remote.warnings(publishing: branch)
    )
  }

  /// The name with its prefix, valid and not misleading.
  private func branchName(remotes: [ByteString]) throws -> ByteString {
    let typed = options.branch ?? ""
    let name = try prefix().map { BranchName.prefixed(typed, with: $0) } ?? typed
    func refusal(_ why: String, hint: String) -> ToolError {
      ToolError(
        "'\(name.text)' \(why)",
        hints: [name == typed ? hint : "rbranch.prefix puts what is before '\(typed.text)' there"]
      )
    }
    if let problem = BranchName.problem(with: typed.isEmpty ? typed : name) {
      throw refusal(
        "is not a valid branch name: \(problem)",
        hint: "the rules are in 'git help check-ref-format'"
      )
    }
    if name.hasPrefix("refs/") {
      throw refusal(
        "would become 'refs/heads/\(name.text)'",
        hint: "give the name without 'refs/heads/'"
      )
    }
    if let remote = remotes.first(where: { name.hasPrefix("\($0)/") }) {
      throw refusal(
        "looks like a branch of the remote '\(remote.text)'",
        hint: "give the name without '\(remote.text)/'"
      )
    }
    return name
  }

  private func prefix() throws -> ByteString? {
    guard let prefix = try config.string("rbranch.prefix"), !prefix.isEmpty else { return nil }
    guard prefix.contains("{user}") else { return prefix }
    guard let address = try authorAddress(), !address.isEmpty else {
      throw ToolError(
        "rbranch.prefix has '{user}', but no address is configured here",
        hints: ["git config user.email <address>"]
      )
    }
    return BranchName.prefix(prefix, user: BranchName.user(ofAddress: address))
  }

  /// What to ask git for: all that could equal or conflict with the branch, and HEAD's branch.
  private func patterns(
    _ branch: ByteString,
    trackingRef: ByteString?,
    head: ByteString?
  )
    -> [ByteString]
  {
    let first = branch.splitOnce(on: UInt8(ascii: "/"))?.head ?? branch
    var patterns: [ByteString] = [
      ignoresCase ? "refs/heads/" : "refs/heads/\(first)"
    ]
    if let trackingRef {
      patterns.append(trackingRef.dropping(suffix: branch).map { $0 + first } ?? trackingRef)
    }
    if let head { patterns.append(head) }
    return patterns
  }

  private var ignoresCase: Bool { (try? config.boolean("core.ignorecase")) == true }

  private func checkLocalConflicts(
    _ ref: ByteString,
    _ existing: [ReferenceQuery.Reference]
  ) throws {
    let branches = existing.map(\.name).filter { $0.hasPrefix("refs/heads/") }
    let name = { (ref: ByteString) in (ref.dropping(prefix: "refs/heads/") ?? ref).text }
    if let branch = existing.first(where: { $0.name == ref }) {
      throw ToolError(
        "a branch named '\(name(ref))' already exists",
        hints: try hints(forExisting: branch)
      )
    }
    if ignoresCase,
      let twin = branches.first(where: { $0.lowercasedASCII == ref.lowercasedASCII })
    {
      throw ToolError(
        "the branch '\(name(twin))' differs from '\(name(ref))' only by case, which this file "
          + "system does not tell apart"
      )
    }
    if let other = ReferenceConflict.first(with: ref, in: branches, folding: ignoresCase) {
      throw ToolError(
        "'\(name(ref))' cannot exist beside the branch '\(name(other))'",
        hints: ["choose a name that is not above or below '\(name(other))'"]
      )
    }
  }

  /// How to go on with a branch that is there: publish it, or where it is published, go to it.
  private func hints(
    forExisting branch: ReferenceQuery.Reference
  ) throws -> [String] {
    let name = branch.name.dropping(prefix: "refs/heads/") ?? branch.name
    let isHere = branch.name == location.headReference
    guard let upstream = try remotes.upstreamRef(of: name), try query.reference(upstream) != nil
    else {
      return ["to publish it: git rbranch --publish \(name.shellQuoted.text)"]
    }
    if isHere { return ["you are on it, and it is published"] }
    guard let worktree = branch.worktree else {
      return ["it is published; to go to it: git switch \(name.shellQuoted.text)"]
    }
    return ["it is published; to go to it: cd \(worktree.shellQuoted.text)"]
  }

  /// A remote-tracking ref in the way would leave the new branch without its own.
  private func checkTrackingConflicts(
    _ trackingRef: ByteString?,
    _ existing: [ByteString],
    remote: ByteString
  ) throws {
    guard let trackingRef,
      let other = ReferenceConflict.first(
        with: trackingRef,
        in: existing.filter { !$0.hasPrefix("refs/heads/") }
      )
    else { return }
    let name = (other.dropping(prefix: "refs/remotes/") ?? other).text
    throw ToolError(
      "the remote-tracking branch '\(name)' is in the way of '"
        + "\((trackingRef.dropping(prefix: "refs/remotes/") ?? trackingRef).text)'",
      hints: [
        "if it is gone on the remote: git fetch --prune \(remote.shellQuoted.text)",
        "if it is still there, choose a name that is not above or below it",
      ]
    )
  }

  // MARK: HEAD and the start point

  private func currentHead(
    _ reference: ByteString?,
    _ existing: [ReferenceQuery.Reference]
  ) throws
    -> Plan.Head
  {
    if let reference {
      if let found = existing.first(where: { $0.name == reference }) {
        return Plan.Head(ref: location.headTarget, oid: found.oid)
      }
      throw ToolError(
        "the current branch has no commit yet",
        hints: ["make the first commit, then try again"]
      )
    }
    return Plan.Head(ref: location.headTarget, oid: try commit("HEAD"))
  }

  private struct StartPoint {
    var name: ByteString
    var oid: ByteString
  }

  private func startPoint(head: Plan.Head) throws -> StartPoint {
    if options.startsFromDefault {
      let start = try DefaultBranch(remotes: remotes, context: context, isDryRun: options.isDryRun)
        .fetch()
      return StartPoint(name: start.name, oid: start.oid)
    }
    guard let start = options.startPoint else { return StartPoint(name: "HEAD", oid: head.oid) }
    if start.firstRange(of: "...") != nil {
      return StartPoint(name: start, oid: try mergeBase(start))
    }
    return StartPoint(name: start, oid: try commit(start == "-" ? "@{-1}" : start))
  }

  private func commit(_ name: ByteString) throws -> ByteString {
    let result = try context.git.run([
      "rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}",
    ])
    guard result.succeeded, let oid = result.output.lines.last else {
      throw ToolError(
        "'\(name.text)' is not a commit",
        hints: ["'git log --all --oneline' shows what there is"]
      )
    }
    return oid
  }

  /// `A...B` is the merge base of the two, as for `git switch -c`.
  private func mergeBase(_ text: ByteString) throws -> ByteString {
    guard let range = text.firstRange(of: "...") else { return try commit(text) }
    let sides = [
      ByteString(text.bytes[..<range.lowerBound]), ByteString(text.bytes[range.upperBound...]),
    ].map { $0.isEmpty ? "HEAD" : $0 }
    let commits = try sides.map(commit)
    let bases = try context.git.run(["merge-base", "--all"] + commits).output.lines
    guard bases.count == 1 else {
      throw ToolError("'\(text.text)' has \(bases.isEmpty ? "no" : "several") merge bases")
    }
    return bases[0]
  }

  /// Whether git could switch without losing a change, tried by git itself without writing.
  private func checkSwitch(from head: ByteString, to start: StartPoint) throws {
    let trial: [ByteString] = ["read-tree", "-n", "-m", "-u", head, start.oid]
    var result = try context.git.run(trial)
    if !result.succeeded {
      // Files that were touched but not changed look changed until the index knows better.
      _ = try context.git.run(["update-index", "-q", "--refresh"])
      result = try context.git.run(trial)
    }
    guard !result.succeeded else { return }
    let errors = result.errorOutput.lines.compactMap { $0.dropping(prefix: "error: ") }
    // Without one, it is not about files: the index may be locked.
    guard let reason = errors.first else {
      throw GitProcessError.failed(arguments: trial, result)
    }
    throw ToolError(
      "cannot switch to '\(start.name.text)' without losing changes: \(reason.text)",
      hints: ["commit or stash them first, or use --no-switch"]
    )
  }

  // MARK: Publishing an existing branch

  private func planPublication() throws -> Plan {
    let headReference = location.headReference
    let current = headReference.flatMap { $0.dropping(prefix: "refs/heads/") }
    guard let branch = options.branch ?? current else {
      throw ToolError(
        "HEAD is detached: there is no current branch to publish",
        hints: ["name one: git rbranch --publish <branch>"]
      )
    }
    let ref: ByteString = "refs/heads/\(branch)"
    guard BranchName.problem(with: branch) == nil, let local = try query.reference(ref) else {
      let isCurrent = ref == headReference
      throw ToolError(
        isCurrent
          ? "the current branch has no commit yet" : "there is no branch '\(branch.text)'",
        hints: isCurrent ? ["make the first commit, then try again"] : try hints(forMissing: branch)
      )
    }
    let remote = try RemoteChoice.choose(
      options,
      current: headReference,
      among: remotes,
      config,
      folder: location.workTree ?? location.gitDirectory
    )
    let trackingRef = try remotes.trackingRef(of: ref, on: remote.name)
    var trackingOID: ByteString?
    if let trackingRef {
      let pattern = patterns(branch, trackingRef: trackingRef, head: nil).dropFirst()
      let existing = try query.references(Array(pattern))
      try checkTrackingConflicts(trackingRef, existing.map(\.name), remote: remote.name)
      trackingOID = existing.first { $0.name == trackingRef }?.oid
    }
    return Plan(
      branch: branch,
      start: branch,
      oid: local.oid,
      remote: remote,
      trackingRef: trackingRef,
      trackingOID: trackingOID,
      head: Plan.Head(ref: location.headTarget, oid: local.oid),
      creates: false,
      switches: false,
      keepsOnFailure: false,
      runsPrePushHook: options.runsPrePushHook,
      pushOptions: options.pushOptions,
      leftoverKeys: [],
      pullRequest: try PullRequest(for: branch, on: remote, config),
      warnings: remote.warnings(publishing: branch)
    )
  }

  /// What may have been meant by a branch that is not there: `rbranch.prefix` is put before names only
  /// when a branch is made.
  private func hints(forMissing branch: ByteString) throws -> [String] {
    guard BranchName.problem(with: branch) == nil else { return [] }
    let full = try prefix().map { BranchName.prefixed(branch, with: $0) } ?? branch
    if full != branch, try query.reference("refs/heads/\(full)") != nil {
      return ["to publish '\(full.text)': git rbranch --publish \(full.shellQuoted.text)"]
    }
    return ["to create and publish it: git rbranch \(full.shellQuoted.text)"]
  }

  // MARK: What else stands in the configuration

  /// Keys of an earlier branch of the name in the repository's own file, the only one we edit.
  private func leftoverKeys(of branch: ByteString) -> [ByteString] {
    config.entries.filter {
      $0.section == "branch" && $0.subsection == branch && $0.scope == .local
        && $0.origin.source?.path == location.commonDirectory.appendingPath("config")
    }.map(\.key)
  }

  /// The address that the first commit's author would have; nil if git would refuse the commit.
  private func authorAddress() throws -> ByteString? {
    guard case .found(let author) = try resolver().resolve(.author) else { return nil }
    return author.email.value
  }

  /// Says so if git would refuse the first commit, or make it under a guessed name.
  private func identityWarnings() throws -> [String] {
    switch try resolver().resolve(.author) {
    case .missing:
      return ["no identity is configured here: git will refuse the first commit (git whoami)"]
    case .found(let author) where author.isGuessed:
      return [
        "the first commit would be by \(author.text.text), which is only guessed (git whoami)"
      ]
    case .found:
      return []
    }
  }

  private func resolver() throws -> IdentityResolver {
    try IdentityResolver(config: config, environment: context.environment)
  }
}
