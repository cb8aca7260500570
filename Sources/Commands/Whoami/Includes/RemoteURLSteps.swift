import ByteKit
import ConfigKit

/// The mistakes that people make in `hasconfig:remote.*.url:` conditions, each with its correction.
struct RemoteURLSteps {
  /// All `remote.<name>.url`, raw, as git matches them.
  let urls: [ByteString]
  let config: ConfigStack

  var all: [CorrectionSearch.Step] {
    [
      Correction.trimming, addingStars, Correction.doublingStars, changingEnding, respelling,
      changingForm, undoingInsteadOf, replacingColon, replacingPushURL,
    ]
  }

  /// `/` at the end, or nothing at all, for everything below.
  private func addingStars(_ correction: Correction) -> [Correction] {
    let pattern = correction.pattern
    guard !pattern.isEmpty, pattern.bytes.last != UInt8(ascii: "*") else { return [] }
    if pattern.bytes.last == UInt8(ascii: "/") || pattern.bytes.last == UInt8(ascii: ":") {
      return [
        correction.changed(
          to: pattern + "**",
          "'/' at the end has no meaning of its own here: write '/**'"
        )
      ]
    }
    return [
      correction.changed(
        to: pattern + "/**",
        "it must match the whole address: write '/**' for what is below"
      )
    ]
  }

  /// With and without `.git`.
  private func changingEnding(_ correction: Correction) -> [Correction] {
    let pattern = correction.pattern
    guard let last = pattern.bytes.last, !last.isGlob, last != UInt8(ascii: "/") else { return [] }
    let reason = "the address is written with another ending"
    if let bare = pattern.dropping(suffix: ".git") {
      return [correction.changed(to: bare, reason)]
    }
    return [correction.changed(to: pattern + ".git", reason)]
  }

  /// In the address's own upper and lower case.
  private func respelling(_ correction: Correction) -> [Correction] {
    urls.compactMap { url in
      correction.pattern.respelled(like: url).flatMap { pattern in
        pattern == correction.pattern
          ? nil
          : correction.changed(
            to: pattern,
            "upper and lower case differ, and here no form of the condition overlooks that"
          )
      }
    }
  }

  /// In the form that the remote's address has: `https://host/path`, `user@host:path`, ...
  private func changingForm(_ correction: Correction) -> [Correction] {
    guard let meant = AddressForm(correction.pattern) else { return [] }
    return urls.compactMap { url in
      guard let real = AddressForm(url) else { return nil }
      let pattern = real.spelled(host: meant.host, path: meant.path)
      guard pattern != correction.pattern else { return nil }
      return correction.changed(
        to: pattern,
        isAddition: meant.isComplete,
        "the remote's address has another form: '\(url.redactingCredentials)'"
      )
    }
  }

  /// The short form that the address is written in.
  private func undoingInsteadOf(_ correction: Correction) -> [Correction] {
    config.subsections(of: "url").flatMap { base -> [Correction] in
      guard let rest = correction.pattern.dropping(prefix: base) else { return [] }
      let key = ConfigKey(section: "url", subsection: base, name: "insteadOf")
      return config.all(key).compactMap(\.value).map { short in
        correction.changed(
          to: short.globEscaped + rest,
          isAddition: true,
          "git matches the address as it is written, before 'url.\(base).insteadOf'"
        )
      }
    }
  }

  /// `*:acme/**` for `**/acme/**`.
  private func replacingColon(_ correction: Correction) -> [Correction] {
    guard let rest = correction.pattern.dropping(prefix: "**/") else { return [] }
    return [
      correction.changed(
        to: "*:" + rest,
        isAddition: true,
        "the ':' in 'git@host:path' is no '/': it takes a pattern of its own"
      )
    ]
  }

  private func replacingPushURL(_ correction: Correction) -> [Correction] {
    config.subsections(of: "remote").compactMap { name in
      let pushURLs = config.all(ConfigKey(section: "remote", subsection: name, name: "pushurl"))
      guard
        pushURLs.contains(where: {
          $0.value.map { Wildmatch.matches($0, correction.pattern) } ?? false
        }),
        let url = config.last(ConfigKey(section: "remote", subsection: name, name: "url"))?.value
      else { return nil }
      return correction.changed(
        to: url.globEscaped,
        isAddition: true,
        "git looks at 'remote.\(name).url', not at 'pushurl'"
      )
    }
  }
}

/// A remote's address, or a pattern for one, taken apart.
struct AddressForm {
  private enum Kind {
    case scheme(ByteString)
    case scp
    case bare
  }

  private let kind: Kind
  private let user: ByteString?
  let host: ByteString
  let path: ByteString

  /// Whether the form stands there in full, so that it may be right for other remotes.
  var isComplete: Bool {
    if case .bare = kind { return false }
    return true
  }

  /// nil for a path.
  init?(_ text: ByteString) {
    let slash = UInt8(ascii: "/")
    var rest = text
    var scheme: ByteString?
    if let mark = text.firstRange(of: "://") {
      scheme = ByteString(text.bytes[..<mark.lowerBound])
      rest = ByteString(text.bytes[mark.upperBound...])
    } else if let bare = text.dropping(prefix: "**/") {
      rest = bare
    }
    let hostEnd: Int
    let colon = rest.firstIndex(of: UInt8(ascii: ":"))
    let firstSlash = rest.firstIndex(of: slash)
    if scheme == nil, let colon, colon < firstSlash ?? rest.count {
      kind = .scp
      hostEnd = colon
    } else {
      guard let firstSlash, firstSlash > 0 else { return nil }
      kind = scheme.map { .scheme($0) } ?? .bare
      hostEnd = firstSlash
    }
    let authority = ByteString(rest.bytes[..<hostEnd])
    path = ByteString(rest.bytes[(hostEnd + 1)...])
    if let at = authority.bytes.lastIndex(of: UInt8(ascii: "@")) {
      user = ByteString(authority.bytes[..<at])
      host = ByteString(authority.bytes[(at + 1)...])
    } else {
      user = nil
      host = authority
    }
  }

  /// Another host and path in this form; a user with a password is left to a star.
  func spelled(host: ByteString, path: ByteString) -> ByteString {
    let name = user.map { $0.bytes.contains(UInt8(ascii: ":")) ? "*" : $0.globEscaped }
    let prefix = name.map { $0 + "@" } ?? ""
    switch kind {
    case .scheme(let scheme): return "\(scheme)://\(prefix)\(host)/\(path)"
    case .scp: return "\(prefix)\(host):\(path)"
    case .bare: return "\(host)/\(path)"
    }
  }
}
