package import ByteKit
package import ConfigKit
package import ProcessKit
package import RemoteKit

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
    let remotes = Remotes(config, environment: environment)
    let remote = if let given { given } else { try remotes.pushRemote(on: branch) }
    guard let urls = try remotes.urls(of: remote) else { return nil }
    fetchURLs = urls.fetch
    pushURLs = urls.push
    self.remote = remote
    let endpoint = pushURLs.first?.endpoint
    sshCommand =
      endpoint?.kind == .ssh ? try Self.sshCommand(config, environment) : nil
    if let endpoint, endpoint.kind == .http {
      credentials = try Self.credentials(config, endpoint)
    } else {
      credentials = nil
    }
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
    _ endpoint: RemoteEndpoint
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
