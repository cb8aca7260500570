package import ByteKit

extension Document {
  /// Where an entry goes.
  package enum Place: Hashable, Sendable {
    /// What is not released yet; the section is made if the file has none.
    case unreleased
    case release(Version)
  }

  /// An entry to insert: the title of its category, and its text without bullet, which may be several
  /// lines.
  package struct NewEntry: Hashable, Sendable {
    package var category: ByteString
    package var text: ByteString

    package init(category: ByteString, text: ByteString) {
      self.category = category
      self.text = text
    }
  }

  /// Adds one entry below the last one of its category.
  package mutating func insert(
    _ text: ByteString,
    category: ByteString,
    in place: Place = .unreleased
  ) throws(DocumentError) {
    try insert([NewEntry(category: category, text: text)], in: place)
  }

  /// Adds entries, each below the last one of its category, in the order given.
  ///
  /// A category's heading is made where the section has none: at its place in Keep a Changelog's
  /// order, in the file's own words for that category.
  package mutating func insert(
    _ entries: [NewEntry],
    in place: Place = .unreleased
  ) throws(DocumentError) {
    guard !entries.isEmpty else { return }
    var section = try makeSection(at: place)
    let style = style
    guard style.usesCategories else {
      let texts = entries.map(\.text)
      return insert(texts, into: plainGroup(of: section), of: section, style: style)
    }
    var titles: [ByteString] = []
    for entry in entries where !titles.contains(entry.category) { titles.append(entry.category) }
    for title in titles {
      let texts = entries.filter { $0.category == title }.map(\.text)
      if let group = group(titled: title, in: section) {
        insert(texts, into: group, of: section, style: style)
      } else {
        insert(texts, underNew: title, in: section, style: style)
      }
      section = try self.section(at: place)
    }
  }

  private func section(at place: Place) throws(DocumentError) -> Section {
    let found =
      switch place {
      case .unreleased: unreleased
      case .release(let version): self.section(for: version)
      }
    guard let found else {
      if case .release(let version) = place { throw .noSuchSection(version.description) }
      throw .noSections
    }
    return found
  }

  private mutating func makeSection(at place: Place) throws(DocumentError) -> Section {
    if place == .unreleased { try createUnreleased() }
    return try section(at: place)
  }

  // MARK: Groups

  /// The group of `section` that a category's entries belong to: one of that very title first.
  func group(titled title: ByteString, in section: Section) -> Group? {
    let key = title.withoutEmphasis.lowercasedASCII
    let named = section.groups.filter { $0.title != nil }
    if let same = named.first(where: { $0.title?.lowercasedASCII == key }) { return same }
    guard let category = Category(title: title) else { return nil }
    return named.first { group in group.title.flatMap { Category(title: $0) } == category }
  }

  /// Where the entries of a section without categories stand.
  private func plainGroup(of section: Section) -> Group {
    section.groups.last { !$0.bullets.isEmpty } ?? section.groups[0]
  }

  private mutating func insert(
    _ texts: [ByteString],
    into group: Group,
    of section: Section,
    style: Style
  ) {
    let like = group.bullets.last ?? section.bullets.last
    var rendered: [ByteString] = []
    let isSpaced =
      group.bullets.count > 1 ? separatesBullets([group]) : style.separatesBullets
    var prefix = like.map(Self.bulletPrefix) ?? style.bullet
    for (index, text) in texts.enumerated() {
      if isSpaced, index > 0 { rendered.append("") }
      rendered += Self.render(text, prefix: prefix)
      prefix = ListItem(prefix + "x").map { Self.nextPrefix(after: $0) } ?? prefix
    }
    if let last = group.bullets.last {
      let end = last.lines.upperBound
      replaceLines(end..<end, with: (isSpaced ? [""] : []) + rendered)
      return
    }
    insert(lines: rendered, intoEmpty: group, of: section, style: style)
  }

  /// Puts lines into a group that has no entries yet.
  private mutating func insert(
    lines entries: [ByteString],
    intoEmpty group: Group,
    of section: Section,
    style: Style
  ) {
    var rendered = entries
    let hasHeading = group.heading != nil
    let end =
      hasHeading
      ? group.lines.upperBound : max(group.lines.upperBound, section.body.lowerBound)
    let needsBlank =
      group.hasProse || (hasHeading ? style.hasBlankBelowCategory : style.hasBlankBelowSection)
    if needsBlank { rendered.insert("", at: 0) }
    if end < lines.count, !lines[end].isBlank, style.hasBlankAboveHeading { rendered.append("") }
    replaceLines(end..<end, with: rendered)
  }

  private static func nextPrefix(after item: ListItem) -> ByteString {
    bulletPrefix(like: Bullet(lines: 0..<0, text: "", children: [], item: item))
  }

