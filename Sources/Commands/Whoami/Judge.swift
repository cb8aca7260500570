import ByteKit
import ConfigKit
import IdentityKit

/// Says which states apply to the identities that git would use.
struct Judge {
  let survey: Survey
  let config: ConfigStack
  let settings: IdentitySettings
  let expectation: Expectation?

  private var place: PlaceText { PlaceText(survey.environment) }

  /// All that apply, in no order; the same thing is not said twice.
  func findings(_ people: [Answer.Person]) -> [Answer.Finding] {
    var found: [Answer.Finding] = []
    func add(_ state: WhoamiState, _ remark: Remark?) {
      guard let remark, !found.contains(where: { $0.state == state && $0.remark == remark })
      else { return }
      found.append(Answer.Finding(state: state, remark: remark))
    }
    for person in people {
      switch person.answer {
      case .missing(let error):
        add(.missing, Remark(error.message, fix: error.hints.first))
      case .found(let identity):
        add(.empty, emptiness(identity))
        add(.guessed, guess(identity))
        add(.wrong, wrongness(identity))
        add(.mixed, Mixture(self).remark(identity))
      }
    }
    return found
  }

  private func emptiness(_ identity: Identity) -> Remark? {
    guard identity.hasEmptyEmail else { return nil }
    let role = identity.role.rawValue
    switch identity.email.origin {
    case .environment(let variable):
      return Remark("the \(role)'s address is empty: $\(variable)", fix: "unset \(variable)")
    case .hole(let entry):
      return Remark(
        "the \(role)'s address is empty: git takes \(entry.key) (\(place.line(entry.origin))) for "
          + "an address given, and user.email is not set",
        fix: "git config --global user.email you@example.com"
      )
    case .config(let entry):
      return Remark(
        "the \(role)'s address is empty: \(entry.key) (\(place.line(entry.origin)))",
        fix: Fix.set(entry, to: "you@example.com", place)
      )
    case .gecos, .mailname, .hostname:
      return Remark("the \(role)'s address is empty")
    }
  }

  private func guess(_ identity: Identity) -> Remark? {
    guard identity.isGuessed else { return nil }
    let guessed: [(String, IdentityPart)] = [("name", identity.name), ("address", identity.email)]
      .filter { $0.1.origin.isGuess }
    let text = guessed.map { what, part in
      "the \(what) is made up from the \(place.origin(part.origin).text)"
    }.joined(separator: ", ")
    let fix =
      identity.email.origin.isGuess
      ? "git config --global user.email you@example.com"
      : "git config --global user.name 'Your Name'"
    return Remark(text, fix: fix)
  }

  // MARK: - Expectations

  private func wrongness(_ identity: Identity) -> Remark? {
    guard let expectation, !expectation.admits(identity.email) else { return nil }
    var text = "\(expectation.text) is expected here"
    if let entry = expectation.entry {
      text += " (\(place.chain(entry.origin)))"
    }
    switch expectation.source {
    case .rule(let rule):
      text += ", but \(winner(identity, over: rule)) wins"
      return Remark(text, fix: fix(identity, rule))
    case .commandLine, .setting:
      return Remark(text, fix: fixForGlob(identity, expectation))
    }
  }

  private func winner(_ identity: Identity, over rule: ConfigEntry) -> String {
    switch identity.email.origin {
    case .config(let entry):
      let chain = place.chain(entry.origin).text
      if entry.section != "user" { return "\(entry.key) (\(chain))" }
      if let rulePlace = rule.origin.inclusions.first?.origin,
        rulePlace.source?.path == entry.origin.source?.path, entry.origin.inclusions.isEmpty
      {
        return "the later line \(chain)"
      }
      return chain
    case .environment(let variable): return "$\(variable)"
    case .hole, .gecos, .mailname, .hostname: return place.origin(identity.email.origin).text
    }
  }

  private func fix(_ identity: Identity, _ rule: ConfigEntry) -> String? {
    switch identity.email.origin {
    case .environment(let variable): return "unset \(variable)"
    case .config(let entry):
      guard case .file(let source, _, _) = entry.origin else { return nil }
      // The outermost include line, if what wins stands after it in the same file.
      if entry.section == "user", source.inclusion == nil,
        let include = rule.origin.inclusions.first, include.origin.source?.path == source.path
      {
        return Fix.moveToEnd(include, in: config, place)
      }
      return Fix.unset(entry, place)
    case .hole, .gecos, .mailname, .hostname: return nil
    }
  }

  /// An address that a file here gives and that the globs admit, or the glob if it is an address.
  private func fixForGlob(_ identity: Identity, _ expectation: Expectation) -> String? {
    switch identity.email.origin {
    case .environment(let variable): return "unset \(variable)"
    case .config(let entry) where entry.section != "user": return Fix.unset(entry, place)
    default: break
    }
    let known = config.entries.reversed().lazy.filter {
      $0.section == "user" && $0.subsection == nil && $0.name == "email"
    }.compactMap(\.value)
    let address =
      known.first { value in expectation.patterns.contains { Wildmatch.matches(value, $0, []) } }
      ?? expectation.patterns.first { pattern in
        !pattern.bytes.contains { "*?[\\".utf8.contains($0) }
      }
    return address.map { "git config user.email \($0.shellQuoted)" }
  }
}
