import ByteKit
import FileKit
import HistoryKit

/// Finishes what a run left that was killed.
///
/// Only with the run lock held: then neither that run nor the git that it started is alive.
struct Recovery {
  let place: Place
  let now: Int64
  let keep: Int64

  /// Returns what was done, for people, one line each; empty if there was nothing to do.
  func recover() throws -> [String] {
    try removeTemporaryFiles()
    let configuration = try place.configurationPath()
    guard let marker = try place.state.marker() else {
      // A damaged marker tells nothing; the lock's inode still does.
      try place.state.removeMarker()
      return try ConfigurationLock.removeLeftovers(of: configuration)
        ? [removedLock(configuration)] : []
    }
    var notes = ["an earlier run was killed (process \(marker.process))"]
    if try ConfigurationLock.removeLeftovers(of: marker.configuration) {
      notes.append(removedLock(marker.configuration))
    }
    let store = RunStore(place: place)
    guard let run = marker.run else {
      try place.state.removeMarker()
      return notes + ["it had changed nothing"]
    }
    let journal = try store.journal(of: run)
    notes += try StaleRefLocks(place: place).remove(for: journal)
    switch marker.kind {
    case .undo:
      notes.append("complete it with: git prune-gone --undo=\(run.abbreviated())")
    case .deletion:
      if try store.reflog().contains(run) {
        try finish(journal, run: run, rest: marker.rest)
        notes.append(
          "it had deleted branches; bring them back with: "
            + "git prune-gone --undo=\(run.abbreviated())"
        )
      } else {
        notes.append("it had deleted nothing")
      }
    }
    try place.state.removeMarker()
    return notes
  }

  private func removedLock(_ path: ByteString) -> String {
    "its lock '\(path.text).lock' was removed"
  }

  /// Branches that something holds, the configuration of those that are really gone, the ref's place,
  /// the list of runs.
  private func finish(_ journal: Journal, run: ObjectID, rest: ObjectID?) throws {
    _ = try Rescue(place: place).rescue(journal, git: RunStore(place: place).git(at: now))
    let refs = try place.refs()
    let gone = journal.entries.map(\.ref).filter {
      refs.symrefTarget(of: $0) == nil && refs[$0] == nil
    }
    let lock = try ConfigurationLock(try place.configurationPath(), timeout: .seconds(2))
    let edited = try BranchSections.removing(Set(gone.map(\.branchName)), from: lock.content)
    try lock.prepare(edited.content)
    try lock.commit()
    let store = RunStore(place: place)
    if let rest, refs[RunStore.ref] == run { try store.rest(at: rest, time: now) }
    var history = try place.state.history()
    history.add(
      RunHistory.Run(id: run, time: journal.time, branchCount: journal.entries.count)
    )
    try place.state.write(history)
  }

  /// What `FileSystem.writeAtomically` leaves when it is killed.
  private func removeTemporaryFiles() throws(FileError) {
    for entry in try FileSystem.entries(of: place.state.path)
    where entry.name.contains(".tmp-") && entry.kind == .regular {
      try FileSystem.remove(place.state.path.appendingPath(entry.name))
    }
  }
}
