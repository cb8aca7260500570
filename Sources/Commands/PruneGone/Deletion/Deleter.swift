import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import HistoryKit
import ProcessKit
import ToolKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Carries out a plan: one run commit, one ref transaction, one rewrite of the configuration.
///
/// The order makes every moment safe: the marker tells the next run what to finish, the
/// configuration's lock is held before a ref changes, the run commit is in the same transaction as
/// the deletions, and the configuration follows.
struct Deleter {
  let place: Place
  let keep: Int64
  let now: Int64

  enum Outcome {
    case deleted(Deletion)
    /// The world is not that of the plan any more: make a new one.
    case outdated
    /// Git refused, and nothing of the plan had changed.
    ///
    /// `ref`: the one branch that git named, if it did; the others can go without it.
    case refused(String, ref: ByteString?)
  }

  struct Deletion {
    let run: ObjectID
    /// Full refs that came back at once, since something held them at the last moment.
    var rescued: Set<ByteString> = []
    /// Full refs that are still there, since git was killed in the middle.
    var remaining: Set<ByteString> = []
    /// What is left to do for the next run, and why.
    var warnings: [ByteString] = []
  }

  func delete(_ plan: Plan, holding runLock: borrowing RunLock) throws -> Outcome {
    let branches = plan.deletions
    guard let base = plan.bases.first else { return .refused("there is no base", ref: nil) }
    let configuration = try place.configurationPath()
    var marker = RunMarker(
      kind: .deletion,
      process: Int64(getpid()),
      configuration: configuration,
      rest: base.oid
    )
    try place.state.write(marker)
    let lock: ConfigurationLock
    do {
      lock = try ConfigurationLock(configuration, timeout: .seconds(2))
    } catch {
      try place.state.removeMarker()
      throw error
    }
    guard lock.content == place.configuration else {
      try place.state.removeMarker()
      return .outdated
    }
    let outcome: Outcome
    do {
      outcome = try delete(branches, &marker, lock, holding: runLock)
    } catch {
      // The lock goes with the scope; the refs are as they were.
      try? place.state.removeMarker()
      throw error
    }
    guard case .deleted(var deletion) = outcome else {
      try place.state.removeMarker()
      return outcome
    }
    do {
      try lock.commit()
      try finish(deletion.run, base.oid, count: branches.count)
    } catch {
      // The marker stays.
      let cause = (error as? any Diagnostic)?.message ?? String(describing: error)
      deletion.warnings.append("\(cause); the next run finishes this one")
    }
    return .deleted(deletion)
  }

  /// Everything up to and with the commit of the ref transaction.
  private func delete(
    _ branches: [PlannedBranch],
    _ marker: inout RunMarker,
    _ lock: borrowing ConfigurationLock,
    holding runLock: borrowing RunLock
  ) throws -> Outcome {
    let edited = try BranchSections.removing(Set(branches.map(\.name)), from: lock.content)
    let journal = Journal(
      time: now,
      entries: branches.map { planned in
        Journal.Entry(
          ref: planned.branch.ref,
          oid: planned.branch.oid,
          symrefTarget: planned.branch.symrefTarget,
          configuration: edited.removed[planned.name] ?? "",
          proof: planned.explanation
        )
      }
    )
    let store = RunStore(place: place)
    let run = try store.write(journal)
    marker.run = run
    try place.state.write(marker)
    try lock.prepare(edited.content)

    let transaction = try RefTransaction(
      git: store.git(at: now),
      message: RunStore.runMessage,
      sharing: runLock.shared
    )
    var commands: [RefCommand] = [
      .update(ref: RunStore.ref, new: run.hex), .verify(ref: "HEAD", old: try headTip()),
    ]
    for planned in branches {
      commands.append(.delete(ref: planned.branch.ref, old: planned.branch.oid.hex))
    }
    do throws(RefTransactionError) {
      try transaction.prepare(commands)
    } catch {
      if error.wasKilled { _ = try StaleRefLocks(place: place).remove(for: journal) }
      if try isOutdated(branches) { return .outdated }
      let refused = error.ref.flatMap { ref in branches.first { $0.branch.ref == ref } }
      return .refused(error.message, ref: refused?.branch.ref)
    }
    // From here on no other git can move these branches or this worktree's HEAD.
    if try isOutdated(branches) {
      transaction.abort()
      return .outdated
    }
    var deletion = Deletion(run: run)
    do throws(RefTransactionError) {
      try transaction.commit()
    } catch {
      if error.wasKilled { _ = try StaleRefLocks(place: place).remove(for: journal) }
      // Git may have ended after it had changed something: it writes the reflog first.
      guard try store.reflog().contains(run) else {
        return .refused(error.message, ref: nil)
      }
      let refs = try place.refs()
      deletion.remaining = Set(branches.map(\.branch.ref).filter(refs.contains))
    }
    deletion.rescued = try Rescue(place: place).rescue(journal, git: store.git(at: now))
    let kept = deletion.rescued.union(deletion.remaining)
    if !kept.isEmpty {
      let names = Set(branches.map(\.name)).subtracting(kept.map(\.branchName))
      let edited = try BranchSections.removing(names, from: lock.content)
      try lock.prepare(edited.content)
    }
    return .deleted(deletion)
  }

  /// The commit at HEAD, empty if there is none.
  private func headTip() throws -> ByteString {
    switch try place.repository.head() {
    case .branch(_, let oid), .detached(let oid): oid.hex
    case .unborn: ""
    }
  }

  /// Whether one of the branches is not what it was, or something holds it now.
  private func isOutdated(_ branches: [PlannedBranch]) throws -> Bool {
    let holders = try place.holders()
    let refs = try place.refs()
    let targets = Set(refs.references.compactMap { refs.symrefTarget(of: $0.name) })
    return branches.contains { planned in
      let branch = planned.branch
      return refs[branch.ref] != branch.oid
        || refs.symrefTarget(of: branch.ref) != branch.symrefTarget
        || !holders.holders(of: branch.ref, tip: branch.oid).isEmpty || targets.contains(branch.ref)
    }
  }

  /// What follows once the branches are gone; a failure here loses nothing and the next run mends it.
  private func finish(_ run: ObjectID, _ rest: ObjectID, count: Int) throws {
    let store = RunStore(place: place)
    try store.rest(at: rest, time: now)
    var history = try place.state.history()
    history.add(RunHistory.Run(id: run, time: now, branchCount: count))
    history.forget(before: now - keep)
    try place.state.write(history)
    try store.expire(before: now - keep)
    try forgetRestored()
    try place.state.removeMarker()
  }

  /// What is deleted now was brought back no more.
  private func forgetRestored() throws {
    var restored = try place.state.restored()
    if restored.records.isEmpty { return }
    restored.forget(unlessIn: try place.refs())
    try place.state.write(restored)
  }
}
