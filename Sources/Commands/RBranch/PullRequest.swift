import ByteKit
import ConfigKit
import RemoteKit

/// Where the remote's host opens a request to merge the new branch.
struct PullRequest: Equatable {
  let url: ByteString
  /// Whether people are told: `rbranch.pullRequestHint`, and not where the server has said it.
  var isTold: Bool

  /// Nil for a host that nobody knows, and for a default branch, which is merged into nothing.
  ///
  /// Throws for values that git would die of.
  init?(
    for branch: ByteString,
    on remote: RemoteChoice,
    _ config: ConfigStack
  ) throws(ConfigError) {
    let initial = try config.string("init.defaultBranch")
    let host = try HostSetting(config)
    isTold = try config.boolean("rbranch.pullRequestHint") ?? true
    guard host.isLinked, branch != initial, !Remotes.usualDefaultBranches.contains(branch),
      let target = remote.targets.first,
      let links = HostLinks(remote: RemoteEndpoint(target.url), kind: host.kind)
    else { return nil }
    url = links.newRequest(for: branch)
  }

  private init(said url: ByteString) {
    self.url = url
    isTold = false
  }

  /// The one that the server itself named in what it said during the push.
  init?(in said: [ByteString]) {
    for line in said {
      guard let words = line.dropping(prefix: "remote:") else { continue }
      for word in words.split(on: UInt8(ascii: " ")) where Self.isRequestPage(word) {
        self.init(said: word.redactingCredentials)
        return
      }
    }
    return nil
  }

  private static func isRequestPage(_ word: ByteString) -> Bool {
    guard word.hasPrefix("https://") || word.hasPrefix("http://") else { return false }
    return ["/pull/", "/pull-requests", "/merge_requests/", "/compare/", "/pullrequestcreate"]
      .contains { word.contains(ByteString($0)) }
  }
}
