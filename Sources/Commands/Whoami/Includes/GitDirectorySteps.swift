import ByteKit
import ConfigKit
import FileKit
import ProcessKit

/// The mistakes that people make in `gitdir` conditions, each with its correction.
struct GitDirectorySteps {
  let environment: Environment
  let location: RepositoryLocation?
  /// HOME without links.
  let realHome: ByteString?
  private let home: ByteString?

  init(_ environment: Environment, _ location: RepositoryLocation?) {
    self.environment = environment
    self.location = location
    home = environment.nonEmpty("HOME")
    realHome = home.flatMap { try? FileSystem.realPath($0) }
  }

  private static let slash = UInt8(ascii: "/")

  /// In the order in which they are tried; `source` is the file that the rule stands in.
  func all(_ source: ConfigSource?) -> [CorrectionSearch.Step] {
    [
      Correction.trimming, unquoting, replacingVariables, Correction.collapsingSlashes,
      resolvingDots, { replacingDotSlash($0, source) }, Correction.doublingStars,
      Correction.addingSlash, droppingSlashAfterDotGit, replacingUnknownUser, addingTilde,
      { resolvingLinks($0) }, escapingHome, expandingBraces, turningBackslashes, foldingCase,
    ]
  }

  // MARK: - Spelling

  /// Without quotation marks inside those that the file needs.
  private func unquoting(_ correction: Correction) -> [Correction] {
    let bytes = correction.pattern.bytes
    guard let first = bytes.first, first == UInt8(ascii: "'") || first == UInt8(ascii: "\""),
      bytes.last == first, bytes.count > 2
    else { return [] }
    return [
      correction.changed(
        to: ByteString(bytes.dropFirst().dropLast()),
        "the quotation marks are part of the pattern"
      )
    ]
  }

  /// `$HOME` as `~`, other variables by their values.
  private func replacingVariables(_ correction: Correction) -> [Correction] {
    let bytes = correction.pattern.bytes
    guard bytes.first == UInt8(ascii: "$") else { return [] }
    let isBraced = bytes.dropFirst().first == UInt8(ascii: "{")
    let nameStart = isBraced ? 2 : 1
    let name = ByteString(
      bytes.dropFirst(nameStart).prefix { $0 == UInt8(ascii: "_") || $0.isASCIILetterOrDigit }
    )
    let rest = ByteString(bytes.dropFirst(nameStart + name.count + (isBraced ? 1 : 0)))
    if name == "HOME" {
      return [
        correction.changed(
          to: "~" + rest,
          "git expands no variables: write '~' for '\(isBraced ? "${HOME}" : "$HOME")'"
        )
      ]
    }
    guard let value = environment.nonEmpty(name) else { return [] }
    return [
      correction.changed(
        to: value + rest,
        "git expands no variables: write '\(value)' for '$\(name)'"
      )
    ]
  }

  /// `.` and `..` inside a path.
  private func resolvingDots(_ correction: Correction) -> [Correction] {
    let parts = correction.pattern.split(on: Self.slash)
    guard parts.dropFirst().contains(where: { $0 == "." || $0 == ".." }) else { return [] }
    var kept: [ByteString] = []
    for (index, part) in parts.enumerated() {
      if index > 0, part == "." { continue }
      if index > 0, part == ".." {
        guard kept.count > 1, kept.last?.isLiteral == true else { return [] }
        kept.removeLast()
      } else {
        kept.append(part)
      }
    }
    if parts.last == "." || parts.last == ".." { kept.append("") }
    return [
      correction.changed(
        to: kept.joined(separator: "/"),
        "'.' and '..' in a pattern are not resolved"
      )
    ]
  }

  /// `./` and `../` meant from another folder than that of the real configuration file.
  private func replacingDotSlash(_ correction: Correction, _ source: ConfigSource?) -> [Correction]
  {
    let pattern = correction.pattern
    guard pattern.bytes.first == UInt8(ascii: ".") else { return [] }
    if pattern == "." {
      return [correction.changed(to: "./", "'.' alone is a name: './' is the file's folder")]
    }
    guard let source, pattern.hasPrefix("./") || pattern.hasPrefix("../") else { return [] }
    let real = (try? FileSystem.realPath(source.path)) ?? source.path
    let isUp = pattern.hasPrefix("../")
    let rest = ByteString(pattern.bytes.dropFirst(isUp ? 3 : 2))
    let reason =
      isUp
      ? "'..' is not resolved"
      : "'./' is the folder that the file really lies in, '\(PlaceText(environment).path(real.parentPath))'"
    var folders: [ByteString] = isUp ? [real.parentPath.parentPath] : []
    folders.append(isUp ? source.path.parentPath.parentPath : source.path.parentPath)
    if let realHome, !isUp { folders.append(realHome) }
    return folders.map { folder in
      correction.changed(to: tilde(folder).appendingPath(rest), reason)
    }
  }

  private func tilde(_ path: ByteString) -> ByteString {
    guard let realHome, realHome.isLiteral, path.hasPrefix(realHome) else {
      return path.globEscaped
    }
    let rest = ByteString(path.bytes.dropFirst(realHome.count))
    guard rest.isEmpty || rest.hasPrefix("/") else { return path.globEscaped }
    return "~" + rest.globEscaped
  }

