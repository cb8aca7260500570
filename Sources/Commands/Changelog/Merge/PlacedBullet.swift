import ByteKit

/// A top-level entry of one side of a merge: where it stands and its lines.
struct PlacedBullet {
  var section: SectionKey
  /// The category's title, nil outside categories.
  var title: ByteString?
  var bullet: Bullet
  var lines: [ByteString]

  /// Its lines without indentation and blanks at the end: equal for entries that say the same.
  var content: [ByteString]

  var place: Place { Place(section: section, group: groupKey) }

  struct Place: Hashable {
    var section: SectionKey
    var group: ByteString?
  }

  private var groupKey: ByteString? {
    title.map { Category(title: $0)?.title ?? $0.lowercasedASCII }
  }

  static func all(of document: Document) -> [PlacedBullet] {
    zip(SectionKey.keys(of: document), document.sections).flatMap { key, section in
      section.groups.flatMap { group in
        group.bullets.map { bullet in
          let lines = document.lines[bullet.lines].map(\.content)
          return PlacedBullet(
            section: key,
            title: group.title,
            bullet: bullet,
            lines: lines,
            content: lines.map(\.trimmed)
          )
        }
      }
    }
  }

  /// How much two entries have in common: twice the common words by all words, 0 to 1.
  func likeness(to other: PlacedBullet) -> Double {
    func words(_ bullet: PlacedBullet) -> [ByteString] {
      EntryIndex.key(bullet.bullet.text).text.bytes
        .split { !$0.isASCIILetterOrDigit && $0 < 128 }.map { ByteString($0) }
    }
    let (mine, theirs) = (words(self), words(other))
    guard !mine.isEmpty || !theirs.isEmpty else { return 1 }
    var counts: [ByteString: Int] = [:]
    for word in mine { counts[word, default: 0] += 1 }
    var common = 0
    for word in theirs where counts[word, default: 0] > 0 {
      counts[word, default: 0] -= 1
      common += 1
    }
    return 2 * Double(common) / Double(mine.count + theirs.count)
  }
}
