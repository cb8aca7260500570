package import ByteKit
package import ConfigKit
package import ProcessKit

/// As whom the next push would go where.
///
/// Source: "remotes" in git-push(1), `url.*`, `core.sshCommand` and `credential.*` in
/// git-config(1), gitcredentials(7).
package struct Transport: Sendable {
  /// Where a setting comes from.
  package enum Origin: Sendable {
    case environment(variable: ByteString)
    case config(ConfigEntry)
    /// A part of the URL itself.
    case url
    /// Nobody said anything.
    case standard
  }

  package struct Setting: Sendable {
    package let value: ByteString
    package let origin: Origin
  }

  /// For `http` and `https`.
  package struct Credentials: Sendable {
    /// In the order in which git asks them.
    package let helpers: [ConfigEntry]
    /// The login that git asks for; nil if it would prompt or take the helper's.
    package let username: Setting?
    /// Whether helpers are told the path too.
    package let usesPath: Bool
  }

  /// The remote's name, or a URL.
  package let remote: ByteString
  package let fetchURLs: [RemoteURL]
  package let pushURLs: [RemoteURL]
  /// The command for ssh; nil if the first push URL does not use ssh.
  package let sshCommand: Setting?
  /// nil if the first push URL is neither http nor https.
  package let credentials: Credentials?

  /// What git would do for `remote`, or for the remote that `git push` on `branch` picks.
  ///
  /// nil if there is none. Throws for a value that git refuses.
  package init?(
    config: ConfigStack,
    environment: Environment,
    remote given: ByteString? = nil,
    branch: ByteString? = nil
  ) throws(ConfigError) {
    let remote = if let given { given } else { try Self.pushRemote(config, branch) }
    let rewriting = try RemoteRewriting(config)
    let urls = try Self.values(config, remote, "url")
    let pushURLs = try Self.values(config, remote, "pushurl")
    if urls.isEmpty, pushURLs.isEmpty {
      guard given != nil, remote.bytes.contains(where: { $0 == 47 || $0 == 58 }) else { return nil }
      fetchURLs = [rewriting.fetchURL(remote, nil)]
      self.pushURLs = rewriting.pushURLs([(remote, nil)])
    } else {
      fetchURLs = urls.map { rewriting.fetchURL($0.value, $0.entry) }
      self.pushURLs =
        pushURLs.isEmpty
        ? rewriting.pushURLs(urls) : pushURLs.map { rewriting.fetchURL($0.value, $0.entry) }
    }
    self.remote = remote
    let endpoint = self.pushURLs.first?.endpoint
    sshCommand =
      endpoint?.kind == .ssh ? try Self.sshCommand(config, environment) : nil
    if let endpoint, endpoint.kind == .http {
      credentials = try Self.credentials(config, endpoint)
    } else {
      credentials = nil
    }
  }

  /// The remote that a plain `git push` on the branch would take.
  package static func pushRemote(
    _ config: ConfigStack,
    _ branch: ByteString?
  ) throws(ConfigError) -> ByteString {
    func ofBranch(_ name: ByteString) throws(ConfigError) -> ByteString? {
      guard let branch else { return nil }
      return try config.last(ConfigKey(section: "branch", subsection: branch, name: name))?.string()
    }
    if let remote = try ofBranch("pushRemote") { return remote }
    if let remote = try config.string("remote.pushDefault") { return remote }
    if let remote = try ofBranch("remote") { return remote }
    let remotes = config.subsections(of: "remote")
    return remotes.count == 1 ? remotes[0] : "origin"
  }

  private static func values(
    _ config: ConfigStack,
    _ remote: ByteString,
    _ name: ByteString
  ) throws(ConfigError) -> [(value: ByteString, entry: ConfigEntry?)] {
    var values: [(value: ByteString, entry: ConfigEntry?)] = []
    for entry in config.all(ConfigKey(section: "remote", subsection: remote, name: name)) {
      values.append((try entry.string(), entry))
    }
    return values
  }

  private static func sshCommand(
    _ config: ConfigStack,
    _ environment: Environment
  ) throws(ConfigError) -> Setting {
    if let command = environment["GIT_SSH_COMMAND"] {
      return Setting(value: command, origin: .environment(variable: "GIT_SSH_COMMAND"))
    }
    if let entry = config.last("core.sshCommand") {
      return Setting(value: try entry.string(), origin: .config(entry))
    }
    if let program = environment["GIT_SSH"] {
      return Setting(value: program, origin: .environment(variable: "GIT_SSH"))
    }
    return Setting(value: "ssh", origin: .standard)
  }

  private static func credentials(
    _ config: ConfigStack,
    _ endpoint: RemoteURL.Endpoint
  ) throws(ConfigError) -> Credentials {
    var helpers: [ConfigEntry] = []
    var username = endpoint.user.map { Setting(value: $0, origin: .url) }
    var usesPath = false
    for entry in config.entries where entry.section == "credential" {
      if let pattern = entry.subsection, !CredentialPattern(pattern).matches(endpoint) { continue }
      switch entry.name {
      case "helper":
        if try entry.string().isEmpty { helpers = [] } else { helpers.append(entry) }
      case "username":
        let value = try entry.string()
        if endpoint.user == nil { username = Setting(value: value, origin: .config(entry)) }
      case "usehttppath":
        usesPath = try entry.boolean()
      default:
        break
      }
    }
    return Credentials(helpers: helpers, username: username, usesPath: usesPath)
  }
}
