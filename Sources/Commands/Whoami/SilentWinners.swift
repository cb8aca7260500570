import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit

/// Finds what decides the identity without being seen.
struct SilentWinners {
  let survey: Survey
  let location: RepositoryLocation?
  let config: ConfigStack
  let settings: IdentitySettings

  private var place: PlaceText { PlaceText(survey.environment) }

  func remarks(_ people: [Answer.Person]) -> [Remark] {
    var found: [Remark] = []
    for person in people {
      guard let identity = person.answer.identity else { continue }
      found += [exported(identity)].compactMap(\.self)
      found += parts(identity).compactMap { winner($0, $1, identity.role) }
      found += parts(identity).compactMap { strippings($0, $1) }
    }
    found += [leakedRepository(), trackedFile(people)].compactMap(\.self)
    var unique: [Remark] = []
    for remark in found where !unique.contains(remark) { unique.append(remark) }
    return unique
  }

  private func parts(_ identity: Identity) -> [(String, IdentityPart)] {
    [("name", identity.name), ("email", identity.email)]
  }

  private func entry(_ slot: IdentitySettings.Slot, _ what: String) -> ConfigEntry? {
    what == "name" ? slot.name : slot.email
  }

  /// `GIT_AUTHOR_*` and `GIT_COMMITTER_*`, over what the configuration says.
  private func exported(_ identity: Identity) -> Remark? {
    var variables: [ByteString] = []
    var beaten: [String] = []
    for (what, part) in parts(identity) {
      guard case .environment(let variable) = part.origin, variable != "EMAIL" else { continue }
      guard let entry = entry(settings.ofRole(identity.role), what) ?? entry(settings.user, what)
      else {
        variables.append(variable)
        continue
      }
      guard entry.value != part.raw else { continue }
      variables.append(variable)
      beaten.append("\(entry.key) = \(entry.value ?? "") (\(place.chain(entry.origin)))")
    }
    guard !variables.isEmpty else { return nil }
    let isOne = variables.count == 1
    let names = variables.joined(separator: " and ")
    let what =
      beaten.isEmpty
      ? "count\(isOne ? "s" : "") in every repository"
      : "beat\(isOne ? "s" : "") \(beaten.joined(separator: " and "))"
    return Remark(
      "\(names) \(isOne ? "is" : "are") set and \(what)",
      fix: "unset \(variables.joined(separator: " "))"
    )
  }

  /// `author.*` or `committer.*` over what stands nearer to the repository.
  private func winner(_ what: String, _ part: IdentityPart, _ role: IdentityRole) -> Remark? {
    guard case .config(let entry) = part.origin, entry.section != "user",
      let user = self.entry(settings.user, what), user.value != entry.value, isLater(user, entry)
    else { return nil }
    return Remark(
      "\(entry.key) (\(place.chain(entry.origin))) beats user.\(what) = \(user.value ?? "") "
        + "(\(place.chain(user.origin))): author.* and committer.* always do",
      fix: Fix.unset(entry, place)
    )
  }

  private func isLater(_ left: ConfigEntry, _ right: ConfigEntry) -> Bool {
    let leftPosition = config.entries.lastIndex { $0.isSameEntry(as: left) }
    let rightPosition = config.entries.lastIndex { $0.isSameEntry(as: right) }
    guard let leftPosition, let rightPosition else { return false }
    return leftPosition > rightPosition
  }

  /// Git records something else than what stands in the file.
  private func strippings(_ what: String, _ part: IdentityPart) -> Remark? {
    guard part.value != part.raw.trimmed, !part.value.isEmpty, !part.origin.isGuess else {
      return nil
    }
    return Remark(
      "git strips the \(what == "name" ? "name" : "address") '\(part.raw)' to '\(part.value)' "
        + "(\(place.origin(part.origin)))"
    )
  }

  // MARK: - GIT_DIR

  private static let repositoryVariables: [ByteString] = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR",
  ]

  /// GIT_DIR left in the environment, over the repository that one stands in.
  private func leakedRepository() -> Remark? {
    guard let named = survey.environment["GIT_DIR"] else { return nil }
    guard let location else {
      return Remark(
        "GIT_DIR is set to '\(named)', which is no repository: git acts as outside of any",
        fix: "unset GIT_DIR"
      )
    }
    var environment = survey.environment
    for variable in Self.repositoryVariables { environment[variable] = nil }
    guard
      case .found(let here)? = try? RepositoryLocation.discover(
        environment: environment,
        workingDirectory: survey.workingDirectory
      ), real(here.gitDirectory) != real(location.gitDirectory)
    else { return nil }
    return Remark(
      "GIT_DIR is set to '\(place.path(named))' and beats the repository that you stand in, "
        + "'\(place.path(here.workTree ?? here.gitDirectory))'",
      fix: "unset GIT_DIR"
    )
  }

  private func real(_ path: ByteString) -> ByteString {
    (try? FileSystem.realPath(path)) ?? path
  }

  // MARK: - Files in the work tree

  /// A file that a pull can change.
  private func trackedFile(_ people: [Answer.Person]) -> Remark? {
    guard let location, let workTree = location.workTree else { return nil }
    for person in people {
      guard let identity = person.answer.identity else { continue }
      for (_, part) in parts(identity) {
        guard case .config(let entry) = part.origin, let source = entry.origin.source,
          source.scope == .local, source.inclusion != nil
        else { continue }
        let path = real(source.path)
        guard path.hasPrefix(workTree.appendingPath("")),
          !path.hasPrefix(real(location.commonDirectory).appendingPath("")),
          !path.hasPrefix(real(location.gitDirectory).appendingPath(""))
        else { continue }
        return Remark(
          "\(place.chain(entry.origin)) lies in the work tree: a pull can change who you are"
        )
      }
    }
    return nil
  }
}
