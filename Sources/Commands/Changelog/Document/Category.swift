package import ByteKit

/// The six categories of Keep a Changelog, in the order in which it lists them.
package enum Category: Int, CaseIterable, Comparable, Sendable {
  case added, changed, deprecated, removed, fixed, security

  /// The heading's text: `Added`.
  package var title: ByteString {
    switch self {
    case .added: "Added"
    case .changed: "Changed"
    case .deprecated: "Deprecated"
    case .removed: "Removed"
    case .fixed: "Fixed"
    case .security: "Security"
    }
  }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The category that a heading means, in whatever words a file uses for it.
  ///
  /// `Bug Fixes`, `🚀 New Features`, `FIXED:` are three. Nil for a heading that is none of the six.
  package init?(title: ByteString) {
    let words = title.plainWords
    guard let category = Self.spellings[words] else { return nil }
    self = category
  }

  private static let spellings: [ByteString: Category] = [
    "added": .added, "add": .added, "additions": .added, "new": .added, "new feature": .added,
    "new features": .added, "feature": .added, "features": .added, "feat": .added,
    "added features": .added,
    "changed": .changed, "change": .changed, "changes": .changed, "improvements": .changed,
    "improved": .changed, "updated": .changed, "other changes": .changed,
    "deprecated": .deprecated, "deprecations": .deprecated, "deprecation": .deprecated,
    "removed": .removed, "remove": .removed, "removals": .removed, "removed features": .removed,
    "fixed": .fixed, "fix": .fixed, "fixes": .fixed, "bug fix": .fixed, "bug fixes": .fixed,
    "bugfix": .fixed, "bugfixes": .fixed, "bugs": .fixed, "bugs fixed": .fixed,
    "fixed bugs": .fixed,
    "security": .security, "security fixes": .security, "security fix": .security,
  ]
}

extension ByteString {
  /// The ASCII letters and digits in lower case, all between them one space, `:emoji:` left out:
  /// what a heading says once its decoration is gone.
  var plainWords: ByteString {
    var words: [ByteString] = []
    for word in split(on: UInt8(ascii: " ")) {
      if word.count > 2, word.hasPrefix(":"), word.hasSuffix(":") { continue }
      let letters = word.bytes.filter { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
      if letters.contains(where: \.isASCIILetterOrDigit) {
        words.append(ByteString(letters).lowercasedASCII)
      }
    }
    return words.joined(separator: " ")
  }
}
