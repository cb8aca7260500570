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
  func undo(_ selection: RunList.Selection, holding runLock: borrowing RunLock) throws -> Outcome {
    let run = selection.run
    var outcome = Outcome(run: run, branches: [])
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
      outcome.branches = try restore(selection.entries, lock, holding: runLock)
      try lock.commit()
    } catch {
      try? place.state.removeMarker()
      throw error
    }
    let refs = try place.refs()
    let isWhole = selection.journal.entries.allSatisfy { refs[$0.ref] == $0.oid }
    let isAll = selection.entries.count == selection.journal.entries.count
    if isWhole || (isAll && outcome.branches.contains { $0.action != .failed }) {
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
    var conflicts = NameConflicts(refs.references.map(\.name))
    var restorations = entries.map { judge($0, refs, &conflicts) }
    let creations = restorations.filter { $0.action == .restored }.map(\.entry)
    try remember(restorations.filter { $0.action != .failed }.map(\.entry), refs)
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

  /// Notes, before they come back, that the next run must not take these branches away again.
  private func remember(_ entries: [Journal.Entry], _ refs: RefTable) throws {
    var restored = try place.state.restored()
    restored.forget(unlessIn: refs)
    for entry in entries { restored.add(entry.ref, at: entry.oid, time: now) }
    try place.state.write(restored)
  }

  private static let message: ByteString = "prune-gone: undo"

  private func create(
    _ entries: [Journal.Entry],
    _ git: GitProcess,
    holding runLock: borrowing RunLock
  ) throws {
    let transaction = try RefTransaction(git: git, message: Self.message, sharing: runLock.shared)
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
  private func judge(
    _ entry: Journal.Entry,
    _ refs: RefTable,
    _ conflicts: inout NameConflicts
  ) -> Restoration {
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
    if let conflict = conflicts.first(with: entry.ref) {
      return failed("the name is used again, by '\(conflict.shortRef)'")
    }
    if (try? place.repository.contains(entry.oid)) != true {
      return failed("its commit \(entry.oid.abbreviated()) is not there any more")
    }
    conflicts.add(entry.ref)
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
