package import ByteKit
import DiagnosticKit

/// Why git would refuse to commit, in its own words.
package enum IdentityError: Diagnostic {
  /// `user.useConfigOnly` is set and no key gives an address.
  case noEmail(IdentityRole)
  /// `user.useConfigOnly` is set and no key gives a name.
  case noName(IdentityRole)
  /// The host has no full name to make an address of.
  case undetectedEmail(IdentityRole, guess: ByteString)
  /// The user is not in the password database.
  case undetectedName(IdentityRole, guess: ByteString)
  /// `isUnset`: no key and no variable has a name, so that git asks who you are.
  case emptyName(IdentityRole, email: ByteString, isUnset: Bool)
  case disallowedName(IdentityRole, name: ByteString)
  /// `GIT_AUTHOR_DATE` or `GIT_COMMITTER_DATE` holds no date.
  case badDate(IdentityRole, date: ByteString)

  /// What git says after `fatal: `.
  package var message: String {
    switch self {
    case .noEmail: "no email was given and auto-detection is disabled"
    case .noName: "no name was given and auto-detection is disabled"
    case .undetectedEmail(_, let guess):
      "unable to auto-detect email address (got '\(guess.text)')"
    case .undetectedName(_, let guess): "unable to auto-detect name (got '\(guess.text)')"
    case .emptyName(_, let email, _): "empty ident name (for <\(email.text)>) not allowed"
    case .disallowedName(_, let name):
      "name consists only of disallowed characters: \(name.text)"
    case .badDate(_, let date): "invalid date format: \(date.text)"
    }
  }

  package var role: IdentityRole {
    switch self {
    case .noEmail(let role), .noName(let role), .undetectedEmail(let role, _),
      .undetectedName(let role, _), .emptyName(let role, _, _), .disallowedName(let role, _),
      .badDate(let role, _):
      role
    }
  }

  /// Whether git says `Please tell me who you are` before the message.
  package var asksWhoYouAre: Bool {
    switch self {
    case .noEmail, .noName, .undetectedEmail, .undetectedName: true
    case .emptyName(_, _, let isUnset): isUnset
    case .disallowedName, .badDate: false
    }
  }

  package var hints: [String] {
    switch self {
    case .noEmail, .undetectedEmail: ["git config --global user.email you@example.com"]
    case .noName, .undetectedName, .emptyName, .disallowedName:
      ["git config --global user.name 'Your Name'"]
    case .badDate(let role, _): ["unset GIT_\(role.rawValue.uppercased())_DATE"]
    }
  }
}
