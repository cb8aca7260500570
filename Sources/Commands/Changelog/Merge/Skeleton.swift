import ByteKit

/// The merged document's frame: its sections in order, each as one of the sides has it, entries not
/// yet merged.
struct Skeleton {
  private(set) var document: Document

  private struct Side {
    let document: Document
    let keys: [SectionKey]
    let sections: [SectionKey: Section]

    init(_ document: Document) {
      self.document = document
      keys = SectionKey.keys(of: document)
      sections = Dictionary(zip(keys, document.sections)) { first, _ in first }
    }

    /// The lines before the first section.
    var preamble: [ByteString] {
      let end = document.sections.first?.lines.lowerBound ?? document.lines.count
      return document.lines[..<end].map(\.content)
    }

    func lines(_ key: SectionKey) -> [ByteString]? {
      sections[key].map { document.lines[$0.lines].map(\.content) }
    }

    /// The section's lines up to the blank lines and definitions that end it.
    func main(_ key: SectionKey) -> [ByteString]? {
      sections[key].map { section in
        document.lines[section.lines.lowerBound..<max(section.body.upperBound, section.headingEnd)]
          .map(\.content)
      }
    }

    func trailer(_ key: SectionKey) -> [ByteString] {
      guard let section = sections[key] else { return [] }
      let start = max(section.body.upperBound, section.headingEnd)
      return document.lines[start..<section.lines.upperBound].map(\.content)
    }

    /// What a section has besides entries and the headings of their categories.
    func frame(_ key: SectionKey) -> [ByteString]? {
      guard let section = sections[key] else { return nil }
      var covered = Set(section.bullets.flatMap { Array($0.lines) })
      for group in section.groups
      where group.heading != nil && group.title.map({ Category(title: $0) }) != nil {
        covered.insert(group.lines.lowerBound)
      }
      return (section.lines.lowerBound..<max(section.body.upperBound, section.headingEnd)).filter {
        !covered.contains($0) && !document.lines[$0].isBlank
      }.map { document.lines[$0].content.trimmed }
    }
  }

  /// Nil if the frames cannot be merged.
  init?(_ merge: ChangelogMerge) {
    let (base, ours, theirs) = (Side(merge.base), Side(merge.ours), Side(merge.theirs))
    guard let preamble = Self.lines(base.preamble, ours.preamble, theirs.preamble) else {
      return nil
    }
    let order = Self.order(base, ours, theirs)
    var lines = preamble
    for (index, key) in order.enumerated() {
      guard let source = Self.source(of: key, base, ours, theirs) else { return nil }
      let isLast = index == order.count - 1
      if !lines.isEmpty, lines.last?.trimmed.isEmpty == false, source.wasLast { lines.append("") }
      lines += source.main
      if !isLast { lines += source.wasLast ? [""] : source.trailer }
    }
    if let last = ours.keys.last { lines += ours.trailer(last) }
    var text = Self.text(lines, like: merge.ours)
    if merge.ours.hasByteOrderMark { text = ByteString([0xEF, 0xBB, 0xBF]) + text }
    document = Document(parsing: text)
  }

  private static func text(_ lines: [ByteString], like document: Document) -> ByteString {
    let ending = document.lineEnding
    let text = lines.joined(separator: ending)
    return document.lines.last?.terminator.isEmpty == true ? text : text + ending
  }

  // MARK: Order

  private static func order(_ base: Side, _ ours: Side, _ theirs: Side) -> [SectionKey] {
    var order = ours.keys.filter { key in
      // Deleted by them, and as it was here: gone.
      !(base.sections[key] != nil && theirs.sections[key] == nil
        && base.main(key) == ours.main(key))
    }
    for (index, key) in theirs.keys.enumerated() where !order.contains(key) {
      // Deleted by us: only what they added is kept.
      if base.sections[key] != nil, base.main(key) == theirs.main(key) { continue }
      order.insert(key, at: place(of: key, before: theirs.keys[(index + 1)...], in: order))
    }
    return order
  }

  private static func place(
    of key: SectionKey,
    before following: ArraySlice<SectionKey>,
    in order: [SectionKey]
  ) -> Int {
    if key.isUnreleased { return order.firstIndex { $0.isRelease } ?? order.count }
    var place = following.lazy.compactMap { order.firstIndex(of: $0) }.first ?? order.count
    while place > 0, let version = key.version, let above = order[place - 1].version,
      above < version
    {
      place -= 1
    }
    return place
  }

  // MARK: Content

  fileprivate struct Source {
    var main: [ByteString]
    var trailer: [ByteString]
    /// Whether the section ended its file, so that its trailer is the file's.
    var wasLast: Bool
  }

  private static func source(
    of key: SectionKey,
    _ base: Side,
    _ ours: Side,
    _ theirs: Side
  ) -> Source? {
    func source(_ side: Side, _ main: [ByteString]) -> Source {
      Source(main: main, trailer: side.trailer(key), wasLast: side.keys.last == key)
    }
    guard let mine = ours.main(key) else {
      return theirs.main(key).map { source(theirs, $0) }
    }
    guard let other = theirs.main(key) else { return source(ours, mine) }
    if case .other = key {
      return lines(base.main(key) ?? [], mine, other).map { source(ours, $0) }
    }
    let (oursFrame, theirsFrame, baseFrame) = (ours.frame(key), theirs.frame(key), base.frame(key))
    if oursFrame == theirsFrame || theirsFrame == baseFrame { return source(ours, mine) }
    if oursFrame == baseFrame { return source(theirs, other).with(trailer: source(ours, mine)) }
    return lines(base.main(key) ?? [], mine, other).map { source(ours, $0) }
  }

  /// A merge line by line; nil if it leaves a conflict.
  private static func lines(
    _ base: [ByteString],
    _ ours: [ByteString],
    _ theirs: [ByteString]
  ) -> [ByteString]? {
    var result: [ByteString] = []
    for hunk in ThreeWay.merge(base: base, ours: ours, theirs: theirs) {
      guard case .merged(let lines) = hunk else { return nil }
      result += lines
    }
    return result
  }
}

extension Skeleton.Source {
  fileprivate func with(trailer other: Self) -> Self {
    Self(main: main, trailer: other.trailer, wasLast: other.wasLast)
  }
}

extension Section {
  /// The line after the heading and its underline.
  var headingEnd: Int { headingLine + (heading.form == .underlined ? 2 : 1) }
}
