package import ByteKit

/// A changelog, parsed so that it can be written back byte for byte.
///
/// It is its lines; sections, categories and bullets say which lines they cover. An edit changes
/// lines and parses again, so every line that an edit does not name stays as it was: line ending,
/// byte order mark, wording, order, whatever else the file holds.
package struct Document: Sendable {
  package private(set) var lines: [Line]
  package let hasByteOrderMark: Bool
  /// What each line is.
  private(set) var scan: [LineScanner.Result]
  /// In the file's order, which is newest first in a changelog.
  package private(set) var sections: [Section]
  /// With the line that each stands on, in the file's order.
  package private(set) var linkDefinitions: [(line: Int, definition: LinkDefinition)]

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  package init(parsing content: ByteString) {
    hasByteOrderMark = content.bytes.starts(with: Self.byteOrderMark)
    lines = Line.split(content.bytes[(hasByteOrderMark ? 3 : 0)...])
    scan = []
    sections = []
    linkDefinitions = []
    parse()
  }

  /// The file's bytes.
  package var serialized: ByteString {
    var bytes: [UInt8] = hasByteOrderMark ? Self.byteOrderMark : []
    for line in lines {
      bytes += line.content.bytes
      bytes += line.terminator.bytes
    }
    return ByteString(bytes)
  }

  /// Replaces the lines in `range` and parses again.
  ///
  /// New lines get the file's line ending; one that comes last takes over whether the file ends with
  /// a newline.
  mutating func replaceLines(_ range: Range<Int>, with contents: [ByteString]) {
    guard !range.isEmpty || !contents.isEmpty else { return }
    let ending = lineEnding
    let endsWithNewline = lines.last.map { !$0.terminator.isEmpty } ?? true
    var new = contents.map { Line($0, terminator: ending) }
    for (offset, line) in lines[range].enumerated() where offset < new.count {
      if !line.terminator.isEmpty { new[offset].terminator = line.terminator }
    }
    lines.replaceSubrange(range, with: new)
    if !lines.isEmpty {
      let last = lines.count - 1
      for index in max(0, range.lowerBound - 1)..<last where lines[index].terminator.isEmpty {
        lines[index].terminator = ending
      }
      if range.lowerBound + new.count >= last {
        if !endsWithNewline {
          lines[last].terminator = ""
        } else if lines[last].terminator.isEmpty {
          lines[last].terminator = ending
        }
      }
    }
    parse()
  }

  /// The line ending that most lines have; LF in a file of one line.
  package var lineEnding: ByteString {
    var counts: [ByteString: Int] = [:]
    for line in lines where !line.terminator.isEmpty { counts[line.terminator, default: 0] += 1 }
    let best = counts.max { ($0.value, $1.key.bytes) < ($1.value, $0.key.bytes) }
    return best?.key ?? "\n"
  }

  private mutating func parse() {
    let outline = Outline(lines)
    scan = outline.scan
    sections = outline.sections
    linkDefinitions = outline.linkDefinitions
  }
}

private func < (left: (Int, [UInt8]), right: (Int, [UInt8])) -> Bool {
  left.0 != right.0 ? left.0 < right.0 : left.1.lexicographicallyPrecedes(right.1)
}

extension Document: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    left.hasByteOrderMark == right.hasByteOrderMark && left.lines == right.lines
  }
}

extension Document {
  /// The first section of what is not released yet.
  package var unreleased: Section? { sections.first(where: \.isUnreleased) }

  package var newestRelease: Section? { sections.first(where: \.isRelease) }

  /// The section of a version, whatever its heading's spelling.
  package func section(for version: Version) -> Section? {
    sections.first { $0.version == version }
  }

  /// The section that a person means by `name`: `1.2.3`, `v1.2.3`, `[1.2.3]`, `1.2`, a date.
  package func section(labelled name: ByteString) -> Section? {
    let wanted = name.bareLabel
    return sections.first { $0.label?.bareLabel == wanted }
      ?? Version(parsing: wanted).flatMap { section(for: $0) }
  }

  /// All bullets, nested ones included, in the file's order.
  package var bullets: [Bullet] { sections.flatMap(\.bullets).flatMap(\.flattened) }

  package func bullets(in section: Section) -> [Bullet] { section.bullets.flatMap(\.flattened) }

  /// The bytes of some of the lines.
  package func text(of range: Range<Int>) -> ByteString {
    lines[range].map { $0.content + $0.terminator }.joined(separator: "")
  }
}

extension ByteString {
  /// A version's label without brackets, tag prefix and `v`, in lower case.
  var bareLabel: ByteString {
    let inner = ByteString(
      trimmed.bytes.filter { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
    )
    return inner.withoutTagPrefix.lowercasedASCII
  }
}
