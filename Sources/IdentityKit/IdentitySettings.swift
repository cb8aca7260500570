import ByteKit
package import ConfigKit

/// All keys that decide identity, gathered in one pass over the values, as git does.
package struct IdentitySettings: Sendable {
  package struct Slot: Sendable {
    package var name: ConfigEntry?
    package var email: ConfigEntry?
  }

  package private(set) var user = Slot()
  package private(set) var author = Slot()
  package private(set) var committer = Slot()
  /// `user.useConfigOnly`, where it was said last.
  package private(set) var configOnly: ConfigEntry?
  package private(set) var isConfigOnly = false

  private static let userSection: ByteString = "user"
  private static let authorSection: ByteString = "author"
  private static let committerSection: ByteString = "committer"
  private static let name: ByteString = "name"
  private static let email: ByteString = "email"
  private static let useConfigOnly: ByteString = "useconfigonly"

  /// Throws what git dies of, also for a value that a later one hides.
  package init(_ config: ConfigStack) throws(ConfigError) {
    for entry in config.entries where entry.subsection == nil {
      if entry.section == Self.userSection {
        if entry.name == Self.useConfigOnly {
          isConfigOnly = try entry.boolean()
          configOnly = entry
        } else {
          try note(entry, in: &user)
        }
      } else if entry.section == Self.authorSection {
        try note(entry, in: &author)
      } else if entry.section == Self.committerSection {
        try note(entry, in: &committer)
      }
    }
  }

  private func note(_ entry: ConfigEntry, in slot: inout Slot) throws(ConfigError) {
    if entry.name == Self.name {
      _ = try entry.string()
      slot.name = entry
    } else if entry.name == Self.email {
      _ = try entry.string()
      slot.email = entry
    }
  }

  package func ofRole(_ role: IdentityRole) -> Slot {
    switch role {
    case .author: author
    case .committer: committer
    }
  }

  /// A key that makes git believe that an address was given, for whomever.
  var emailGiver: ConfigEntry? { user.email ?? author.email ?? committer.email }

  /// A key that makes git believe that a name was given, for whomever.
  var nameGiver: ConfigEntry? { user.name ?? author.name ?? committer.name }
}
