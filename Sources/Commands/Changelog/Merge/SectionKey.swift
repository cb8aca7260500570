import ByteKit

/// What makes sections of two documents the same one.
enum SectionKey: Hashable {
  case unreleased(Int)
  case version(Version, Int)
  case label(ByteString, Int)
  case other(ByteString, Int)

  /// The keys of a document's sections; of several alike, each has its number.
  static func keys(of document: Document) -> [SectionKey] {
    var counts: [SectionKey: Int] = [:]
    return document.sections.map { section in
      func key(_ number: Int) -> SectionKey {
        switch section.kind {
        case .unreleased: .unreleased(number)
        case .release(_, .some(let version)): .version(version, number)
        case .release(let label, nil): .label(label.bareLabel, number)
        case .other: .other(section.heading.title, number)
        }
      }
      let first = key(0)
      defer { counts[first, default: 0] += 1 }
      return key(counts[first] ?? 0)
    }
  }

  var isUnreleased: Bool { if case .unreleased = self { true } else { false } }
  var version: Version? { if case .version(let version, _) = self { version } else { nil } }
  var isRelease: Bool {
    switch self {
    case .version, .label: true
    case .unreleased, .other: false
    }
  }
}
