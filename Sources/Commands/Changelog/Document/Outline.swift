import ByteKit

/// The reading of a changelog's lines: which are headings of sections and categories, which bullets.
struct Outline {
  let lines: [Line]
  private(set) var scan: [LineScanner.Result]
  private(set) var sections: [Section] = []
  private(set) var linkDefinitions: [(line: Int, definition: LinkDefinition)] = []

  init(_ lines: [Line]) {
    self.lines = lines
    scan = LineScanner.scan(lines)
    for (index, result) in scan.enumerated() {
      if case .definition(let definition) = result.kind {
        linkDefinitions.append((index, definition))
      }
    }
    var starts = sectionStarts()
    if !starts.contains(where: { $0.kind != .other }) {
      markParagraphVersions()
      starts = sectionStarts()
    }
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].first : lines.count
      sections.append(section(start, end: end))
    }
  }

  private struct Start {
    var kind: Section.Kind
    var heading: Heading
    var title: VersionTitle?
    var line: Int
    /// The line itself, or that of an anchor right above it.
    var first: Int
  }

  private func heading(at line: Int) -> Heading? {
    if case .heading(let heading) = scan[line].kind { heading } else { nil }
  }

  // MARK: Sections

  private func sectionStarts() -> [Start] {
    var candidates: [Start] = []
    for line in lines.indices {
      guard let heading = heading(at: line) else { continue }
      let title = VersionTitle(heading.title)
      let kind: Section.Kind =
        switch title {
        case nil: .other
        case .some(let title) where title.isUnreleased: .unreleased
        case .some(let title): .release(label: title.label, version: title.version)
        }
      candidates.append(
        Start(kind: kind, heading: heading, title: title, line: line, first: anchored(line))
      )
    }
    let levels = sectionLevels(candidates)
    let newest = candidates.firstIndex { $0.kind != .other && $0.title?.isStrict == true }
    var starts: [Start] = []
    var current: Int?
    for (index, candidate) in candidates.enumerated() {
      var start = candidate
      if let title = start.title, !title.isStrict, !levels.contains(start.heading.level) {
        (start.kind, start.title) = (.other, nil)
      }
      if start.kind == .other, index < newest ?? 0, levels.contains(start.heading.level),
        Self.namesUnreleased(start.heading.title)
      {
        start.kind = .unreleased
      }
      if start.kind == .other {
        // A heading ends a section unless it stands below it or is a category's, whatever its level:
        // standard-version mixes `##`, `###` releases with `###` categories.
        if current != nil,
          start.heading.level > levels.min() ?? 1 || Category(title: start.heading.title) != nil
        {
          continue
        }
      }
      current = index
      starts.append(start)
    }
    return starts
  }

  /// The levels at which versions stand.
  private func sectionLevels(_ candidates: [Start]) -> Set<Int> {
    let strict = candidates.filter { $0.title?.isStrict == true }
    if !strict.isEmpty { return Set(strict.map(\.heading.level)) }
    let loose = candidates.filter { $0.title != nil }.map(\.heading.level).min()
    return Set(loose.map { [$0] } ?? [])
  }

  /// Whether a heading above the newest release means what is unreleased: by one of the usual words,
  /// or bracketed like a version in whatever language.
  private static func namesUnreleased(_ title: ByteString) -> Bool {
    if unreleasedNames.contains(title.plainWords) { return true }
    return title.hasPrefix("[") && title.hasSuffix("]")
      && title.bytes.count { $0 == UInt8(ascii: "[") } == 1
  }

  /// What else changelogs call the section of the coming release, if it stands first.
  private static let unreleasedNames: Set<ByteString> = [
    "next", "upcoming", "head", "master", "main", "trunk", "develop", "development", "dev",
    "next release", "next version", "upcoming release", "upcoming version", "in progress",
    "work in progress", "wip", "to be released", "tbd", "pending", "coming soon",
  ]

  /// The first of the `<a name="1.2.3"></a>` lines right above `line`.
  private func anchored(_ line: Int) -> Int {
    var first = line
    while first > 0, lines[first - 1].trimmed.hasPrefix("<a "),
      lines[first - 1].trimmed.hasSuffix("</a>")
    {
      first -= 1
    }
    return first
  }

  /// Takes lone lines such as `1.2.3 (2024-05-06)` and `**1.2.3**` for headings: in a file without
  /// any heading that names a version.
  private mutating func markParagraphVersions() {
    for line in lines.indices where isLoneText(line) {
      let heading = Heading(
        text: lines[line].content,
        form: .paragraph,
        level: Heading.paragraphLevel
      )
      guard let title = VersionTitle(heading.title), title.isStrict else { continue }
      scan[line].kind = .heading(heading)
    }
  }

  /// Whether the line is a paragraph of its own, outside lists.
  private func isLoneText(_ line: Int) -> Bool {
    guard case .text = scan[line].kind, lines[line].indentation < 4,
      let first = lines[line].trimmed.bytes.first, first != UInt8(ascii: "#"),
      first != UInt8(ascii: ">")
    else { return false }
    if line > 0 {
      switch scan[line - 1].kind {
      case .text, .item, .continuation: return false
      default: break
      }
    }
    guard line + 1 < lines.count else { return true }
    if case .text = scan[line + 1].kind { return false }
    return true
  }

  private mutating func section(_ start: Start, end: Int) -> Section {
    var bodyStart = start.line + 1
    if bodyStart < end, case .underline = scan[bodyStart].kind { bodyStart += 1 }
    var bodyEnd = end
    while bodyEnd > bodyStart, isTrailer(bodyEnd - 1) { bodyEnd -= 1 }
    let body = bodyStart..<bodyEnd
    return Section(
      kind: start.kind,
      heading: start.heading,
      title: start.title,
      lines: start.first..<end,
      headingLine: start.line,
      body: body,
      groups: groups(in: body, below: start.heading)
    )
  }

  /// Whether the line ends a section without being part of it.
  private func isTrailer(_ line: Int) -> Bool {
    switch scan[line].kind {
    case .blank, .definition, .rule: true
    case .comment: scan[line].depth == 0
    default: false
    }
  }

  // MARK: Groups

  private mutating func groups(in body: Range<Int>, below section: Heading) -> [Group] {
    var starts: [(line: Int, heading: Heading?)] = [(body.lowerBound, nil)]
    for line in body {
      if case .heading(let heading) = scan[line].kind {
        starts.append((line, heading))
      } else if let heading = paragraphCategory(at: line, in: body) {
        scan[line].kind = .heading(heading)
        starts.append((line, heading))
      }
    }
    var groups: [Group] = []
    for (index, start) in starts.enumerated() {
      var end = index + 1 < starts.count ? starts[index + 1].line : body.upperBound
      while end > start.line, case .blank = scan[end - 1].kind { end -= 1 }
      if start.heading != nil { end = max(end, start.line + 1) }
      groups.append(group(start.line..<end, heading: start.heading, after: groups))
    }
    return groups
  }

  /// `**Added**` or `Bug fixes:` alone on a line, used as a heading.
  private func paragraphCategory(at line: Int, in body: Range<Int>) -> Heading? {
    guard isLoneText(line), line + 1 < body.upperBound else { return nil }
    let trimmed = lines[line].trimmed
    let isBold = trimmed.count > 4 && trimmed.hasPrefix("**") && trimmed.hasSuffix("**")
    let isKnown = trimmed.hasSuffix(":") && Category(title: trimmed) != nil
    let isBoldTitle = isBold && !ByteString(trimmed.bytes.dropFirst(2).dropLast(2)).contains("**")
    guard isKnown || isBoldTitle else { return nil }
    return Heading(text: lines[line].content, form: .paragraph, level: Heading.paragraphLevel)
  }

  private func group(_ range: Range<Int>, heading: Heading?, after earlier: [Group]) -> Group {
    var first = range.lowerBound
    if heading != nil {
      first += 1
      if first < range.upperBound, case .underline = scan[first].kind { first += 1 }
    }
    let content = min(first, range.upperBound)..<range.upperBound
    let bullets = bullets(in: content, depth: 1)
    var hasProse = false
    for line in content where !bullets.contains(where: { $0.lines.contains(line) }) {
      switch scan[line].kind {
      case .text, .code, .continuation: hasProse = true
      default: break
      }
    }
    let own = heading.flatMap { Category(title: $0.title) }
    let enclosing = earlier.last { ($0.heading?.level ?? 0) < heading?.level ?? 0 }
    return Group(
      title: heading.map { $0.title.withoutEmphasis },
      category: own ?? enclosing?.category,
      heading: heading,
      lines: range,
      bullets: bullets,
      hasProse: hasProse
    )
  }

  // MARK: Bullets

  /// The list items at `depth` in `range`.
  private func bullets(in range: Range<Int>, depth: Int) -> [Bullet] {
    var bullets: [Bullet] = []
    var line = range.lowerBound
    while line < range.upperBound {
      guard case .item(let item) = scan[line].kind, scan[line].depth >= depth else {
        line += 1
        continue
      }
      let own = scan[line].depth
      var end = line + 1
      while end < range.upperBound, belongs(end, to: own) { end += 1 }
      let next = end
      while case .blank = scan[end - 1].kind { end -= 1 }
      bullets.append(
        Bullet(
          lines: line..<end,
          text: text(of: line..<end, item: item, depth: own),
          children: self.bullets(in: (line + 1)..<end, depth: own + 1),
          item: item
        )
      )
      line = next
    }
    return bullets
  }

  private func belongs(_ line: Int, to depth: Int) -> Bool {
    switch scan[line].kind {
    case .blank: true
    case .item: scan[line].depth > depth
    default: scan[line].depth >= depth
    }
  }

  private func text(of range: Range<Int>, item: ListItem, depth: Int) -> ByteString {
    var pieces = [ByteString(lines[range.lowerBound].content.bytes.dropFirst(item.prefix.count))]
    for line in range.dropFirst() where scan[line].depth == depth {
      if case .continuation = scan[line].kind { pieces.append(lines[line].content) }
    }
    return pieces.map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension ByteString {
  /// Without `**`, `__`, backticks or a colon around it.
  var withoutEmphasis: ByteString {
    let marks = Set<UInt8>("*_`: ".utf8)
    guard let first = bytes.firstIndex(where: { !marks.contains($0) }),
      let last = bytes.lastIndex(where: { !marks.contains($0) })
    else { return self }
    return ByteString(bytes[first...last])
  }
}
