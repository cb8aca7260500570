import ByteKit

/// The entries under a released version that its tag does not have there: where a clean merge or
/// rebase put an entry of unreleased work, since the heading above it was renamed in the meantime.
struct MisfiledEntries {
  /// Top-level entries of `current` that the version did not have when it was tagged.
  ///
  /// One that was reworded since is none.
  static func find(in current: Section, of document: Document, tagged: Document) -> [Bullet] {
    guard let version = current.version, let old = tagged.section(for: version) else { return [] }
    func placed(_ section: Section, _ document: Document) -> [PlacedBullet] {
      section.groups.flatMap { group in
        group.bullets.map { bullet in
          let lines = document.lines[bullet.lines].map(\.content)
          return PlacedBullet(
            section: .version(version, 0),
            title: group.title,
            bullet: bullet,
            lines: lines,
            content: lines.map(\.trimmed)
          )
        }
      }
    }
    let now = placed(current, document)
    let match = SideMatch(base: placed(old, tagged), side: now)
    // A further entry, or one that stands where another one was: only the former is misfiled.
    return match.added.map { now[$0].bullet }
  }
}

extension Document {
  /// Moves an entry of a released version to Unreleased, under the same category.
  mutating func moveToUnreleased(_ bullet: Bullet) throws(DocumentError) {
    let title = sections.lazy.flatMap(\.groups).first { $0.bullets.contains(bullet) }?.title
    let lines = lines[bullet.lines].map(\.content)
    remove(bullet)
    try createUnreleased()
    guard let section = unreleased else { throw .noSections }
    let group = title.map { self.group(titled: $0, in: section) } ?? section.groups.first
    if let last = group?.bullets.last {
      let end = last.lines.upperBound
      let gap: [ByteString] = style.separatesBullets ? [""] : []
      replaceLines(end..<end, with: gap + lines)
    } else {
      insert(lines: lines, category: title, group: group, in: section)
    }
  }
}
