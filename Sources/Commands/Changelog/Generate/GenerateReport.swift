import ByteKit
import RemoteKit

/// Releases as a changelog in the form of Keep a Changelog.
struct GenerateReport {
  let links: HostLinks?
  /// The commit at which a range begins.
  let older: ByteString?
  let tags: VersionTags
  /// Whether it is the whole changelog, with its title.
  let isWhole: Bool

  func markdown(_ releases: [Release]) -> ByteString {
    var text: ByteString = ""
    if isWhole {
      // The title and what follows it are a new changelog's up to its Unreleased heading.
      let new = Document.new()
      text += new.unreleased.map { new.text(of: 0..<$0.headingLine) } ?? ""
    }
    var isFirst = true
    for release in releases where isWhole || release.version != nil || !release.entries.isEmpty {
      if !isFirst { text += "\n" }
      isFirst = false
      write(release, to: &text)
    }
    let definitions = definitions(releases)
    if !definitions.isEmpty, !isFirst { text += "\n" }
    for definition in definitions { text += definition + "\n" }
    return text
  }

  private func write(_ release: Release, to text: inout ByteString) {
    if let version = release.version, let day = release.day {
      text += "## [\(version.spelling)] - \(day)\n"
    } else {
      text += "## [Unreleased]\n"
    }
    for (title, entries) in Self.categories(release.entries) {
      text += "\n### \(title)\n\n"
      for index in entries {
        text += "- "
        text += release.entries[index].rendered
        text += "\n"
      }
    }
  }

  /// The entries' numbers by category: Keep a Changelog's in their order, then the user's own by
  /// first use.
  private static func categories(_ entries: [Entry]) -> [(title: ByteString, entries: [Int])] {
    var titles = Category.allCases.map(\.title)
    var places = [[Int]](repeating: [], count: titles.count)
    for index in entries.indices {
      let category = entries[index].category
      if let place = titles.firstIndex(of: category) {
        places[place].append(index)
      } else {
        titles.append(category)
        places.append([index])
      }
    }
    return zip(titles, places).filter { !$1.isEmpty }.map { ($0, $1) }
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
