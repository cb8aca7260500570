import ByteKit
import DiagnosticKit
import HistoryKit
import ToolKit

/// All runs that are known here, with what became of them.
struct RunList {
  struct Run {
    let id: ObjectID
    let time: Int64
    let branchCount: Int
    var undoTime: Int64?
    /// The reflog no longer keeps its commit, which git may remove at any time, or has removed.
    var isExpired: Bool
  }

  /// Branches of one run that are to come back.
  struct Selection {
    let run: ObjectID
    /// What the run deleted, in full.
    let journal: Journal
    let entries: [Journal.Entry]
  }

  /// Newest first.
  let runs: [Run]
  private let store: RunStore

  init(place: Place) throws {
    let store = RunStore(place: place)
    let reflog = try store.reflog()
    var history = try place.state.history()
    let known = Set(history.runs.map(\.id))
    // A run that was killed before it was written down is in the reflog all the same.
    for entry in reflog.entries
    where entry.message == RunStore.runMessage && !known.contains(entry.new) {
      guard let journal = try? store.journal(of: entry.new) else { continue }
      history.add(
        RunHistory.Run(id: entry.new, time: journal.time, branchCount: journal.entries.count)
      )
    }
    let kept = Set(reflog.entries.map(\.new))
    self.store = store
    runs = history.runs.reversed().map { run in
      Run(
        id: run.id,
        time: run.time,
        branchCount: run.branchCount,
        undoTime: run.undoTime,
        isExpired: !kept.contains(run.id)
      )
    }
  }

  /// What a run deleted; empty if its commit is not there any more.
  func branches(of run: Run) -> [Journal.Entry] { (try? store.journal(of: run.id).entries) ?? [] }

  /// Runs that were neither undone nor have expired, without those.
  func open(besides runs: [ObjectID]) -> [Run] {
    self.runs.filter { $0.undoTime == nil && !$0.isExpired && !runs.contains($0.id) }
  }

  /// What `--undo[=<name>] [<pattern>...]` asks for, the newest run first.
  ///
  /// With a name that run, without one the last that was not undone; patterns limit it. Patterns
  /// alone mean each branch as the latest run that deleted it had it.
  func selections(_ name: ByteString, _ patterns: [BranchPattern]) throws -> [Selection] {
    if name.isEmpty, !patterns.isEmpty { return try latest(patterns) }
    let run = try find(name)
    let journal = try store.journal(of: run)
    for pattern in patterns where !journal.entries.contains(where: { pattern.matches($0.name) }) {
      throw unmatched(pattern, by: "the run '\(run.abbreviated())'")
    }
    let wanted = journal.entries.filter { entry in
      patterns.isEmpty || patterns.contains { $0.matches(entry.name) }
    }
    return [Selection(run: run, journal: journal, entries: wanted)]
  }

  private func latest(_ patterns: [BranchPattern]) throws -> [Selection] {
    var found: Set<ByteString> = []
    var missing = patterns
    var selections: [Selection] = []
    for run in runs {
      // A name can stand in one run only once.
      if missing.isEmpty, patterns.allSatisfy(\.isName) { break }
      guard let journal = try? store.journal(of: run.id) else { continue }
      let entries = journal.entries.filter { entry in
        !found.contains(entry.ref) && patterns.contains { $0.matches(entry.name) }
      }
      if entries.isEmpty { continue }
      for entry in entries { found.insert(entry.ref) }
      missing.removeAll { pattern in entries.contains { pattern.matches($0.name) } }
      selections.append(Selection(run: run.id, journal: journal, entries: entries))
    }
    if let pattern = missing.first {
      let expired = runs.contains { $0.isExpired } ? "no run that is still kept" : "no run"
      throw unmatched(pattern, by: expired)
    }
    return selections
  }

  private func unmatched(_ pattern: BranchPattern, by runs: String) -> ToolError {
    ToolError(
      "\(runs) deleted \(runs.hasPrefix("no") ? "a" : "no") branch '\(pattern.pattern.text)'",
      hints: ["list what runs deleted with: git prune-gone --log -v"],
      exitStatus: .failure
    )
  }

  /// The run whose id begins with `name`; empty: the last one that was not undone.
  private func find(_ name: ByteString) throws -> ObjectID {
    if name.isEmpty {
      if let run = open(besides: []).first ?? runs.first { return run.id }
      throw ToolError("no run is known here that could be undone", exitStatus: .failure)
    }
    let found = runs.filter { $0.id.hex.hasPrefix(name.lowercasedASCII) }
    if found.count == 1 { return found[0].id }
    throw ToolError(
      found.isEmpty
        ? "no run '\(name.text)' is known here" : "more than one run begins with '\(name.text)'",
      hints: ["list the runs with: git prune-gone --log"],
      exitStatus: .failure
    )
  }
}
