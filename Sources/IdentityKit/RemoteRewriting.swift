import ByteKit
import ConfigKit

/// `url.<base>.insteadOf` and `pushInsteadOf`: the longest beginning that fits counts, of equal
/// ones the first.
struct RemoteRewriting {
  private struct Rule {
    let base: ByteString
    let beginning: ByteString
    let entry: ConfigEntry
  }

  private var fetchRules: [Rule] = []
  private var pushRules: [Rule] = []

  init(_ config: ConfigStack) throws(ConfigError) {
    // Git goes through the bases in the order in which they first appear.
    for base in config.subsections(of: "url") {
      for entry in config.all(ConfigKey(section: "url", subsection: base, name: "insteadof")) {
        fetchRules.append(Rule(base: base, beginning: try entry.string(), entry: entry))
      }
      for entry in config.all(ConfigKey(section: "url", subsection: base, name: "pushinsteadof")) {
        pushRules.append(Rule(base: base, beginning: try entry.string(), entry: entry))
      }
    }
  }

  func fetchURL(_ url: ByteString, _ entry: ConfigEntry?) -> RemoteURL {
    Self.rewritten(url, entry, fetchRules)
  }

  /// Where to push if no `pushurl` is configured: only to those that `pushInsteadOf` changes, or
  /// else to all.
  func pushURLs(_ urls: [(value: ByteString, entry: ConfigEntry?)]) -> [RemoteURL] {
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
