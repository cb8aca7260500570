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

/// Brings back the branches of a run, with their configuration, in one ref transaction.
struct Undo {
  let place: Place
  let now: Int64

  /// What became of one branch of the run.
  struct Restoration {
    enum Action: String {
      case restored
      /// It is there already, as it was.
      case present
      case failed
    }

    let entry: Journal.Entry
    var action: Action
    var explanation: ByteString
  }

  struct Outcome {
    let run: ObjectID
    var branches: [Restoration]

    var exitStatus: ExitStatus {
      branches.contains { $0.action == .failed } ? .failure : .success
    }
  }

  /// Brings branches of one run back.
  ///
  /// `name`: the beginning of a run's id; empty for the last run that was not undone.
  /// `branches`: names without `refs/heads/`, or patterns; empty for all.
  func undo(
    _ name: ByteString,
    branches: [BranchPattern],
    holding runLock: borrowing RunLock
  ) throws -> Outcome {
    let store = RunStore(place: place)
    let run = try RunList(place: place).find(name)
    let journal = try store.journal(of: run)
    var outcome = Outcome(run: run, branches: [])
    for pattern in branches where !journal.entries.contains(where: { pattern.matches($0.name) }) {
      throw ToolError(
        "the run '\(run.abbreviated())' deleted no branch '\(pattern.pattern.text)'",
        exitStatus: .failure
      )
    }
    let wanted = journal.entries.filter { entry in
      branches.isEmpty || branches.contains { $0.matches(entry.name) }
    }
    let configuration = try place.configurationPath()
    try place.state.write(
      RunMarker(
        kind: .undo,
        process: Int64(getpid()),
        configuration: configuration,
        run: run
      )
    )
    do {
      let lock = try ConfigurationLock(configuration, timeout: .seconds(2))
      outcome.branches = try restore(wanted, lock, holding: runLock)
      try lock.commit()
    } catch {
      try? place.state.removeMarker()
      throw error
    }
    let refs = try place.refs()
    let isWhole = journal.entries.allSatisfy { refs[$0.ref] == $0.oid }
    if isWhole || (branches.isEmpty && outcome.branches.contains { $0.action != .failed }) {
      var history = try place.state.history()
      history.markUndone(run, at: now)
      try place.state.write(history)
    }
    try place.state.removeMarker()
    return outcome
  }

  private func restore(
    _ entries: [Journal.Entry],
    _ lock: borrowing ConfigurationLock,
    holding runLock: borrowing RunLock
  ) throws -> [Restoration] {
    let refs = try place.refs()
    var restorations = entries.map { judge($0, refs) }
    let creations = restorations.filter { $0.action == .restored }.map(\.entry)
    // What somebody has configured for the name in the meantime stands.
    let configured = try BranchSections.names(in: lock.content)
    let sections = restorations.filter { $0.action != .failed }.map(\.entry)
      .filter { !configured.contains($0.name) }.map(\.configuration)
    try lock.prepare(BranchSections.appending(sections, to: lock.content))
    let git = RunStore(place: place).git(at: now)
    if !creations.isEmpty { try create(creations, git, holding: runLock) }
    for index in restorations.indices where restorations[index].action != .failed {
      let entry = restorations[index].entry
      guard let target = entry.symrefTarget, refs.symrefTarget(of: entry.ref) == nil else {
        continue
      }
      let result = try git.run(["symbolic-ref", "-m", Self.message, entry.ref, target])
      if !result.succeeded {
        restorations[index].explanation = "as a plain branch, no longer a symbolic ref"
      }
    }
    return restorations
  }

  private static let message: ByteString = "prune-gone: undo"

  private func create(
    _ entries: [Journal.Entry],
    _ git: GitProcess,
    holding runLock: borrowing RunLock
  ) throws {
    let transaction = try runLock.sharingWithChildren {
      try RefTransaction(git: git, message: Self.message)
    }
    do throws(RefTransactionError) {
      try transaction.prepare(entries.map { .create(ref: $0.ref, new: $0.oid.hex) })
      try transaction.commit()
    } catch {
      if error.wasKilled {
        _ = try StaleRefLocks(place: place).remove(for: Journal(time: now, entries: entries))
      }
      throw ToolError(
        error.message,
        hints: ["what is missing comes with the same command"],
        exitStatus: .failure
      )
    }
  }

  /// Whether the branch can come back: its name and commits must be free and there.
  private func judge(_ entry: Journal.Entry, _ refs: RefTable) -> Restoration {
    func failed(_ explanation: ByteString) -> Restoration {
      Restoration(entry: entry, action: .failed, explanation: explanation)
    }
    if let oid = refs[entry.ref] {
      let target = refs.symrefTarget(of: entry.ref)
      // A plain ref where a symbolic one was: an undo that was interrupted.
      if oid == entry.oid, target == nil || target == entry.symrefTarget {
        return Restoration(entry: entry, action: .present, explanation: "is there already")
      }
      return failed("the name is used again, at \(oid.abbreviated())")
    }
    let prefix: ByteString = "\(entry.ref)/"
    let conflict = refs.references.map(\.name).first { name in
      name.hasPrefix(prefix) || entry.ref.hasPrefix("\(name)/")
    }
    if let conflict { return failed("the name is used again, by '\(conflict.shortRef)'") }
    if (try? place.repository.commit(entry.oid)) == nil {
      return failed("its commit \(entry.oid.abbreviated()) is not there any more")
    }
    return Restoration(
      entry: entry,
      action: .restored,
      explanation: "at \(entry.oid.abbreviated())"
    )
  }
}

extension Journal.Entry {
  /// The name without `refs/heads/`.
  var name: ByteString { ref.branchName }
}
