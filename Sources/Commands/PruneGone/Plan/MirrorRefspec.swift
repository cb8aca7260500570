import ByteKit

/// Whether a fetch refspec writes into `refs/heads`, so that `git fetch --prune` deletes local
/// branches, as in `git clone --mirror`.
enum MirrorRefspec {
  static func writesIntoHeads(_ refspec: ByteString) -> Bool {
    let plain = refspec.dropping(prefix: "+") ?? refspec
    guard !plain.hasPrefix("^"), let (_, target) = plain.splitOnce(on: UInt8(ascii: ":")),
      !target.isEmpty
    else { return false }
    let full = fullName(target)
    let heads: ByteString = "refs/heads/"
    guard let star = full.firstIndex(of: UInt8(ascii: "*")) else { return full.hasPrefix(heads) }
    let fixed = ByteString(full.bytes[..<star])
    return fixed.hasPrefix(heads) || heads.hasPrefix(fixed)
  }

  /// A short target as fetch completes it (git's `get_local_ref`).
  private static func fullName(_ target: ByteString) -> ByteString {
    if target.hasPrefix("refs/") { return target }
    let roots: [ByteString] = ["heads/", "tags/", "remotes/"]
    return roots.contains(where: target.hasPrefix) ? "refs/\(target)" : "refs/heads/\(target)"
  }
}
