package import ByteKit
package import ConfigKit

/// The software behind a host that keeps repositories: each has its own addresses.
package enum HostKind: String, CaseIterable, Sendable {
  case github, gitlab, bitbucket, gitea, forgejo, azure

  /// The value of `changelog.host`.
  package init?(named name: ByteString) {
    switch name.trimmed.lowercasedASCII {
    case "azure-devops", "azuredevops": self = .azure
    case let word:
      guard let kind = Self.allCases.first(where: { word == ByteString($0.rawValue) }) else {
        return nil
      }
      self = kind
    }
  }

  /// What the host's name tells, or nil where it tells nothing.
  ///
  /// The services' own names, and self-hosted ones that carry the software's name
  /// (`gitlab.example.com`).
  init?(host: ByteString) {
    let host = host.lowercasedASCII
    let labels = host.split(on: UInt8(ascii: "."))
    if ["dev.azure.com", "ssh.dev.azure.com"].contains(host) || host.hasSuffix(".visualstudio.com")
    {
      self = .azure
    } else if host == "codeberg.org" {
      self = .forgejo
    } else if let kind = Self.allCases.first(where: { kind in
      kind != .azure
        && labels.contains { $0 == ByteString(kind.rawValue) || $0.hasPrefix("\(kind.rawValue)-") }
    }) {
      self = kind
    } else {
      return nil
    }
  }
}

/// What `changelog.host` says of the host, for every command that names its pages.
package struct HostSetting: Hashable, Sendable {
  /// nil: the host's name tells.
  package private(set) var kind: HostKind?
  /// False for `none`: no page is named.
  package private(set) var isLinked = true

  /// Throws for a value that names no kind of host.
  package init(_ config: ConfigStack) throws(ConfigError) {
    guard let entry = config.last("changelog.host") else { return }
    let value = try entry.string()
    kind = HostKind(named: value)
    if kind != nil { return }
    guard value.trimmed.lowercasedASCII == "none" else {
      let kinds = HostKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw ConfigError(
        .value,
        "bad value '\(value.text)' for 'changelog.host'",
        file: entry.origin.source?.path,
        line: entry.origin.line,
        hints: ["it is one of \(kinds), none"]
      )
    }
    isLinked = false
  }
}
