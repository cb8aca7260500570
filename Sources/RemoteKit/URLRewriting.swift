package import ByteKit
package import ConfigKit

/// `url.<base>.insteadOf` and `pushInsteadOf`: the longest beginning that fits counts, of equal
/// ones the first.
///
/// Source: git's remote.c (`alias_url`, `add_pushurl_alias`).
package struct URLRewriting: Sendable {
  private struct Rule {
    let base: ByteString
    let beginning: ByteString
    let entry: ConfigEntry
  }

  private let fetchRules: [Rule]
  private let pushRules: [Rule]

  /// Throws for a rule without a value, as git dies.
  package init(_ config: ConfigStack) throws(ConfigError) {
    fetchRules = try Self.rules("insteadof", config)
    pushRules = try Self.rules("pushinsteadof", config)
  }

  /// Base by base, in the order in which each first appears in a rule of this kind.
  private static func rules(
    _ name: ByteString,
    _ config: ConfigStack
  ) throws(ConfigError) -> [Rule] {
    var bases: [ByteString] = []
    var found: [ByteString: [Rule]] = [:]
    for entry in config.entries where entry.section == "url" && entry.name == name {
      guard let base = entry.subsection else { continue }
      if found[base] == nil { bases.append(base) }
      found[base, default: []].append(
        Rule(base: base, beginning: try entry.string(), entry: entry)
      )
    }
    return bases.flatMap { found[$0] ?? [] }
  }

  /// `url` as `insteadOf` leaves it.
  package func fetchURL(_ url: ByteString, _ entry: ConfigEntry? = nil) -> RemoteURL {
    Self.rewritten(url, entry, fetchRules)
  }

  /// Where to push if no `pushurl` is configured: only to those that `pushInsteadOf` changes, or
  /// else to all.
  func pushURLs(_ urls: [ConfiguredURL]) -> [RemoteURL] {
    let changed = urls.map { Self.rewritten($0.value, $0.entry, pushRules) }
      .filter { $0.rewrite != nil }
    return changed.isEmpty ? urls.map { fetchURL($0.value, $0.entry) } : changed
  }

  private static func rewritten(
    _ url: ByteString,
    _ entry: ConfigEntry?,
    _ rules: [Rule]
  ) -> RemoteURL {
    var longest: Rule?
    for rule in rules where url.hasPrefix(rule.beginning) {
      if longest.map({ rule.beginning.count > $0.beginning.count }) ?? true { longest = rule }
    }
    return RemoteURL(
      configured: url,
      entry: entry,
      used: longest.map { $0.base + ByteString(url.bytes.dropFirst($0.beginning.count)) } ?? url,
      rewrite: longest?.entry
    )
  }
}
