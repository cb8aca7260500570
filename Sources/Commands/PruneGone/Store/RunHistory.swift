import ByteKit
import HistoryKit

/// What is remembered of runs besides their commits, so that one whose commit was expired by hand can
/// still be told of: `<common dir>/prune-gone/runs`.
struct RunHistory: Hashable, Sendable {
  struct Run: Hashable, Sendable {
    let id: ObjectID
    /// Unix seconds.
    let time: Int64
    let branchCount: Int
    /// When `--undo` last brought branches of it back; nil if it never did.
    var undoTime: Int64?
  }

  /// Oldest first.
  private(set) var runs: [Run] = []

  private static let header: ByteString = "prune-gone runs 1"

  init() {}

  /// Damaged records end the reading.
  init(decoding content: ByteString) {
    var reader = FieldReader(content)
    guard reader.next() == Self.header else { return }
    while let hex = reader.next(), let id = ObjectID(hex: hex), let time = reader.nextNumber(),
      let count = reader.nextNumber(), let undone = reader.nextNumber()
    {
      runs.append(
        Run(
          id: id,
          time: time,
          branchCount: Int(count),
          undoTime: undone == 0 ? nil : undone
        )
      )
    }
  }

  var encoded: ByteString {
    var writer = FieldWriter()
    writer.append(Self.header)
    for run in runs {
      writer.append(run.id.hex)
      writer.append(run.time)
      writer.append(run.branchCount)
      writer.append(run.undoTime ?? 0)
    }
    return writer.content
  }

  /// Adds a run as the newest.
  mutating func add(_ run: Run) {
    runs.removeAll { $0.id == run.id }
    runs.append(run)
  }

  mutating func markUndone(_ id: ObjectID, at time: Int64) {
    for index in runs.indices where runs[index].id == id { runs[index].undoTime = time }
  }

  mutating func forget(before limit: Int64) { runs.removeAll { $0.time < limit } }
}
