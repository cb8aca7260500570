package import ByteKit

extension Document {
  /// A new changelog in Keep a Changelog form, with an empty Unreleased section.
  ///
  /// `unreleasedTarget`, if the host's URLs are known, becomes the link definition of its heading.
  package static func new(unreleasedTarget: ByteString? = nil) -> Document {
    var text: ByteString = """
      # Changelog

      All notable changes to this project will be documented in this file.

      The format is based on [Keep a Changelog](https://keepachangelog.com/en/1.1.0/),
      and this project adheres to [Semantic Versioning](https://semver.org/spec/v2.0.0.html).

      ## [Unreleased]

      """
    if let unreleasedTarget { text += "\n[unreleased]: " + unreleasedTarget + "\n" }
    return Document(parsing: text)
  }

  /// Makes an empty Unreleased section above the newest release, if the file has none.
  ///
  /// A file without any section gets it at its end if it holds no more than a title and prose.
  package mutating func createUnreleased() throws(DocumentError) {
    guard unreleased == nil else { return }
    if lines.allSatisfy(\.isBlank) {
      self =
        hasByteOrderMark
        ? Document(parsing: ByteString([0xEF, 0xBB, 0xBF]) + Self.new().serialized) : Self.new()
      return
    }
    guard let newest = newestRelease else { return try appendUnreleased() }
    insertHeading(unreleasedHeading(like: newest), at: newest.lines.lowerBound)
  }

  /// Puts a section's heading before the line `at`, with blank lines around it as the file has them.
  mutating func insertHeading(_ heading: [ByteString], at line: Int) {
    var rendered = heading
    if style.hasBlankAboveHeading { rendered.append("") }
    if line > 0, !lines[line - 1].isBlank, style.hasBlankAboveHeading { rendered.insert("", at: 0) }
    replaceLines(line..<line, with: rendered)
  }

  private mutating func appendUnreleased() throws(DocumentError) {
    let hasStructure = scan.contains { result in
      switch result.kind {
      case .heading(let heading): heading.level > 1
      case .item: true
      default: false
      }
    }
    guard !hasStructure else { throw .noSections }
    var end = lines.count
    while end > 0 {
      switch scan[end - 1].kind {
      case .blank, .definition: end -= 1
      default:
        replaceLines(end..<end, with: ["", "## [Unreleased]"])
        return
      }
    }
    replaceLines(0..<0, with: ["## [Unreleased]", ""])
  }

  /// The lines of an Unreleased heading in the form of a release's heading.
  func unreleasedHeading(like release: Section) -> [ByteString] {
    let line = lines[release.headingLine].content
    let title = release.title
    let isLinked = title?.targetRange != nil
    let word: ByteString = title?.isBracketed == true && !isLinked ? "[Unreleased]" : "Unreleased"
    switch release.heading.form {
    case .numberSigns:
      return [release.heading.content(line, retitled: word)]
    case .underlined:
      return [word, underline(like: release, for: word)]
    case .paragraph:
      let isBold = release.heading.title.hasPrefix("**")
      return [isBold ? "**Unreleased**" : word]
    }
  }

  /// The underline of a heading like that of `section`: as long as the new title if the old one was.
  func underline(like section: Section, for title: ByteString) -> ByteString {
    let old = lines[section.headingLine + 1].content
    guard old.trimmed.count == section.heading.title.text.count, let mark = old.trimmed.bytes.first
    else { return old }
    return ByteString([UInt8](repeating: mark, count: title.text.count))
  }
}
