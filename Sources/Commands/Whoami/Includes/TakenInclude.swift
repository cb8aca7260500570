import ByteKit
import ConfigKit
import IdentityKit

/// Looks into a file that was taken.
///
/// Does what it says count, and does it say it in the right section?
struct TakenInclude {
  private let config: ConfigStack
  private let settings: IdentitySettings
  private let expectation: Expectation?
  private let place: PlaceText

  init(
    config: ConfigStack,
    settings: IdentitySettings,
    expectation: Expectation?,
    _ place: PlaceText
  ) {
    self.config = config
    self.settings = settings
    self.expectation = expectation
    self.place = place
  }

  func examine(_ finding: inout IncludeFinding) {
    let own = entries(of: finding.trace)
    let identity = own.filter { $0.section == "user" && $0.subsection == nil }
    if let email = identity.last(where: { $0.name == "email" }) {
      examine(&finding, email, settings.user.email)
    } else if let name = identity.last(where: { $0.name == "name" }) {
      examine(&finding, name, settings.user.name)
    } else {
      examineSections(&finding, own)
    }
  }

  /// What the included file holds, with all that it includes itself.
  private func entries(of trace: IncludeTrace) -> [ConfigEntry] {
    config.entries.filter { entry in
      var inclusion = entry.origin.source?.inclusion
      while let current = inclusion {
        if current.origin.isSamePlace(as: trace.origin) { return true }
        inclusion = current.origin.source?.inclusion
      }
      return false
    }
  }

  // MARK: - Overridden

  private func examine(
    _ finding: inout IncludeFinding,
    _ entry: ConfigEntry,
    _ winner: ConfigEntry?
  ) {
    guard let winner, !winner.isSameEntry(as: entry), winner.value != entry.value else { return }
    finding.reason =
      "its \(entry.key) = \(entry.value ?? "") (\(place.line(entry.origin))) is overridden by the "
      + "later \(winner.value ?? "") (\(place.chain(winner.origin)))"
    guard case .file(let source, _, _) = winner.origin else { return }
    let trace = finding.trace
    let isSameFile = trace.origin.source === source
    if isSameFile {
      finding.fix = Fix.moveToEnd(
        ConfigSource.Inclusion(origin: trace.origin, condition: trace.condition),
        in: config,
        place
      )
    } else if winner.origin.inclusions.isEmpty {
      finding.fix = Fix.unset(winner, place)
    }
    // As an expectation it makes the state WRONG, which says it already.
    finding.isWorthSaying = isSameFile && expectation?.entry?.isSameEntry(as: entry) != true
  }

  // MARK: - Wrong section

  private static let keys: [ByteString] = ["name", "email"]
  private static let misspelledEmails: [ByteString] = [
    "mail", "e-mail", "emailaddress", "useremail", "user-email", "address", "eamil", "emial",
    "emai", "emal",
  ]
  private static let misspelledNames: [ByteString] = [
    "username", "user-name", "fullname", "full-name", "realname", "nmae", "naem",
  ]

  private func examineSections(_ finding: inout IncludeFinding, _ own: [ConfigEntry]) {
    guard settings.author.email == nil || !own.contains(where: isRole) else { return }
    for entry in own {
      let isUser = entry.section == "user" && entry.subsection == nil
      if Self.keys.contains(entry.name), isMistaken(entry) {
        finding.reason =
          "it gives \(entry.key) (\(place.line(entry.origin))): only the section 'user' counts"
        finding.fix = Fix.rename(sectionOf: entry, to: "user", place)
        finding.isWorthSaying = finding.trace.condition != nil
        return
      }
      let isEmail = Self.misspelledEmails.contains(entry.name)
      if isUser, isEmail || Self.misspelledNames.contains(entry.name) {
        let right: ByteString = isEmail ? "user.email" : "user.name"
        finding.reason =
          "it gives \(entry.key) (\(place.line(entry.origin))): the name is '\(right)'"
        finding.fix = Fix.renameKey(entry, to: right, place)
        finding.isWorthSaying = finding.trace.condition != nil
        return
      }
    }
  }

  private func isRole(_ entry: ConfigEntry) -> Bool {
    entry.subsection == nil && (entry.section == "author" || entry.section == "committer")
  }

  private static let meanings: [ByteString] = [
    "users", "identity", "me", "profile", "account", "person", "id", "default", "work", "git",
    "personal", "global", "core",
  ]

  /// A section that people write when they mean `user`.
  private func isMistaken(_ entry: ConfigEntry) -> Bool {
    if entry.section == "user" { return entry.subsection != nil }
    if entry.section == "author" || entry.section == "committer" { return false }
    return Self.meanings.contains(entry.section)
      || EditDistance.between(entry.section, "user") <= 1
      || (entry.section.count > 3 && EditDistance.between(entry.section, "user") == 2)
  }
}

extension ConfigOrigin {
  /// Whether both are the same line, read on the same way in.
  func isSamePlace(as other: ConfigOrigin) -> Bool {
    switch (self, other) {
    case (.file(let left, let leftLine, _), .file(let right, let rightLine, _)):
      left === right && leftLine == rightLine
    case (.command(let left), .command(let right)): left == right
    default: false
    }
  }
}
