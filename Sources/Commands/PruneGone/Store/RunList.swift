import ByteKit
import DiagnosticKit
import HistoryKit
import ToolKit

/// All runs that are known here, with what became of them.
struct RunList {
  let place: Place

  struct Run {
    let id: ObjectID
    let time: Int64
    let branchCount: Int
    var undoTime: Int64?
    /// The reflog no longer keeps its commit, which git may remove at any time, or has removed.
    var isExpired: Bool
    /// Empty if the commit is not there any more.
    var branches: [Journal.Entry]
  }

  /// Newest first.
  func runs() throws -> [Run] {
    let store = RunStore(place: place)
    let reflog = try store.reflog()
    var history = try place.state.history()
    // A run that was killed before it was written down is in the reflog all the same.
    for entry in reflog.entries where entry.message == RunStore.runMessage {
      if !history.runs.contains(where: { $0.id == entry.new }),
        let journal = try? store.journal(of: entry.new)
      {
        history.add(
          RunHistory.Run(id: entry.new, time: journal.time, branchCount: journal.entries.count)
        )
      }
    }
    return history.runs.reversed().map { run in
      Run(
        id: run.id,
        time: run.time,
        branchCount: run.branchCount,
        undoTime: run.undoTime,
        isExpired: !reflog.contains(run.id),
        branches: (try? store.journal(of: run.id).entries) ?? []
      )
    }
  }

  /// The run whose id begins with `name`; empty: the last one that was not undone.
  func find(_ name: ByteString) throws -> ObjectID {
    let runs = try runs()
    if name.isEmpty {
      if let run = runs.first(where: { $0.undoTime == nil && !$0.isExpired }) ?? runs.first {
        return run.id
      }
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
