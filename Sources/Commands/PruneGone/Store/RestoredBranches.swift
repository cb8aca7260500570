import ByteKit
import HistoryKit

/// The branches that `--undo` brought back: `<common dir>/prune-gone/restored`.
///
/// A later run keeps them, for who brings a branch back wants it, until the tip moves.
struct RestoredBranches: Hashable, Sendable {
  struct Record: Hashable, Sendable {
    /// Where the branch was when it came back.
    let oid: ObjectID
    /// Unix seconds.
    let time: Int64
  }

  /// By full ref.
  private(set) var records: [ByteString: Record] = [:]

  private static let header: ByteString = "prune-gone restored 1"

  init() {}

  /// Damaged records end the reading.
  init(decoding content: ByteString) {
    var reader = FieldReader(content)
    guard reader.next() == Self.header else { return }
    while let ref = reader.next(), let oid = reader.next().flatMap({ ObjectID(hex: $0) }),
      let time = reader.nextNumber()
    {
      records[ref] = Record(oid: oid, time: time)
    }
  }

  /// In a fixed order, so that equal records give equal bytes.
  var encoded: ByteString {
    var writer = FieldWriter()
    writer.append(Self.header)
    for (ref, record) in records.sorted(by: { $0.key < $1.key }) {
      writer.append(ref)
      writer.append(record.oid.hex)
      writer.append(record.time)
    }
    return writer.content
  }

  /// When the branch was brought back to where it still is; nil if it was not, or has moved since.
  func time(of ref: ByteString, at oid: ObjectID) -> Int64? {
    records[ref].flatMap { $0.oid == oid ? $0.time : nil }
  }

  mutating func add(_ ref: ByteString, at oid: ObjectID, time: Int64) {
    records[ref] = Record(oid: oid, time: time)
  }

  /// Forgets what has moved, or is gone, whoever did that.
  mutating func forget(unlessIn refs: RefTable) {
    records = records.filter { refs[$0.key] == $0.value.oid }
  }
}
