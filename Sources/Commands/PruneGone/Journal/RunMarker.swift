import ByteKit
import HistoryKit

/// The note beside the repository that a run is changing it: `<common dir>/prune-gone/running`.
///
/// It stands there from before the configuration's lock is taken until after everything is done, so
/// that the run after a killed one knows whose lock it finds and what is left to do.
struct RunMarker: Hashable, Sendable {
  enum Kind: String, Sendable {
    case deletion
    case undo
  }

  var kind: Kind
  var process: Int64
  /// The file whose `.lock` the run takes: the configuration, links resolved.
  var configuration: ByteString
  /// The run commit, once it is written; of an undo, the run that is undone.
  var run: ObjectID?
  /// Where `refs/prune-gone` rests between runs: the tip of a base.
  var rest: ObjectID?

  private static let header: ByteString = "prune-gone running 1"

  var encoded: ByteString {
    var writer = FieldWriter()
    writer.append(Self.header)
    writer.append(ByteString(kind.rawValue))
    writer.append(process)
    writer.append(configuration)
    writer.append(run?.hex ?? "")
    writer.append(rest?.hex ?? "")
    return writer.content
  }
}

extension RunMarker {
  /// Nil if the bytes are damaged, as after a full disk.
  init?(decoding content: ByteString) {
    var reader = FieldReader(content)
    guard reader.next() == Self.header,
      let kind = reader.next().flatMap({ Kind(rawValue: $0.text) }),
      let process = reader.nextNumber(), let configuration = reader.next(),
      let run = reader.next(), let rest = reader.next()
    else { return nil }
    self.init(
      kind: kind,
      process: process,
      configuration: configuration,
      run: ObjectID(hex: run),
      rest: ObjectID(hex: rest)
    )
  }
}
