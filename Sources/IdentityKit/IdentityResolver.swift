package import ByteKit
package import ConfigKit
package import ProcessKit

/// Says who the next commit will be by, as git decides it.
///
/// Environment beats `author.*` and `committer.*`, which beat `user.*`, whatever the scope; name and
/// address are decided apart. Source: git-commit(1), "COMMIT INFORMATION", `user.*` in
/// git-config(1), and git's behaviour.
package struct IdentityResolver: Sendable {
  package let settings: IdentitySettings
  private let environment: Environment
  private let machine: Machine
  private let gitVersion: @Sendable () -> GitVersion

  /// Goes through all values once; throws what git dies of there, with file and line.
  ///
  /// `gitVersion` is asked of the installed git if neither it nor `config` has it and a name or an
  /// address begins or ends with a dot.
  package init(
    config: ConfigStack,
    environment: Environment,
    machine: Machine? = nil,
    gitVersion: GitVersion? = nil
  ) throws(ConfigError) {
    settings = try IdentitySettings(config)
    self.environment = environment
    self.machine = machine ?? .current(environment)
    let known = gitVersion ?? config.gitVersion
    self.gitVersion = { known ?? .current(environment) }
  }

  /// The identity, or git's refusal.
  package func resolve(
    _ role: IdentityRole,
    now: Int64? = nil
  ) -> IdentityAnswer {
    do throws(IdentityError) {
      return .found(try identity(role, now: now))
    } catch {
      return .missing(error)
    }
  }

  private func identity(_ role: IdentityRole, now: Int64?) throws(IdentityError) -> Identity {
    // The address comes first: if both are missing, git complains about it.
    let email = try rawEmail(role)
    let name = try rawName(role, email: email.value)
    if isOnlyCrud(name.value) { throw .disallowedName(role, name: name.value) }
    if let date = environment.nonEmpty(role.variable("DATE")),
      !GitDate.isValid(date, now: now)
    {
      throw .badDate(role, date: date)
    }
    return Identity(role: role, name: part(name), email: part(email))
  }

  private typealias Raw = (value: ByteString, origin: IdentityOrigin)

  private func rawEmail(_ role: IdentityRole) throws(IdentityError) -> Raw {
    let variable = role.variable("EMAIL")
    if let value = environment[variable] { return (value, .environment(variable: variable)) }
    if let entry = settings.ofRole(role).email, let value = entry.value, !value.isEmpty {
      return (value, .config(entry))
    }
    if let giver = settings.emailGiver {
      guard let entry = settings.user.email else { return ("", .hole(giver)) }
      return (entry.value ?? "", .config(entry))
    }
    if settings.isConfigOnly { throw .noEmail(role) }
    if let value = environment.nonEmpty("EMAIL") {
      return (value.trimmed, .environment(variable: "EMAIL"))
    }
    return try guessedEmail(role)
  }

  private func guessedEmail(_ role: IdentityRole) throws(IdentityError) -> Raw {
    let account = machine.account()
    let login = account?.login ?? "unknown"
    var origin = IdentityOrigin.mailname
    var isUsable = account != nil
    let domain: ByteString
    if let mailName = machine.mailName() {
      domain = mailName
    } else {
      origin = .hostname
      let host = machine.hostName()
      if let host, host.bytes.contains(UInt8(ascii: ".")) {
        domain = host
      } else if let host, let full = machine.canonicalName(host) {
        domain = full
      } else {
        domain = host.map { "\($0).(none)" } ?? "(none)"
        isUsable = false
      }
    }
    let guess = ByteString("\(login)@\(domain)").trimmed
    guard isUsable else { throw .undetectedEmail(role, guess: guess) }
    return (guess, origin)
  }

  private func rawName(
    _ role: IdentityRole,
    email: ByteString
  ) throws(IdentityError) -> Raw {
    let variable = role.variable("NAME")
    if let value = environment[variable] {
      if value.isEmpty { throw .emptyName(role, email: email, isUnset: false) }
      return (value, .environment(variable: variable))
    }
    if let entry = settings.ofRole(role).name, let value = entry.value, !value.isEmpty {
      return (value, .config(entry))
    }
    if settings.nameGiver != nil {
      guard let entry = settings.user.name, let value = entry.value, !value.isEmpty else {
        throw .emptyName(role, email: email, isUnset: true)
      }
      return (value, .config(entry))
    }
    if settings.isConfigOnly { throw .noName(role) }
    guard let account = machine.account() else { throw .undetectedName(role, guess: "Unknown") }
    let name = account.fullName
    if name.isEmpty { throw .emptyName(role, email: email, isUnset: true) }
    return (name, .gecos)
  }

  // MARK: - Stripping

  private func isOnlyCrud(_ name: ByteString) -> Bool {
    let isOnlyCrud = IdentityCleaning.isOnlyCrud(name, strippingDots: true)
    guard isOnlyCrud, name.bytes.contains(UInt8(ascii: ".")) else { return isOnlyCrud }
    return gitVersion() < .keepsDots
  }

  private func part(_ raw: Raw) -> IdentityPart {
    let withDots = IdentityCleaning.cleaned(raw.value, strippingDots: false)
    let dot = UInt8(ascii: ".")
    let endsInDot = withDots.bytes.first == dot || withDots.bytes.last == dot
    let value =
      endsInDot && gitVersion() < .keepsDots
      ? IdentityCleaning.cleaned(raw.value, strippingDots: true) : withDots
    return IdentityPart(value: value, raw: raw.value, origin: raw.origin)
  }
}

extension IdentityRole {
  /// `GIT_AUTHOR_NAME` and the like.
  package func variable(_ what: ByteString) -> ByteString {
    switch self {
    case .author: "GIT_AUTHOR_\(what)"
    case .committer: "GIT_COMMITTER_\(what)"
    }
  }
}

extension UserAccount {
  /// What stands in the comment field up to the first comma, `&` being the capitalised login.
  var fullName: ByteString {
    var name: [UInt8] = []
    for byte in gecos.bytes {
      if byte == UInt8(ascii: ",") { break }
      guard byte == UInt8(ascii: "&") else {
        name.append(byte)
        continue
      }
      var capitalised = login.bytes
      if let first = capitalised.first, first >= 97, first <= 122 { capitalised[0] = first - 32 }
      name += capitalised
    }
    return ByteString(name).trimmed
  }
}
