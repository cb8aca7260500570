import ByteKit
import FileKit
import RemoteKit

extension RemoteEndpoint {
  /// Whether both lead to one repository: scheme, user, port and `.git` tell nothing of that.
  ///
  /// `folder`: where relative paths begin.
  func leadsToSameRepository(as other: Self, from folder: ByteString) -> Bool {
    host == other.host && canonicalPath(from: folder) == other.canonicalPath(from: folder)
  }

  private func canonicalPath(from folder: ByteString) -> ByteString {
    var path = path
    if kind == .local {
      let absolute = path.absolutePath(in: folder)
      path = (try? FileSystem.realPath(absolute)) ?? absolute
    }
    let pieces = path.split(on: UInt8(ascii: "/")).filter { !$0.isEmpty }
    let plain = pieces.joined(separator: "/")
    return plain.dropping(suffix: "/.git") ?? plain.dropping(suffix: ".git") ?? plain
  }
}
