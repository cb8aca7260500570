import ByteKit
import ConfigKit
import ProcessKit
import ToolKit

/// The default branch of a remote, fetched now: the start point of `--from-default`.
struct DefaultBranch {
  let config: ConfigStack
  let context: Context
  /// Nothing is fetched: what the server says is taken as it is.
  let isDryRun: Bool

  /// The remote-tracking branch, or the server's ref where none is kept, and its commit.
  func fetch() throws -> (name: ByteString, oid: ByteString) {
    let remotes = Remotes(config)
    let remote = try choose(among: remotes.names)
    let (ref, oid) = try serverHead(of: remote)
    let trackingRef = remotes.trackingRef(of: ref, on: remote)
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

  /// The remote that the local default branch tracks, else `origin`, else the only one.
  private func choose(among remotes: [ByteString]) throws -> ByteString {
    let names: [ByteString?] = [
      config.last("init.defaultBranch")?.value, "main", "master", "trunk", "develop",
    ]
    for case .some(let branch) in names {
      let key = ConfigKey(section: "branch", subsection: branch, name: "remote")
      if let remote = config.last(key)?.value, remotes.contains(remote) { return remote }
    }
    if remotes.contains("origin") { return "origin" }
    if remotes.count == 1 { return remotes[0] }
    throw ToolError(
      remotes.isEmpty
        ? "no remote is configured here" : "cannot tell which remote's default branch is meant",
      hints: ["name a start point: git rbranch <branch> <remote>/<branch>"]
    )
  }

  private func serverHead(of remote: ByteString) throws -> (ref: ByteString, oid: ByteString) {
    var ref: ByteString?
    var oid: ByteString?
    for line in try context.askServer(["--symref", "--", remote, "HEAD"]) {
      guard let (value, name) = line.splitOnce(on: UInt8(ascii: "\t")), name == "HEAD" else {
        continue
      }
      if let target = value.dropping(prefix: "ref: ") { ref = target } else { oid = value }
    }
    guard let ref, let oid else {
      throw ToolError(
        "'\(remote.text)' does not say what its default branch is",
        hints: ["name a start point: git rbranch <branch> <remote>/<branch>"]
      )
    }
    return (ref, oid)
  }
}
