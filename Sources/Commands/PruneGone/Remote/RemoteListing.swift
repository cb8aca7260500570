import ByteKit
import HistoryKit

/// What a server advertises: the output of `git ls-remote --symref <remote>`.
struct RemoteListing: Hashable, Sendable {
  /// The full ref that the server's HEAD names; nil if it is detached or the server does not tell.
  var defaultBranch: ByteString?
  var hasHead = false
  /// Full refs, without the peeled entries of tags.
  var refs: [ByteString: ObjectID] = [:]

  init(parsing output: ByteString) {
    for line in output.lines {
      guard let (value, name) = line.splitOnce(on: UInt8(ascii: "\t")) else { continue }
      if let target = value.dropping(prefix: "ref: ") {
        if name == "HEAD" { defaultBranch = target }
      } else if name == "HEAD" {
        hasHead = true
      } else if !name.hasSuffix("^{}"), let oid = ObjectID(hex: value) {
        refs[name] = oid
      }
    }
  }

  var hasBranches: Bool { refs.keys.contains { $0.hasPrefix("refs/heads/") } }
}
