package import ByteKit

extension Document {
  /// Takes an entry out, and the category's heading with it if nothing is left below it.
  package mutating func remove(_ bullet: Bullet) {
    let holder = sections.lazy.flatMap { section in section.groups.map { (section, $0) } }
      .first { $0.1.bullets.contains(bullet) }
    var range = bullet.lines
    guard let (section, group) = holder else { return replaceLines(range, with: []) }
    if group.bullets.count == 1, group.heading != nil, !group.hasProse,
      !hasSubgroups(group, section)
    {
      range = group.lines
    } else if bullet == group.bullets.first, group.bullets.count > 1 {
      range = range.lowerBound..<group.bullets[1].lines.lowerBound
    } else if let before = group.bullets.last(where: { $0.lines.upperBound <= range.lowerBound }) {
      range = before.lines.upperBound..<range.upperBound
    }
    let isLoneBefore = range.lowerBound > 0 && lines[range.lowerBound - 1].isBlank
    let isLoneAfter = range.upperBound == lines.count || lines[range.upperBound].isBlank
    if isLoneBefore, isLoneAfter { range = (range.lowerBound - 1)..<range.upperBound }
    replaceLines(range, with: [])
  }

  private func hasSubgroups(_ group: Group, _ section: Section) -> Bool {
    section.groups.contains {
      $0.lines.lowerBound >= group.lines.upperBound
        && ($0.heading?.level ?? 0) > group.heading?.level ?? 0
        && $0.lines.lowerBound < nextPeer(of: group, in: section)
    }
  }

  private func nextPeer(of group: Group, in section: Section) -> Int {
    section.groups.first {
      $0.lines.lowerBound >= group.lines.upperBound
        && ($0.heading?.level ?? 7) <= group.heading?.level ?? 7
    }?.lines.lowerBound ?? section.body.upperBound
  }

  /// Gives an entry another text; its bullet, its place and what is nested in it stay.
  package mutating func replace(_ bullet: Bullet, with text: ByteString) {
    let end = bullet.children.first?.lines.lowerBound ?? bullet.lines.upperBound
    replaceLines(
      bullet.lines.lowerBound..<end,
      with: Self.render(text, prefix: bullet.item.prefix)
    )
  }
}