  private mutating func insert(
    _ texts: [ByteString],
    underNew title: ByteString,
    in section: Section,
    style: Style
  ) {
    let prefix = section.bullets.last.map(\.item.prefix) ?? style.bullet
    var rendered: [ByteString] = []
    for (index, text) in texts.enumerated() {
      if style.separatesBullets, index > 0 { rendered.append("") }
      rendered += Self.render(text, prefix: prefix)
    }
    insert(lines: rendered, underNew: title, in: section, style: style)
  }

  /// Puts lines under a new heading.
  private mutating func insert(
    lines entries: [ByteString],
    underNew title: ByteString,
    in section: Section,
    style: Style
  ) {
    var rendered = headingLines(forCategory: title, in: section)
    rendered += (style.hasBlankBelowCategory ? [""] : []) + entries
    if let next = groupAfter(title, in: section) {
      let at = next.lines.lowerBound
      if style.hasBlankAboveHeading { rendered.append("") }
      replaceLines(at..<at, with: rendered)
      return
    }
    var end = section.body.lowerBound
    if let last = section.groups.last { end = max(end, last.lines.upperBound) }
    let isFirst = end == section.body.lowerBound
    if isFirst ? style.hasBlankBelowSection : style.hasBlankAboveHeading {
      rendered.insert("", at: 0)
    }
    if end < lines.count, !lines[end].isBlank, style.hasBlankAboveHeading { rendered.append("") }
    replaceLines(end..<end, with: rendered)
  }

  /// Puts an entry's very lines into `group`, under a new heading if that is nil, or where entries
  /// without a category stand.
  mutating func insert(
    lines entries: [ByteString],
    category title: ByteString?,
    group: Group?,
    in section: Section
  ) {
    if let group {
      insert(lines: entries, intoEmpty: group, of: section, style: style)
    } else if let title {
      insert(lines: entries, underNew: title, in: section, style: style)
    } else {
      insert(lines: entries, intoEmpty: section.groups[0], of: section, style: style)
    }
  }

  /// The first group that stands after `title` in Keep a Changelog's order.
  private func groupAfter(_ title: ByteString, in section: Section) -> Group? {
    guard let category = Category(title: title) else { return nil }
    let level = section.groups.compactMap { $0.heading?.level }.min()
    return section.groups.first { group in
      guard group.heading?.level == level, let other = group.title.flatMap({ Category(title: $0) })
      else { return false }
      return other > category
    }
  }

  /// A category's heading as the file writes that category, else as it writes categories.
  private func headingLines(forCategory title: ByteString, in section: Section) -> [ByteString] {
    let releases = sections.filter { $0.isRelease || $0.isUnreleased }
    let category = Category(title: title)
    let peers = section.groups.filter { $0.heading != nil }
    let all = releases.flatMap(\.groups).filter { $0.heading != nil && !$0.bullets.isEmpty }
    let key = title.lowercasedASCII
    let same =
      all.first { $0.title?.lowercasedASCII == key }
      ?? all.first { group in
        category != nil && group.title.flatMap { Category(title: $0) } == category
      }
    guard let model = same ?? peers.first ?? all.first, let heading = model.heading else {
      let level = min(6, section.heading.level + 1)
      return [ByteString([UInt8](repeating: UInt8(ascii: "#"), count: level)) + " " + title]
    }
    if heading.form == .numberSigns, heading.level <= section.heading.level, same == nil {
      let level = min(6, section.heading.level + 1)
      return [ByteString([UInt8](repeating: UInt8(ascii: "#"), count: level)) + " " + title]
    }
    let line = model.lines.lowerBound
    var rendered = [lines[line].content]
    if same == nil {
      let decorated =
        heading.form == .paragraph ? heading.title.replacingCore(with: title) : title
      rendered[0] = heading.content(lines[line].content, retitled: decorated)
    }
    if heading.form == .underlined { rendered.append(lines[line + 1].content) }
    return rendered
  }

  /// The lines of an entry: the first behind `prefix`, the others indented to its text.
  static func render(_ text: ByteString, prefix: ByteString) -> [ByteString] {
    let width = ListItem(prefix + "x")?.contentColumn ?? prefix.count
    let indentation = ByteString([UInt8](repeating: 32, count: width))
    return text.trimmed.lines.enumerated().map { index, line in
      let line = line.dropping(suffix: "\r") ?? line
      return index == 0 ? prefix + line : line.trimmed.isEmpty ? "" : indentation + line
    }
  }
}

extension ByteString {
  /// The same decoration (`**`, a colon) around other words.
  fileprivate func replacingCore(with title: ByteString) -> ByteString {
    guard let range = firstRange(of: withoutEmphasis), !range.isEmpty else { return title }
    return ByteString(bytes[..<range.lowerBound]) + title + ByteString(bytes[range.upperBound...])
  }
}
