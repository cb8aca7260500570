package import ByteKit

/// Which types of Conventional Commits make an entry, and in which category.
///
/// `changelog.<type>.category` changes it; a type that is not in the map is no type but a word that
/// someone put before a colon.
package struct CategoryMap: Sendable {
  package enum Target: Hashable, Sendable {
    /// The heading's text, one of Keep a Changelog's six or the user's own.
    case heading(ByteString)
    case hidden

    static func category(_ category: Category) -> Self { .heading(category.title) }
  }

  /// By type in lower case.
  private var targets: [ByteString: Target] = [
    "feat": .category(.added), "fix": .category(.fixed), "perf": .category(.changed),
    "security": .category(.security), "deprecate": .category(.deprecated),
    "revert": .category(.removed),
    "chore": .hidden, "docs": .hidden, "test": .hidden, "ci": .hidden, "build": .hidden,
    "style": .hidden, "refactor": .hidden,
  ]

  package init() {}

  /// The target of `type` (in any case), or nil if it is not a type.
  package subscript(type: ByteString) -> Target? { self[type.bytes[...]] }

  subscript(type: ArraySlice<UInt8>) -> Target? {
    type.count > longest ? nil : targets[ByteString(type).lowercasedASCII]
  }

  /// The longest type's length.
  private var longest = "deprecate".utf8.count

  /// Maps `type` as `changelog.<type>.category = <value>` says: a category's name, `none` (or
  /// `skip`), or a heading of one's own.
  package mutating func set(_ type: ByteString, to value: ByteString) {
    targets[type.lowercasedASCII] = Self.target(named: value)
    longest = max(longest, type.count)
  }

  /// The target of a value in the configuration.
  private static func target(named name: ByteString) -> Target {
    if isNone(name) { return .hidden }
    return standardCategory(named: name).map(Target.category) ?? .heading(name.trimmed)
  }

  /// What the value of a `Changelog:` trailer means: a category, `none`, a type of this map,
  /// GitLab's `performance` and `other`; nil for any other word.
  package func target(ofTrailer value: ByteString) -> Target? {
    if Self.isNone(value) { return .hidden }
    if let target = self[value.trimmed] { return target == .hidden ? nil : target }
    if let category = Self.standardCategory(named: value) { return .category(category) }
    let word = value.trimmed.lowercasedASCII
    return word == "performance" || word == "other" ? .category(.changed) : nil
  }

  static func isNone(_ value: ByteString) -> Bool {
    let word = value.trimmed.lowercasedASCII
    return word == "none" || word == "skip"
  }

  private static func standardCategory(named name: ByteString) -> Category? {
    let word = name.trimmed.lowercasedASCII
    return Category.allCases.first { $0.title.lowercasedASCII == word }
  }
}
