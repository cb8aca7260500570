package import ByteKit

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
    if host == "dev.azure.com" || host.hasSuffix(".visualstudio.com") {
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
