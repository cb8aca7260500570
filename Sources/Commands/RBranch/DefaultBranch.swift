import ByteKit
import ProcessKit
import RemoteKit
import ToolKit

/// The default branch of a remote, fetched now: the start point of `--from-default`.
struct DefaultBranch {
  let remotes: Remotes
  let context: Context
  /// Nothing is fetched: what the server says is taken as it is.
  let isDryRun: Bool

  /// The remote-tracking branch, or the server's ref where none is kept, and its commit.
  func fetch() throws -> (name: ByteString, oid: ByteString) {
    let remote = try choose()
    let (ref, oid) = try serverHead(of: remote)
    let trackingRef = try remotes.trackingRef(of: ref, on: remote)
    let branch = ref.dropping(prefix: "refs/heads/") ?? ref
    let name = trackingRef.map { $0.dropping(prefix: "refs/remotes/") ?? $0 }
    let start = (name: name ?? "\(remote)/\(branch)", oid: oid)
    if isDryRun { return start }
    var process = try context.networkGit(
      [
        "fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--",
        remote, ref,
      ],
      keepingLocale: true
    )
    process.input = .inherit
    process.output = .standardError
    process.errorOutput = .inherit
    let result = try process.run()
    // Git also fails for another ref that it could not write; what counts is that the commit is here.
    guard try context.git.run(["cat-file", "-e", "\(oid)^{commit}"]).succeeded else {
      throw ToolError(
        "could not fetch '\(branch.text)' from '\(remote.text)'",
        hints: result.succeeded ? ["it moved meanwhile; try again"] : []
      )
    }
    return start
  }

  private func choose() throws -> ByteString {
    if let remote = try remotes.remoteOfDefaultBranch() { return remote }
    throw ToolError(
      try remotes.reachable().isEmpty
        ? "no remote is configured here" : "cannot tell which remote's default branch is meant",
      hints: ["name a start point: git rbranch <branch> <remote>/<branch>"]
    )
  }

  private func serverHead(of remote: ByteString) throws -> (ref: ByteString, oid: ByteString) {
    let listing = try context.listing(["--symref", "--", remote, "HEAD"])
    guard let ref = listing.defaultBranch, let oid = listing.head else {
      throw ToolError(
        "'\(remote.text)' does not say what its default branch is",
        hints: ["name a start point: git rbranch <branch> <remote>/<branch>"]
      )
    }
    return (ref, oid)
  }
}
