package import ByteKit
package import ConfigKit
import ToolKit

/// What configuration and options decide for every subcommand.
package struct Settings: Sendable {
  package var categories = CategoryMap()
  package var trailerName: ByteString = "Changelog"
  package var tagPrefix: ByteString = ""
  /// What `changelog.host` says; nil: the remote's host name tells.
  package var hostKind: HostKind?
  /// Whether references are linked (`changelog.host = none` says no).
  package var isLinked = true
  /// The remote whose pages are linked to; nil: the upstream's, else `origin`.
  package var remote: ByteString?
  /// Whether what breaks leads from 0.x to 1.0.0.
  package var majorOnZero = false

  /// Reads the `changelog.*` keys; `tagPrefix` is the option and wins over its key.
  package init(_ config: ConfigStack, tagPrefix: ByteString?) throws {
    for entry in config.entries where entry.section == "changelog" && entry.name == "category" {
      guard let type = entry.subsection else { continue }
      categories.set(type, to: try entry.string())
    }
    if let name = try config.string("changelog.trailer") { trailerName = name }
    self.tagPrefix = try tagPrefix ?? config.string("changelog.tagPrefix") ?? ""
    remote = try config.string("changelog.remote")
    majorOnZero = try config.boolean("changelog.majorOnZero") ?? false
    guard let host = try config.string("changelog.host") else { return }
    if host.trimmed.lowercasedASCII == "none" {
      isLinked = false
    } else {
      guard let kind = HostKind(named: host) else {
        let kinds = HostKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw ToolError(
          "bad value '\(host.text)' for 'changelog.host'",
          hints: ["it is one of \(kinds), none"]
        )
      }
      hostKind = kind
    }
  }
}

extension ConfigStack {
  /// The address that git fetches from for `remote`, `url.<base>.insteadOf` applied.
  func remoteURL(_ remote: ByteString) -> ByteString? {
    guard
      let url = last(ConfigKey(section: "remote", subsection: remote, name: "url"))?.value,
      !url.isEmpty
    else { return nil }
    var best: (prefix: ByteString, base: ByteString)?
    for entry in entries where entry.section == "url" && entry.name == "insteadof" {
      guard let prefix = entry.value, let base = entry.subsection, !prefix.isEmpty,
        url.hasPrefix(prefix), prefix.count > best?.prefix.count ?? 0
      else { continue }
      best = (prefix, base)
    }
    guard let best, let rest = url.dropping(prefix: best.prefix) else { return url }
    return best.base + rest
  }
}
