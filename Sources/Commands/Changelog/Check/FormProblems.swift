package import ByteKit

/// What is wrong with a changelog's form.
package struct FormProblem: Hashable, Sendable {
  /// Counted from 1; nil concerns the whole file.
  package let line: Int?
  package let text: ByteString
}

extension Document {
  /// What a reader or tool would stumble over: conflict markers, two headings for one version, two
  /// for Unreleased, Unreleased below a release, dates that no calendar has, brackets left open.
  package var formProblems: [FormProblem] {
    var problems: [FormProblem] = []
    func note(_ line: Int, _ text: ByteString) {
      problems.append(FormProblem(line: line + 1, text: text))
    }
    for (index, line) in lines.enumerated() where line.content.isConflictMarker {
      if hasConflictMarkers { note(index, "conflict marker") }
    }
    let named = sections.filter { $0.isRelease || $0.isUnreleased }
    if named.isEmpty, lines.contains(where: { !$0.isBlank }) {
      problems.append(FormProblem(line: nil, text: "no heading names a version or 'Unreleased'"))
    }
    var seen: Set<SectionKey> = []
    for (key, section) in zip(SectionKey.keys(of: self), sections) {
      switch key {
      case .version(let version, let number) where number > 0:
        note(section.headingLine, "another section for '\(version.spelling)'")
      case .label(let label, let number) where number > 0:
        note(section.headingLine, "another section for '\(label)'")
      case .unreleased(let number) where number > 0:
        note(section.headingLine, "another section for 'Unreleased'")
      case .unreleased where seen.contains(where: \.isRelease):
        note(section.headingLine, "'Unreleased' stands below a release")
      default: break
      }
      seen.insert(key)
      if let date = section.title?.date, !date.isPossible {
        note(section.headingLine, "'\(date.text)' is no date")
      }
      let title = section.heading.title
      if section.heading.level <= 2, title.hasPrefix("["),
        !title.bytes.contains(UInt8(ascii: "]"))
      {
        note(section.headingLine, "'[' without ']' in a heading")
      }
    }
    return problems
  }
}

extension ByteString {
  /// A line that git writes around or into a conflict.
  var isConflictMarker: Bool {
    hasPrefix("<<<<<<< ") || hasPrefix(">>>>>>> ") || self == "=======" || hasPrefix("||||||| ")
  }
}
