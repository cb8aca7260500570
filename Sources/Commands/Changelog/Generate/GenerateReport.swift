import ByteKit

/// Releases as a changelog in the form of Keep a Changelog.
struct GenerateReport {
  let links: HostLinks?
  /// The commit at which a range begins.
  let older: ByteString?
  let tags: VersionTags
  /// Whether it is the whole changelog, with its title.
  let isWhole: Bool

  func markdown(_ releases: [Release]) -> ByteString {
    var lines: [ByteString] = []
    for release in releases where isWhole || release.version != nil || !release.entries.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines += section(release)
    }
    let definitions = definitions(releases)
    if !definitions.isEmpty, !lines.isEmpty { lines.append("") }
    lines += definitions
    guard isWhole else { return Self.text(lines) }
    // The title and what follows it are a new changelog's up to its Unreleased heading.
    let new = Document.new()
    let title = new.unreleased.map { new.text(of: 0..<$0.headingLine) } ?? ""
    return title + Self.text(lines)
  }

  private static func text(_ lines: [ByteString]) -> ByteString {
    lines.map { $0 + "\n" }.joined(separator: "")
  }

  private func section(_ release: Release) -> [ByteString] {
    var lines: [ByteString]
    if let version = release.version, let day = release.day {
      lines = ["## [\(version.spelling)] - \(day)"]
    } else {
      lines = ["## [Unreleased]"]
    }
    for (title, entries) in Self.categories(release.entries) {
      lines += ["", "### \(title)", ""]
      lines += entries.map { "- \($0.rendered)" }
    }
    return lines
  }

  /// By category: Keep a Changelog's in their order, then the user's own by first use.
  private static func categories(_ entries: [Entry]) -> [(title: ByteString, entries: [Entry])] {
    let standard = Category.allCases.map(\.title)
    var titles = standard
    for entry in entries where !titles.contains(entry.category) { titles.append(entry.category) }
    let byTitle = Dictionary(grouping: entries, by: \.category)
    return titles.compactMap { title in byTitle[title].map { (title, $0) } }
  }

  private func definitions(_ releases: [Release]) -> [ByteString] {
    guard let links else { return [] }
    let start = older.flatMap { older in tags.all.last { $0.commit == older }?.name }
    var definitions: [ByteString] = []
    for (index, release) in releases.enumerated() {
      let previous = releases[(index + 1)...].lazy.compactMap(\.tag).first?.name ?? start
      if let version = release.version, let tag = release.tag {
        let target =
          previous.map { links.compare(from: $0, to: tag.name) } ?? links.release(tag: tag.name)
        definitions.append("[\(version.spelling)]: \(target)")
      } else if let previous {
        definitions.append("[unreleased]: \(links.compare(from: previous, to: "HEAD"))")
      }
    }
    return definitions
  }
}