  private func droppingSlashAfterDotGit(_ correction: Correction) -> [Correction] {
    let pattern = correction.pattern
    var found: [Correction] = []
    if let bare = pattern.dropping(suffix: "/.git/") ?? pattern.dropping(suffix: "/.git/**") {
      found.append(
        correction.changed(
          to: bare + "/.git",
          "'.git/' means what is below the git directory, not the directory itself"
        )
      )
    }
    return found
  }

  /// `~name/` for a user that does not exist, and `~/` written without its slash.
  private func replacingUnknownUser(_ correction: Correction) -> [Correction] {
    let pattern = correction.pattern
    guard pattern.bytes.first == UInt8(ascii: "~"), pattern.count > 1,
      pattern.bytes[1] != Self.slash
    else { return [] }
    let name = ByteString(pattern.bytes.dropFirst().prefix { $0 != Self.slash })
    let users = UserDatabase.system(environment)
    guard users.account(named: name) == nil else { return [] }
    let reason = "there is no user '\(name)'"
    let rest = ByteString(pattern.bytes.dropFirst(name.count + 1))
    return [
      correction.changed(to: "~" + rest, reason),
      correction.changed(to: "~/" + name + rest, reason),
    ]
  }

  private func addingTilde(_ correction: Correction) -> [Correction] {
    guard correction.pattern.bytes.first == Self.slash else { return [] }
    return [
      correction.changed(
        to: "~" + correction.pattern,
        "a pattern that begins with '/' begins at the root"
      )
    ]
  }

  // MARK: - Places

  /// The folder that the pattern's literal beginning names, as an absolute path.
  func folder(_ pattern: ByteString) -> ByteString? {
    let components = pattern.split(on: Self.slash)
    let literal = components.prefix { $0.isLiteral }
    var prefix = literal.joined(separator: "/")
    if prefix == "~" || prefix.hasPrefix("~/"), let realHome {
      prefix = realHome + ByteString(prefix.bytes.dropFirst())
    } else if !prefix.isAbsolutePath {
      // Without an anchor it is tried below HOME, where people mean it.
      guard let realHome, !prefix.isEmpty, !prefix.hasPrefix("~"), !prefix.hasPrefix(".") else {
        return nil
      }
      prefix = realHome.appendingPath(prefix)
    }
    while prefix.count > 1, prefix.bytes.last == Self.slash { prefix.bytes.removeLast() }
    return prefix.isEmpty ? nil : prefix
  }

  /// The real path for one that goes through a link.
  private func resolvingLinks(_ correction: Correction) -> [Correction] {
    let pattern = correction.pattern
    guard let named = folder(pattern), let real = try? FileSystem.realPath(named), real != named
    else { return [] }
    let components = pattern.split(on: Self.slash)
    let literal = components.prefix { $0.isLiteral }
    var rest = components.dropFirst(literal.count).joined(separator: "/")
    if !rest.isEmpty || literal.last?.isEmpty == true { rest = "/" + rest }
    let place = PlaceText(environment)
    let link = literal.joined(separator: "/")
    let shown = link.count > 1 ? (link.dropping(suffix: "/") ?? link) : link
    return [
      correction.changed(
        to: tilde(real) + rest,
        "'\(shown)' goes through a link: git compares the real path, '\(place.path(real))'"
      )
    ]
  }

  /// Characters in HOME that a glob takes for its own.
  private func escapingHome(_ correction: Correction) -> [Correction] {
    guard let realHome, !realHome.isLiteral,
      correction.pattern == "~" || correction.pattern.hasPrefix("~/")
    else { return [] }
    return [
      correction.changed(
        to: realHome.globEscaped + ByteString(correction.pattern.bytes.dropFirst()),
        "the home folder's name holds characters that mean something in a pattern"
      )
    ]
  }

  /// One alternative of `{a,b}` each.
  private func expandingBraces(_ correction: Correction) -> [Correction] {
    let pattern = correction.pattern
    guard let open = pattern.firstIndex(of: UInt8(ascii: "{")),
      let close = pattern.firstIndex(of: UInt8(ascii: "}"), from: open)
    else { return [] }
    let alternatives = ByteString(pattern.bytes[(open + 1)..<close]).split(on: UInt8(ascii: ","))
    let head = ByteString(pattern.bytes[..<open])
    let tail = ByteString(pattern.bytes[(close + 1)...])
    return alternatives.map { alternative in
      correction.changed(
        to: head + alternative + tail,
        isAddition: true,
        "braces mean themselves: it takes one rule for each"
      )
    }
  }

  private func turningBackslashes(_ correction: Correction) -> [Correction] {
    let backslash = UInt8(ascii: "\\")
    guard correction.pattern.bytes.contains(backslash) else { return [] }
    let turned = ByteString(
      correction.pattern.bytes.map { $0 == backslash ? Self.slash : $0 }
    )
    return [correction.changed(to: turned, "folders are separated by '/', not by '\\'")]
  }

  private func foldingCase(_ correction: Correction) -> [Correction] {
    let folded: ByteString
    switch correction.keyword {
    case Keyword.gitDirectory: folded = Keyword.gitDirectoryFolded
    case Keyword.workTree: folded = Keyword.workTreeFolded
    default: return []
    }
    return [
      correction.changed(
        to: correction.pattern,
        keyword: folded,
        "upper and lower case differ: '\(ByteString(folded.bytes.dropLast()))' does not mind"
      )
    ]
  }
}
