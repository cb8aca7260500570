package import ByteKit

extension Document {
  /// The sections of pre-releases that the final `version` takes in.
  package func prereleases(of version: Version) -> [Section] {
    guard !version.isPrerelease else { return [] }
    return sections.filter { section in
      section.version.map { $0.isPrerelease && $0.core == version.core } ?? false
    }
  }

  /// Moves what is unreleased under a heading of its own, and leaves an empty Unreleased above it.
  ///
  /// The heading takes the form of the newest one. Sections of the version's pre-releases are folded
  /// in, each entry once. Link definitions that compare versions go on; a file without any gets some
  /// with its first release.
  package mutating func release(_ request: ReleaseRequest) throws(DocumentError) {
    let version = request.version
    guard section(for: version) == nil else { throw .sectionExists(version.description) }
    let folded = prereleases(of: version)
    guard unreleased?.isEmpty == false || !folded.isEmpty else { throw .nothingToRelease }
    let isFirst = newestRelease == nil
    let targets = LinkPlan(self, request: request, folded: folded, isFirst: isFirst)
    try createUnreleased()
    guard let source = unreleased else { throw .noSections }
    let heading = releaseHeading(request)
    if source.title?.version != nil || source.title?.label.bareLabel == request.version.spelling {
      renameUnreleased(source, to: heading)
    } else {
      insertReleaseHeading(heading, below: source)
    }
    foldPrereleases(into: version)
    apply(targets, request: request)
  }

  /// Marks the heading of a released version as yanked; nothing changes if it already is.
  package mutating func yank(_ name: ByteString) throws(DocumentError) {
    guard let section = section(labelled: name) else { throw .noSuchSection(name.text) }
    guard !section.isYanked else { return }
    replaceHeading(of: section, with: section.heading.title + " [YANKED]")
  }

  // MARK: Headings

  private mutating func replaceHeading(of section: Section, with title: ByteString) {
    let line = section.headingLine
    let content = section.heading.content(lines[line].content, retitled: title)
    guard section.heading.form == .underlined else {
      return replaceLines(line..<(line + 1), with: [content])
    }
    replaceLines(line..<(line + 2), with: [content, underline(like: section, for: title)])
  }

  /// `1.3.0 (unreleased)` becomes the release's heading, and a new Unreleased stands above it.
  private mutating func renameUnreleased(_ source: Section, to heading: [ByteString]) {
    let model = newestRelease ?? source
    let above = unreleasedHeading(like: model)
    let end = source.headingLine + (source.heading.form == .underlined ? 2 : 1)
    let gap: [ByteString] = style.hasBlankAboveHeading ? [""] : []
    replaceLines(source.headingLine..<end, with: above + gap + heading)
  }

  private mutating func insertReleaseHeading(_ heading: [ByteString], below source: Section) {
    var line = source.body.lowerBound
    // A comment under Unreleased speaks to those who write entries there, so it stays.
    var end = line
    scan: while end < source.lines.upperBound {
      switch self.scan[end].kind {
      case .blank: end += 1
      case .comment:
        end += 1
        line = end
      default: break scan
      }
    }
    let gap: [ByteString] = style.hasBlankAboveHeading ? [""] : []
    var rendered = gap + heading
    if line < lines.count, !lines[line].isBlank, style.hasBlankBelowSection { rendered.append("") }
    replaceLines(line..<line, with: rendered)
  }

  /// The heading's lines, in the form of the newest release's heading.
  private func releaseHeading(_ request: ReleaseRequest) -> [ByteString] {
    let releases = sections.filter(\.isRelease)
    let dated = releases.filter { $0.title?.date != nil }
    let spelling = request.version.spelling
    guard let model = (dated.isEmpty ? releases : dated).first, let title = model.title else {
      let level = unreleased?.heading.level ?? 2
      let isBare = unreleased.map { $0.title?.isBracketed == false } ?? false
      let label = isBare ? spelling : "[" + spelling + "]"
      guard let source = unreleased else { return ["## " + label + " - " + request.date] }
      let words = label + " - " + request.date
      switch source.heading.form {
      case .underlined: return [words, underline(like: source, for: words)]
      case .paragraph: return [words]
      case .numberSigns:
        return [ByteString([UInt8](repeating: UInt8(ascii: "#"), count: level)) + " " + words]
      }
    }
    let words = HeadingTemplate(title, text: model.heading.title).title(for: request)
    let content = model.heading.content(lines[model.headingLine].content, retitled: words)
    guard model.heading.form == .underlined else { return [content] }
    return [content, underline(like: model, for: words)]
  }

  // MARK: Pre-releases

  /// Moves the entries of the version's pre-releases into its section, oldest first, and takes their
  /// sections away.
  private mutating func foldPrereleases(into version: Version) {
    while let section = prereleases(of: version).first, let target = self.section(for: version) {
      var known = EntryIndex(target.bullets.map(\.text))
      let groups = section.groups.map { group in
        (
          group,
          group.bullets.filter { bullet in
            defer { known.insert(bullet.text) }
            return !known.contains(entry: bullet.text)
          }.map { lines[$0.lines].map(\.content) }
        )
      }
      let prose = section.groups.first.map { group in
        group.lines.filter { line in !group.bullets.contains { $0.lines.contains(line) } }
          .map { lines[$0].content }
      }
      removeSection(section)
      for (group, bullets) in groups { prepend(bullets, like: group, to: version) }
      if let prose, prose.contains(where: { !$0.trimmed.isEmpty }),
        let target = self.section(for: version)
      {
        let at = target.body.lowerBound
        replaceLines(at..<at, with: (style.hasBlankBelowSection ? [""] : []) + prose)
      }
    }
  }

  private mutating func removeSection(_ section: Section) {
    let kept = section.lines.filter { line in
      guard line >= section.body.upperBound else { return false }
      if case .definition = scan[line].kind { return true }
      return false
    }.map { lines[$0].content }
    var range = section.lines
    if range.upperBound == lines.count, kept.isEmpty {
      // The blank lines that parted it from the one before would now end the file.
      while range.lowerBound > 0, lines[range.lowerBound - 1].isBlank {
        range = (range.lowerBound - 1)..<range.upperBound
      }
    }
    replaceLines(range, with: kept)
  }

  /// Puts entries, each with its lines, before those of the same category.
  private mutating func prepend(
    _ bullets: [[ByteString]],
    like group: Group,
    to version: Version
  ) {
    guard !bullets.isEmpty, let target = section(for: version) else { return }
    let existing =
      group.title.map { self.group(titled: $0, in: target) }
      ?? target.groups.first { $0.heading == nil }
    let isSpaced = style.separatesBullets
    var rendered: [ByteString] = []
    for (index, bullet) in bullets.enumerated() {
      if isSpaced, index > 0 { rendered.append("") }
      rendered += bullet
    }
    if let first = existing?.bullets.first {
      if isSpaced { rendered.append("") }
      replaceLines(first.lines.lowerBound..<first.lines.lowerBound, with: rendered)
    } else {
      insert(
        lines: rendered,
        category: existing == nil ? group.title : nil,
        group: existing,
        in: target
      )
    }
  }
}
