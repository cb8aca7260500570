package import ByteKit

extension Document {
  /// How a file writes what an edit adds to it; read from the file, Keep a Changelog's where it does
  /// not say.
  package struct Style: Hashable, Sendable {
    /// Everything before an entry's text: `- `, `  * `.
    package var bullet: ByteString = "- "
    /// Whether entries begin with a capital letter.
    package var isCapitalized = true
    package var endsWithFullStop = false
    /// Whether entries stand under categories.
    package var usesCategories = true
    /// Whether a blank line stands between two entries.
    package var separatesBullets = false
    /// Whether a blank line stands below headings of categories, below those of sections, above both.
    package var hasBlankBelowCategory = true
    package var hasBlankBelowSection = true
    package var hasBlankAboveHeading = true
  }

  /// The style of the file as a whole.
  package var style: Style {
    let releases = sections.filter { $0.isRelease || $0.isUnreleased }
    let groups = releases.flatMap(\.groups)
    var style = Style()
    let bullets = releases.flatMap(\.bullets)
    if let first = bullets.first { style.bullet = Self.bulletPrefix(like: first) }
    style.isCapitalized = Self.isCapitalized(bullets.map(\.text))
    let texts = bullets.map(\.text).filter { !$0.isEmpty }
    style.endsWithFullStop =
      !texts.isEmpty && texts.count { $0.hasSuffix(".") } * 2 > texts.count
    let categorised = groups.contains { $0.heading != nil && !$0.bullets.isEmpty }
    style.usesCategories = categorised || groups.allSatisfy { $0.bullets.isEmpty }
    style.separatesBullets = separatesBullets(groups)
    let categories = groups.filter { $0.heading != nil && !$0.bullets.isEmpty }
    style.hasBlankBelowCategory = majority(
      categories.map { isBlank($0.lines.lowerBound + ($0.heading?.form == .underlined ? 2 : 1)) }
    )
    style.hasBlankBelowSection = majority(
      releases.filter { !$0.body.isEmpty }.map { isBlank($0.body.lowerBound) }
    )
    style.hasBlankAboveHeading = majority(
      (categories.map(\.lines.lowerBound) + releases.map(\.lines.lowerBound))
        .filter { $0 > 0 }.map { isBlank($0 - 1) }
    )
    return style
  }

  /// A new entry's prefix beside `bullet`: an ordered list goes on with the next number.
  static func bulletPrefix(like bullet: Bullet) -> ByteString {
    guard let number = bullet.item.number else { return bullet.item.prefix }
    let bytes = bullet.item.prefix.bytes
    let digits = bytes.firstIndex(where: \.isASCIIDigit) ?? 0
    let end = bytes[digits...].firstIndex { !$0.isASCIIDigit } ?? bytes.count
    return ByteString(bytes[..<digits]) + "\(number + 1)" + ByteString(bytes[end...])
  }

  /// Whether most entries that begin with a letter, marks and scope skipped, begin with a capital.
  private static func isCapitalized(_ texts: [ByteString]) -> Bool {
    var (upper, lower) = (0, 0)
    for text in texts {
      var rest = text
      while let inner = rest.dropping(prefix: "**"), let end = inner.firstRange(of: "**") {
        rest = ByteString(inner.bytes[end.upperBound...]).trimmed
      }
      guard let first = rest.bytes.first, first.isASCIILetter else { continue }
      if first < 97 { upper += 1 } else { lower += 1 }
    }
    return upper >= lower
  }

  func separatesBullets(_ groups: [Group]) -> Bool {
    var (blank, tight) = (0, 0)
    for group in groups {
      for (bullet, next) in zip(group.bullets, group.bullets.dropFirst()) {
        if next.lines.lowerBound > bullet.lines.upperBound { blank += 1 } else { tight += 1 }
      }
    }
    return blank > tight
  }

  private func isBlank(_ line: Int) -> Bool { line < lines.count && lines[line].isBlank }

  /// True unless most say no.
  private func majority(_ votes: [Bool]) -> Bool { votes.count { $0 } * 2 >= votes.count }
}
