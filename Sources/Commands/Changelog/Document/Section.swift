package import ByteKit

/// One part of a changelog: a release, what is unreleased, or something else with a heading.
package struct Section: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case unreleased
    /// A version as the heading spells it, read as a semantic version where it is one.
    case release(label: ByteString, version: Version?)
    case other
  }

  package var kind: Kind
  package var heading: Heading
  /// What the heading says of a version; nil for `.other`.
  package var title: VersionTitle?
  /// Its lines: from the heading (or an anchor right above it) up to the next section.
  package var lines: Range<Int>
  /// The line of the heading.
  package var headingLine: Int
  /// Its lines after the heading and its underline, without the blank lines, link definitions and
  /// comments that end it.
  package var body: Range<Int>
  /// The parts of the body, each with its heading; the first one has none and may be empty.
  package var groups: [Group]

  package var bullets: [Bullet] { groups.flatMap(\.bullets) }
  package var version: Version? {
    if case .release(_, let version) = kind { version } else { nil }
  }
  package var label: ByteString? {
    if case .release(let label, _) = kind { label } else { nil }
  }
  package var isUnreleased: Bool { kind == .unreleased }
  package var isRelease: Bool { if case .release = kind { true } else { false } }
  package var date: ByteString? { title?.date?.text }
  package var isYanked: Bool { title?.isYanked ?? false }
  /// Whether it has neither text nor bullets.
  package var isEmpty: Bool { groups.allSatisfy { $0.bullets.isEmpty && !$0.hasProse } }
}

/// A part of a section: a category and its bullets.
package struct Group: Hashable, Sendable {
  /// The heading's text; nil for what stands before the first heading.
  package var title: ByteString?
  package var category: Category?
  package var heading: Heading?
  /// From its heading up to the next one, without blank lines at the end.
  package var lines: Range<Int>
  /// The top-level list items.
  package var bullets: [Bullet]
  /// Whether there is anything but bullets.
  package var hasProse: Bool
}
