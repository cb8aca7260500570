package import ByteKit
package import ConfigKit
import FileKit
package import ProcessKit

/// How git would sign the next commit and tag, and with which key.
///
/// Source: `commit.gpgSign`, `tag.gpgSign`, `gpg.*` and `user.signingKey` in git-config(1).
package struct Signing: Sendable {
  package enum Format: String, Sendable {
    case openpgp
    case x509
    case ssh

    /// The program if nothing else is configured.
    var standardProgram: ByteString {
      switch self {
      case .openpgp: "gpg"
      case .x509: "gpgsm"
      case .ssh: "ssh-keygen"
      }
    }
  }

  package enum Key: Sendable {
    /// `user.signingKey`, which gpg looks up.
    case named(ByteString)
    /// `user.signingKey` with an ssh key itself: `key::ssh-ed25519 ...`.
    case literal(ByteString)
    /// `user.signingKey` with an ssh key's file: the absolute path, and whether it is there.
    case file(ByteString, exists: Bool)
    /// Without `user.signingKey` gpg looks for the committer: `Name <address>`.
    case committer(ByteString)
    /// Without `user.signingKey` ssh takes what this command prints first.
    case command(ByteString)
    /// Git would refuse to sign.
    case missing
  }

  package let signsCommits: Bool
  package let signsTags: Bool
  package let format: Format
  package let key: Key
  package let program: ByteString
  /// `gpg.ssh.allowedSignersFile`, absolute.
  package let allowedSignersFile: ByteString?
  /// Where each of these was said, by key; those that were not said are absent.
  package let entries: [ByteString: ConfigEntry]

  /// Throws for a value that git refuses when it signs.
  ///
  /// Relative paths start from `directory`, where git stands when it commits.
  package init(
    config: ConfigStack,
    committer: IdentityAnswer,
    environment: Environment,
    directory: ByteString
  ) throws(ConfigError) {
    var entries: [ByteString: ConfigEntry] = [:]
    func last(_ key: ByteString) -> ConfigEntry? {
      let entry = config.last(key)
      entries[key] = entry
      return entry
    }
    signsCommits = try last("commit.gpgSign")?.boolean() ?? false
    signsTags = try last("tag.gpgSign")?.boolean() ?? false
    format = try Self.format(last("gpg.format"))
    program = try Self.program(config, format, &entries)
    let expansion = PathExpansion(environment: environment, users: .system(environment))
    func absolute(_ path: ByteString) -> ByteString {
      (expansion.expand(path) ?? path).absolutePath(in: directory)
    }
    allowedSignersFile = (try last("gpg.ssh.allowedSignersFile")?.string()).map(absolute)
    let named = try last("user.signingKey")?.string()
    let command = try last("gpg.ssh.defaultKeyCommand")?.string()
    switch (format, named) {
    case (.ssh, let key?):
      if key.hasPrefix("key::") || key.hasPrefix("ssh-") {
        self.key = .literal(key.dropping(prefix: "key::") ?? key)
      } else {
        let path = absolute(key)
        self.key = .file(path, exists: FileSystem.exists(path))
      }
    case (.ssh, nil):
      key = command.map { .command($0) } ?? .missing
    case (_, let key?):
      self.key = .named(key)
    case (_, nil):
      key = committer.identity.map { .committer($0.text) } ?? .missing
    }
    self.entries = entries
  }

  private static func format(_ entry: ConfigEntry?) throws(ConfigError) -> Format {
    guard let entry else { return .openpgp }
    let value = try entry.string()
    guard let format = value.validText.flatMap(Format.init(rawValue:)) else {
      throw .badVariable(entry, cause: "invalid value for 'gpg.format': '\(value.text)'")
    }
    return format
  }

  /// Of the keys that name the format's program the last one counts.
  private static func program(
    _ config: ConfigStack,
    _ format: Format,
    _ entries: inout [ByteString: ConfigEntry]
  ) throws(ConfigError) -> ByteString {
    let specific = ConfigKey(
      section: "gpg",
      subsection: ByteString(format.rawValue),
      name: "program"
    )
    let general = ConfigKey(section: "gpg", name: "program")
    let entry = config.entries.last { entry in
      guard entry.name == "program", entry.section == "gpg" else { return false }
      return entry.subsection == specific.subsection
        || (format == .openpgp && entry.subsection == general.subsection)
    }
    guard let entry else { return format.standardProgram }
    entries["gpg.program"] = entry
    return try entry.string()
  }
}
