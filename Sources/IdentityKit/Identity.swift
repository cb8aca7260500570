package import ByteKit
package import ConfigKit

/// Whose name a commit gets.
package enum IdentityRole: String, Sendable, CaseIterable {
  case author
  case committer
}

/// A name and an address, as git would write them into a commit now.
package struct Identity: Sendable {
  package let role: IdentityRole
  package let name: IdentityPart
  package let email: IdentityPart

  /// `Name <address>`.
  package var text: ByteString { "\(name.value) <\(email.value)>" }

  /// Whether git made up one of the two from the login, the machine or its mail name.
  package var isGuessed: Bool { name.origin.isGuess || email.origin.isGuess }

  /// Whether git writes `<>`.
  package var hasEmptyEmail: Bool { email.value.isEmpty }
}

/// A name or an address, and where it comes from.
package struct IdentityPart: Sendable {
  /// As git records it: without what it strips from both ends, and without `<`, `>` and newlines.
  package let value: ByteString
  /// As it stands at its origin.
  package let raw: ByteString
  package let origin: IdentityOrigin
}

/// Where a name or an address comes from.
package enum IdentityOrigin: Sendable {
  /// `GIT_AUTHOR_NAME` and the like, and `EMAIL`.
  case environment(variable: ByteString)
  case config(ConfigEntry)
  /// `user.email` counts as given because another `email` key is set, and is empty itself: a hole
  /// in git through which an empty address goes. The entry is the other key.
  case hole(ConfigEntry)
  /// The full name of the login.
  case gecos
  /// Login and `/etc/mailname`.
  case mailname
  /// Login and host name.
  case hostname

  package var isGuess: Bool {
    switch self {
    case .gecos, .mailname, .hostname: true
    case .environment, .config, .hole: false
    }
  }
}

/// What git answers when asked for an identity.
package enum IdentityAnswer: Sendable {
  case found(Identity)
  /// Git refuses to commit.
  case missing(IdentityError)

  package var identity: Identity? {
    switch self {
    case .found(let identity): identity
    case .missing: nil
    }
  }
}
