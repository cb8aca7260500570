package import ByteKit
package import ConfigKit
package import RemoteKit

/// What configuration and options decide for every subcommand.
package struct Settings: Sendable {
  package var categories = CategoryMap()
  package var trailerName: ByteString = "Changelog"
  package var tagPrefix: ByteString = ""
  /// Whether and how references are linked.
  package var host: HostSetting
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
    host = try HostSetting(config)
  }
}
