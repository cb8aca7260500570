import ByteKit

/// Where each entry of a merge goes and what it says.
struct BulletPlan {
  private struct Item {
    var place: PlacedBullet.Place
    var title: ByteString?
    /// The lines that each side has for it, and what was agreed on; nil: both reworded it.
    var lines: [ChangelogMerge.Side: [ByteString]]
    var agreed: [ByteString]?
    /// The side that it is inserted like, and its place among that side's entries.
    var origin: ChangelogMerge.Side
    var index: Int
    var isAdded: Bool

    func lines(preferring side: ChangelogMerge.Side) -> [ByteString] {
      agreed ?? lines[side] ?? []
    }

    func content(preferring side: ChangelogMerge.Side) -> [ByteString] {
      lines(preferring: side).map(\.trimmed)
    }
  }

  private let ours: [PlacedBullet]
  private let theirs: [PlacedBullet]
  private var items: [Item] = []

  var conflicts: Int { items.count { $0.agreed == nil } }

  init(_ merge: ChangelogMerge) {
    let base = PlacedBullet.all(of: merge.base)
    ours = PlacedBullet.all(of: merge.ours)
    theirs = PlacedBullet.all(of: merge.theirs)
    let oursMatch = SideMatch(base: base, side: ours)
    let theirsMatch = SideMatch(base: base, side: theirs)
    var oursAdded = Set(oursMatch.added)
    var theirsAdded = Set(theirsMatch.added)
    for (index, old) in base.enumerated() {
      var mine = oursMatch.successors[index]
      var other = theirsMatch.successors[index]
      if let (left, right) = Self.both(mine, other) {
        // Another entry in the place of one that the other side released: one gone, one new.
        if Self.isReplaced(old, by: theirs[right], movedTo: ours[left]) {
          theirsAdded.insert(right)
          other = nil
        } else if Self.isReplaced(old, by: ours[left], movedTo: theirs[right]) {
          oursAdded.insert(left)
          mine = nil
        }
      }
      if let item = item(old, mine, other) { items.append(item) }
    }
    for index in oursAdded.sorted() {
      items.append(added(ours[index], index, origin: .ours))
    }
    let known = Set(oursAdded.map { ours[$0].content })
    for index in theirsAdded.sorted() where !known.contains(theirs[index].content) {
      items.append(added(theirs[index], index, origin: .theirs))
    }
  }

  private static func both(_ left: Int?, _ right: Int?) -> (Int, Int)? {
    guard let left, let right else { return nil }
    return (left, right)
  }

  private static func isReplaced(
    _ old: PlacedBullet,
    by new: PlacedBullet,
    movedTo moved: PlacedBullet
  ) -> Bool {
    moved.section != old.section && new.content != old.content && old.likeness(to: new) < 0.5
  }

  private func added(_ bullet: PlacedBullet, _ index: Int, origin: ChangelogMerge.Side) -> Item {
    Item(
      place: bullet.place,
      title: bullet.title,
      lines: [:],
      agreed: bullet.lines,
      origin: origin,
      index: index,
      isAdded: true
    )
  }

  /// What becomes of an entry of the base; nil: it goes.
  private func item(_ old: PlacedBullet, _ mine: Int?, _ other: Int?) -> Item? {
    guard let (left, right) = Self.both(mine, other) else {
      // Deleted on one side: it goes, unless the other side gave it new words.
      let kept: (PlacedBullet, Int, ChangelogMerge.Side)? =
        mine.map { (ours[$0], $0, .ours) } ?? other.map { (theirs[$0], $0, .theirs) }
      guard let (bullet, index, origin) = kept, bullet.content != old.content else { return nil }
      return Item(
        place: bullet.place,
        title: bullet.title,
        lines: [:],
        agreed: bullet.lines,
        origin: origin,
        index: index,
        isAdded: false
      )
    }
    let (mine, other) = (ours[left], theirs[right])
    let isMovedHere = mine.place != old.place
    var place = isMovedHere ? mine.place : other.place
    var title = isMovedHere ? mine.title : other.title
    if isMovedHere, other.place.group != old.place.group, mine.place.group == old.place.group {
      (place.group, title) = (other.place.group, other.title)
    }
    if mine.section == old.section, other.section != old.section { place.section = other.section }
    return Item(
      place: place,
      title: title,
      lines: [.ours: mine.lines, .base: old.lines, .theirs: other.lines],
      agreed: Self.agreed(old, mine, other),
      origin: isMovedHere ? .ours : .theirs,
      index: isMovedHere ? left : right,
      isAdded: false
    )
  }

