import ByteKit
import ProcessKit

/// What commits change, as one comparable value each.
enum PatchIDs {
  /// The patch identities of `commits` (`git help patch-id`); a commit without a diff has none, so
  /// that no two empty commits are taken for the same change.
  static func read(
    _ commits: [ByteString],
    git: GitProcess
  ) throws(GitProcessError) -> [ByteString: ByteString] {
    guard !commits.isEmpty else { return [:] }
    let patches = try git.output(
      ["diff-tree", "--stdin", "-r", "-p", "--root", "--no-renames", "--full-index", "--no-color"],
      input: .bytes(commits.map { $0 + "\n" }.joined(separator: ""))
    )
    let output = try git.output(["patch-id", "--stable"], input: .bytes(patches))
    var identities: [ByteString: ByteString] = [:]
    for line in output.lines {
      if let (identity, commit) = line.splitOnce(on: UInt8(ascii: " ")) {
        identities[commit] = identity
      }
    }
    return identities
  }
}
