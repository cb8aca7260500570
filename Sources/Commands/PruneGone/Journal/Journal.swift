import ByteKit
import HistoryKit

/// What one run deleted, in full: the `journal` file in the tree of its run commit.
struct Journal: Hashable, Sendable {
  /// When the run deleted, Unix seconds.
  var time: Int64
  var entries: [Entry]

  /// One deleted branch.
  struct Entry: Hashable, Sendable {
    /// The full ref.
    var ref: ByteString
    var oid: ObjectID
    /// What it pointed to if it was a symbolic ref.
    var symrefTarget: ByteString?
    /// The raw bytes of all its sections in the repository's configuration.
    var configuration: ByteString
    /// Why it was deleted, in words.
    var proof: ByteString
  }

  private static let header: ByteString = "prune-gone journal 1"

  var encoded: ByteString {
    var writer = FieldWriter()
    writer.append(Self.header)
    for entry in entries {
      writer.append(entry.ref)
      writer.append(entry.oid.hex)
      writer.append(entry.symrefTarget ?? "")
      writer.appendCounted(entry.configuration)
      writer.append(entry.proof)
      writer.append(time)
    }
    return writer.content
  }

  /// Nil if the bytes are no journal, or of a version that this program does not know.
  init?(decoding content: ByteString) {
    var reader = FieldReader(content)
    guard reader.next() == Self.header else { return nil }
    entries = []
    time = 0
    while !reader.isAtEnd {
      guard let ref = reader.next(), let hex = reader.next(), let oid = ObjectID(hex: hex),
        let target = reader.next(), let configuration = reader.nextCounted(),
        let proof = reader.next(), let time = reader.nextNumber()
      else { return nil }
      self.time = time
      entries.append(
        Entry(
          ref: ref,
          oid: oid,
          symrefTarget: target.isEmpty ? nil : target,
          configuration: configuration,
          proof: proof
        )
      )
    }
  }

  init(time: Int64, entries: [Entry]) {
    self.time = time
    self.entries = entries
  }
}
