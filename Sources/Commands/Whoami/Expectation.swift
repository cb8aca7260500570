import ByteKit
import ConfigKit
import IdentityKit

/// What the address should be here, and who says so.
struct Expectation: Sendable {
  enum Source: Sendable {
    /// `--expect`.
    case commandLine
    /// `whoami.expect`.
    case setting(ConfigEntry)
    /// The address that a file sets which a condition about this place let in.
    case rule(ConfigEntry)
  }

  let source: Source
  /// Globs, of which one must match; for a rule, the address itself.
  let patterns: [ByteString]

  /// The last expectation in git's order; what the command line says counts alone.
  init?(_ config: ConfigStack, commandLine: [ByteString]) {
    if !commandLine.isEmpty {
      source = .commandLine
      patterns = commandLine
      return
    }
    for entry in config.entries.reversed() where entry.subsection == nil {
      if entry.section == Self.section, entry.name == Self.name {
        // An empty value takes back what was expected before.
        guard let value = entry.value, !value.isEmpty else { return nil }
        source = .setting(entry)
        patterns = [value]
        return
      }
      if entry.section == Self.user, entry.name == Self.email, let value = entry.value,
        entry.origin.inclusions.contains(where: { Self.isAboutPlace($0.condition) })
      {
        source = .rule(entry)
        patterns = [value]
        return
      }
    }
    return nil
  }

  private static let section: ByteString = "whoami"
  private static let name: ByteString = "expect"
  private static let user: ByteString = "user"
  private static let email: ByteString = "email"

  /// Whether the condition speaks of the repository's place or remotes, not of a passing branch.
  static func isAboutPlace(_ condition: ByteString?) -> Bool {
    guard let condition else { return false }
    return condition.hasPrefix("gitdir") || condition.hasPrefix("hasconfig:")
      || condition.hasPrefix("worktree")
  }

  func admits(_ part: IdentityPart) -> Bool {
    switch source {
    case .commandLine, .setting:
      patterns.contains { Wildmatch.matches(part.value, $0, []) }
    case .rule(let entry):
      patterns.contains(part.raw) || isSame(entry, part.origin)
        || patterns.contains { IdentityCleaning.cleaned($0, strippingDots: false) == part.value }
    }
  }

  private func isSame(_ entry: ConfigEntry, _ origin: IdentityOrigin) -> Bool {
    guard case .config(let other) = origin else { return false }
    return other.isSameEntry(as: entry)
  }

  /// `work@x`, or the globs.
  var text: ByteString {
    patterns.map { "'\($0)'" as ByteString }.joined(separator: " or ")
  }

  /// Where it stands; nil for the command line.
  var entry: ConfigEntry? {
    switch source {
    case .commandLine: nil
    case .setting(let entry), .rule(let entry): entry
    }
  }
}

extension ConfigEntry {
  /// Whether both are the same line, read on the same way in.
  func isSameEntry(as other: ConfigEntry) -> Bool {
    switch (origin, other.origin) {
    case (.file(let left, let leftLine, _), .file(let right, let rightLine, _)):
      left === right && leftLine == rightLine && key == other.key && value == other.value
    case (.command(let left), .command(let right)):
      left == right && key == other.key && value == other.value
    default: false
    }
  }
}
