import ByteKit
import ConfigKit
import FileKit
import IdentityKit

/// Finds a name and an address that do not belong together.
struct Mixture {
  private let judge: Judge

  init(_ judge: Judge) { self.judge = judge }

  private enum Kind {
    case environment
    case role
    case user
  }

  func remark(_ identity: Identity) -> Remark? {
    guard !identity.hasEmptyEmail, let name = kind(identity.name.origin),
      let email = kind(identity.email.origin)
    else { return nil }
    let place = PlaceText(judge.survey.environment)
    guard name == email else {
      return Remark(
        "name and address come from different kinds of source: "
          + "\(source(identity.name.origin, place)) and \(source(identity.email.origin, place))",
        fix: fix(identity, place)
      )
    }
    return otherName(identity, place)
  }

  private func kind(_ origin: IdentityOrigin) -> Kind? {
    switch origin {
    case .environment: .environment
    case .config(let entry): entry.section == "user" ? .user : .role
    case .hole, .gecos, .mailname, .hostname: nil
    }
  }

  private func source(_ origin: IdentityOrigin, _ place: PlaceText) -> String {
    switch origin {
    case .config(let entry): "\(entry.key) (\(place.line(entry.origin)))"
    default: place.origin(origin).text
    }
  }

  /// Takes away the half that is not `user.*`.
  private func fix(_ identity: Identity, _ place: PlaceText) -> String? {
    for part in [identity.email, identity.name] {
      switch part.origin {
      case .environment("EMAIL"): return "git config --global user.email \(part.raw.shellQuoted)"
      case .environment(let variable): return "unset \(variable)"
      case .config(let entry) where entry.section != "user": return Fix.unset(entry, place)
      default: continue
      }
    }
    return nil
  }

  // MARK: - Known identities

  /// Another name that a known identity has for this address.
  private func otherName(_ identity: Identity, _ place: PlaceText) -> Remark? {
    // One file that says both is a known identity itself, and spares a look into all others.
    if case .config(let name) = identity.name.origin,
      case .config(let email) = identity.email.origin,
      let source = name.origin.source, source === email.origin.source
    {
      return nil
    }
    let directory = KnownIdentities(judge.survey, judge.config)
    let known = directory.identities.filter { $0.email == identity.email.value }
    guard let other = known.first, !known.contains(where: { $0.name == identity.name.value })
    else { return nil }
    return Remark(
      "\(identity.email.value) is known as '\(other.name)' (\(place.path(other.file))), "
        + "not as '\(identity.name.value)'",
      fix: "git config user.name \(other.name.shellQuoted)"
    )
  }
}
