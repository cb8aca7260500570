package import ByteKit
package import ConfigKit
package import ProcessKit

/// A URL as it stands in the configuration; without an entry it was given as a URL itself.
struct ConfiguredURL {
  let value: ByteString
  let entry: ConfigEntry?
}

/// The configured remotes: their URLs and refspecs, and which of them git takes.
///
/// Source: git's remote.c (`handle_config`, `remotes_remote_get`, `remotes_remote_for_branch`,
/// `remotes_pushremote_for_branch`).
package struct Remotes: Sendable {
  /// Every remote of which the configuration says something, in its order.
  package let names: [ByteString]
  private let config: ConfigStack
  /// Of the git that is asked where its releases differ: what an empty URL means.
  private let environment: Environment

  package init(_ config: ConfigStack, environment: Environment) {
    self.config = config
    self.environment = environment
    names = config.subsections(of: "remote").filter { !$0.hasPrefix("/") }
  }

  // MARK: URLs

  /// Where git fetches from and pushes to.
  package struct URLs: Sendable {
    /// The first is fetched from.
    package let fetch: [RemoteURL]
    /// All are pushed to.
    package let push: [RemoteURL]
  }

  /// The URLs of `remote`, a name or itself a URL; nil if it is neither.
  ///
  /// Throws for a value that git dies of.
  package func urls(of remote: ByteString) throws(ConfigError) -> URLs? {
    let rewriting = try URLRewriting(config)
    var urls = try values("url", of: remote)
    let pushURLs = try values("pushurl", of: remote)
    if urls.isEmpty, pushURLs.isEmpty {
      guard remote.bytes.contains(where: { $0 == 47 || $0 == 58 }) else { return nil }
      urls = [ConfiguredURL(value: remote, entry: nil)]
    }
    return URLs(
      fetch: urls.map { rewriting.fetchURL($0.value, $0.entry) },
      push: pushURLs.isEmpty
        ? rewriting.pushURLs(urls) : pushURLs.map { rewriting.fetchURL($0.value, $0.entry) }
    )
  }

  private func values(
    _ name: ByteString,
    of remote: ByteString
  ) throws(ConfigError) -> [ConfiguredURL] {
    var values: [ConfiguredURL] = []
    for entry in config.all(ConfigKey(section: "remote", subsection: remote, name: name)) {
      let value = try entry.string()
      if value.isEmpty, gitVersion >= .resetsURLs {
        values = []
      } else {
        values.append(ConfiguredURL(value: value, entry: entry))
      }
    }
    return values
  }

  private var gitVersion: GitVersion { config.gitVersion ?? .current(environment) }

  /// Those that have a URL, in configuration order: what a user may name.
  package func reachable() throws(ConfigError) -> [ByteString] {
    var reachable: [ByteString] = []
    for name in names {
      let urls = try values("url", of: name) + values("pushurl", of: name)
      if urls.contains(where: { !$0.value.isEmpty }) { reachable.append(name) }
    }
    return reachable
  }

  /// Where the fetch refspecs of `remote` store the server's `ref`; nil if they leave it out.
  package func trackingRef(
    of ref: ByteString,
    on remote: ByteString
  ) throws(RefspecError) -> ByteString? {
    var refspecs: [Refspec] = []
    for entry in config.all(ConfigKey(section: "remote", subsection: remote, name: "fetch")) {
      let text = entry.value ?? ""
      guard let refspec = Refspec(fetch: text) else {
        throw RefspecError(remote: remote, refspec: text)
      }
      refspecs.append(refspec)
    }
    return refspecs.trackingRef(of: ref)
  }

  /// The remote-tracking ref of the upstream of `branch` (without `refs/heads/`), whether it is
  /// there or not; nil if it has none on a remote.
  package func upstreamRef(of branch: ByteString) throws -> ByteString? {
    let key = ConfigKey(section: "branch", subsection: branch, name: "merge")
    guard let remote = try remote(of: branch), let merge = try config.all(key).first?.string()
    else { return nil }
    return try trackingRef(of: merge, on: remote)
  }

  // MARK: Which remote

  /// `branch.<branch>.remote`.
  package func remote(of branch: ByteString) throws(ConfigError) -> ByteString? {
    try value(of: branch, "remote")
  }

  /// `remote.pushDefault`.
  package func pushDefault() throws(ConfigError) -> ByteString? {
    try config.string("remote.pushDefault")
  }

  /// The remote that a plain `git fetch` on `branch` (nil: on none) takes.
  package func fetchRemote(on branch: ByteString?) throws(ConfigError) -> ByteString {
    if let branch, let remote = try remote(of: branch) { return remote }
    return names.count == 1 ? names[0] : "origin"
  }

  /// The remote that a plain `git push` on `branch` (nil: on none) takes.
  package func pushRemote(on branch: ByteString?) throws(ConfigError) -> ByteString {
    if let branch, let remote = try value(of: branch, "pushRemote") { return remote }
    if let remote = try pushDefault() { return remote }
    return try fetchRemote(on: branch)
  }

  private func value(
    of branch: ByteString,
    _ name: ByteString
  ) throws(ConfigError) -> ByteString? {
    try config.last(ConfigKey(section: "branch", subsection: branch, name: name))?.string()
  }

  // MARK: Default branches

  /// What a default branch is called where nobody says more.
  package static let usualDefaultBranches: [ByteString] = ["main", "master", "trunk", "develop"]

  /// The remote that the local default branch follows, else `origin`, else the only one with a URL;
  /// nil if that leaves a choice.
  package func remoteOfDefaultBranch() throws(ConfigError) -> ByteString? {
    let reachable = try reachable()
    let initial = try config.string("init.defaultBranch")
    for branch in [initial].compactMap(\.self) + Self.usualDefaultBranches {
      if let remote = try remote(of: branch), reachable.contains(remote) { return remote }
    }
    if reachable.contains("origin") { return "origin" }
    return reachable.count == 1 ? reachable[0] : nil
  }
}