  /// The words both sides can agree on; nil if both gave it new ones.
  private static func agreed(
    _ old: PlacedBullet,
    _ mine: PlacedBullet,
    _ other: PlacedBullet
  ) -> [ByteString]? {
    if mine.content == other.content || other.content == old.content { return mine.lines }
    if mine.content == old.content { return other.lines }
    guard old.lines.count + mine.lines.count + other.lines.count > 3 else { return nil }
    var lines: [ByteString] = []
    for hunk in ThreeWay.merge(base: old.lines, ours: mine.lines, theirs: other.lines) {
      switch hunk {
      case .merged(let merged): lines += merged
      // Both added to an entry of several lines: nested items of both.
      case .conflict(let ours, let base, let theirs) where base.isEmpty: lines += ours + theirs
      case .conflict: return nil
      }
    }
    return lines
  }

  // MARK: Applying

  mutating func apply(to document: inout Document, preferring side: ChangelogMerge.Side) {
    let missing = reword(in: &document, preferring: side)
    for item in missing { insert(item, into: &document, preferring: side) }
    removeRest(from: &document, preferring: side)
  }

  /// Gives the entries that the document has their words; what it lacks is returned.
  private func reword(in document: inout Document, preferring side: ChangelogMerge.Side) -> [Item] {
    let placed = PlacedBullet.all(of: document)
    var open = Set(items.indices)
    var byPlace: [PlacedBullet.Place: [Int]] = [:]
    for index in items.indices { byPlace[items[index].place, default: []].append(index) }
    var replacements: [(Bullet, [ByteString])] = []
    var unmatched: [PlacedBullet] = []
    for bullet in placed {
      let same = byPlace[bullet.place]?.first {
        open.contains($0) && items[$0].content(preferring: side) == bullet.content
      }
      if let same { open.remove(same) } else { unmatched.append(bullet) }
    }
    for bullet in unmatched {
      let other = byPlace[bullet.place]?.first { index in
        open.contains(index)
          && items[index].lines.values.contains { $0.map(\.trimmed) == bullet.content }
      }
      guard let other else { continue }
      open.remove(other)
      replacements.append((bullet.bullet, items[other].lines(preferring: side)))
    }
    for (bullet, lines) in replacements.reversed() {
      document.replaceLines(bullet.lines, with: lines)
    }
    return open.sorted().map { items[$0] }
  }

  private func insert(
    _ item: Item,
    into document: inout Document,
    preferring side: ChangelogMerge.Side
  ) {
    let lines = item.lines(preferring: side)
    let placed = PlacedBullet.all(of: document).filter { $0.place == item.place }
    guard !placed.isEmpty else { return insertFirst(item, lines, into: &document) }
    let list = item.origin == .theirs ? theirs : ours
    let own = list[item.index].place
    let before = list[..<item.index].reversed().lazy.filter { $0.place == own }
    let addedHere = Set(
      items.filter { $0.isAdded && $0.origin == .ours }.map { $0.content(preferring: side) }
    )
    var next = 0
    for predecessor in before {
      let words = words(of: predecessor, preferring: side)
      if let found = placed.lastIndex(where: { $0.content == words }) {
        next = found + 1
        break
      }
    }
    if item.origin == .theirs {
      while next < placed.count, addedHere.contains(placed[next].content) { next += 1 }
    }
    let isSpaced = document.style.separatesBullets
    if next < placed.count {
      let line = placed[next].bullet.lines.lowerBound
      document.replaceLines(line..<line, with: lines + (isSpaced ? [""] : []))
    } else {
      let line = placed[placed.count - 1].bullet.lines.upperBound
      document.replaceLines(line..<line, with: (isSpaced ? [""] : []) + lines)
    }
  }

  /// The final words of an entry of one side.
  private func words(
    of bullet: PlacedBullet,
    preferring side: ChangelogMerge.Side
  ) -> [ByteString] {
    items.first { $0.lines.values.contains(bullet.lines) }?.content(preferring: side)
      ?? bullet.content
  }

  private func insertFirst(_ item: Item, _ lines: [ByteString], into document: inout Document) {
    let keys = SectionKey.keys(of: document)
    var index = keys.firstIndex(of: item.place.section)
    if index == nil {
      guard (try? document.createUnreleased()) != nil else { return }
      index = document.sections.firstIndex(where: \.isUnreleased)
    }
    guard let index else { return }
    let section = document.sections[index]
    let group = item.title.flatMap { document.group(titled: $0, in: section) }
    document.insert(lines: lines, category: item.title, group: group, in: section)
  }

  private func removeRest(
    from document: inout Document,
    preferring side: ChangelogMerge.Side
  ) {
    var wanted: [PlacedBullet.Place: [[ByteString]: Int]] = [:]
    for item in items {
      wanted[item.place, default: [:]][item.content(preferring: side), default: 0] += 1
    }
    var rest: [Bullet] = []
    for bullet in PlacedBullet.all(of: document) {
      if let count = wanted[bullet.place]?[bullet.content], count > 0 {
        wanted[bullet.place]?[bullet.content] = count - 1
      } else {
        rest.append(bullet.bullet)
      }
    }
    for bullet in rest.reversed() { document.remove(bullet) }
  }
}
