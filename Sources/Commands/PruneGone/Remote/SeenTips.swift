import ByteKit
import HistoryKit

/// The tips that were last seen on remotes, kept in `<common dir>/prune-gone/seen`, so that they
/// outlive the remote-tracking refs that a prune removes.
struct SeenTips: Hashable, Sendable {
  /// A branch on a server: the remote's address without secrets, and the full ref there.
  struct Place: Hashable, Sendable {
    var address: ByteString
    var ref: ByteString
  }

  struct Sighting: Hashable, Sendable {
    var oid: ObjectID
    /// Unix seconds.
    var time: Int64
  }

  /// The last default branch of a remote, by address: the full ref on the server.
  var defaultBranches: [ByteString: ByteString] = [:]
  var tips: [Place: Sighting] = [:]

  private static let header: ByteString = "prune-gone seen 1"

  init() {}

  /// Damaged records end the reading; what stands before them is kept.
  init(decoding content: ByteString) {
    var reader = FieldReader(content)
    guard reader.next() == Self.header else { return }
    while let kind = reader.next(), let address = reader.next(), let ref = reader.next() {
      switch kind {
      case "default": defaultBranches[address] = ref
      case "tip":
        guard let hex = reader.next(), let oid = ObjectID(hex: hex), let time = reader.nextNumber()
        else { return }
        tips[Place(address: address, ref: ref)] = Sighting(oid: oid, time: time)
      default: return
      }
    }
  }

  /// In a fixed order, so that equal sightings give equal bytes.
  var encoded: ByteString {
    var writer = FieldWriter()
    writer.append(Self.header)
    for (address, ref) in defaultBranches.sorted(by: { $0.key < $1.key }) {
      writer.append("default")
      writer.append(address)
      writer.append(ref)
    }
    let places = tips.keys.sorted { ($0.address, $0.ref) < ($1.address, $1.ref) }
    for place in places {
      guard let sighting = tips[place] else { continue }
      writer.append("tip")
      writer.append(place.address)
      writer.append(place.ref)
      writer.append(sighting.oid.hex)
      writer.append(sighting.time)
    }
    return writer.content
  }

  /// Forgets sightings from before `limit` (Unix seconds) of places that no branch tracks any more.
  mutating func forget(before limit: Int64, keeping tracked: Set<Place>) {
    tips = tips.filter { $0.value.time >= limit || tracked.contains($0.key) }
  }
}
