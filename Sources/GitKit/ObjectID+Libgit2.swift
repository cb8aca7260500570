import ByteKit
import CLibgit2
import HistoryKit

extension ObjectID {
  init(_ oid: git_oid) {
    var oid = oid
    self = withUnsafePointer(to: &oid) { ObjectID($0) }
  }

  init(_ pointer: UnsafePointer<git_oid>) {
    let bytes = UnsafeBufferPointer(start: clibgit2_oid_bytes(pointer), count: 20)
    guard let id = ObjectID(bytes: bytes) else { preconditionFailure("20 bytes make an id") }
    self = id
  }

  /// As libgit2 takes it, which until 1.9 knows SHA-1 alone.
  var oid: git_oid {
    get throws(GitError) {
      guard byteCount == 20 else {
        throw GitError(.unsupportedFormat("sha256"), "cannot look up '\(hex.text)': it is SHA-256")
      }
      var oid = git_oid()
      clibgit2_oid_set(&oid, bytes)
      return oid
    }
  }
}
