import ByteKit
import Dispatch
import ProcessKit
import TerminalKit

/// What commits change, as one comparable value each, read beside other work.
struct PatchIDs {
  private let group = DispatchGroup()
  private let result = Protected<Result<[ByteString: ByteString], GitProcessError>>(.success([:]))

  /// Begins to read the patch identities of `commits` (`git help patch-id`).
  init(_ commits: [ByteString], git: GitProcess) {
    guard !commits.isEmpty else { return }
    DispatchQueue.global().async(group: group) { [result] in
      let read = Result { () throws(GitProcessError) in try Self.read(commits, git: git) }
      result.withLock { $0 = read }
    }
  }

  /// The identity of each commit that has one; one without a diff has none, so that no two empty
  /// commits are taken for the same change.
  func wait() throws(GitProcessError) -> [ByteString: ByteString] {
    group.wait()
    return try result.withLock { $0 }.get()
  }

  private static func read(
    _ commits: [ByteString],
    git: GitProcess
  ) throws(GitProcessError) -> [ByteString: ByteString] {
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
