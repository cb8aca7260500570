import ByteKit
import FileKit
import ProcessKit

/// What a repository's configuration says about its format, as git checks it before all else.
///
/// Includes are not followed here. Source: "repository format" in git's technical documentation.
struct CheckedFormat {
  var format: RepositoryFormat
  /// `core.bare` and `core.worktree`, where they count: not for a linked worktree.
  var isBare: Bool?
  var workTree: ByteString?
  /// The common directory as git names it; nil if it is the git directory.
  var commonText: ByteString?
}

extension RepositorySearch {
  enum FormatVerdict {
    case accepted(CheckedFormat)
    case refused(Refusal)
  }

  static let newestFormatVersion = 1

  /// Judges the format; `text` is the git directory as git names it, seen from `directory`.
  mutating func check(
    _ gitDirectory: ByteString,
    named text: ByteString,
    from directory: ByteString
  ) throws(ConfigError) -> FormatVerdict {
    let common = try commonDirectory(of: gitDirectory)
    let commonText = common.isSeparate ? common.text : text
    let commonDirectory = commonText.absolutePath(in: directory)
    var format = RepositoryFormat()
    try read(
      commonDirectory.appendingPath("config"),
      named: "\(commonText)/config"
    ) { search, entry throws(ConfigError) in try search.note(entry, in: &format) }
    // Without a version nothing else in it counts.
    if format.version < 0 { format = RepositoryFormat() }
    if let message = Self.objection(to: format) {
      return .refused(
        Refusal(reason: .format, directory: directory, message: message, hints: [])
      )
    }
    var countsHere = !common.isSeparate
    if format.usesWorktreeConfig {
      countsHere = true
      try read(
        gitDirectory.appendingPath("config.worktree"),
        named: "\(text)/config.worktree"
      ) { _, entry throws(ConfigError) in try Self.notePlace(entry, in: &format) }
    }
    return .accepted(
      CheckedFormat(
        format: format,
        isBare: countsHere ? format.isBare : nil,
        workTree: countsHere ? format.workTree : nil,
        commonText: common.isSeparate ? common.text : nil
      )
    )
  }

  private mutating func read(
    _ path: ByteString,
    named name: ByteString,
    _ body: (inout RepositorySearch, ConfigEntry) throws(ConfigError) -> Void
  ) throws(ConfigError) {
    // What cannot be read is told by the reading of all configuration.
    guard let content = (try? FileSystem.readIfPresent(path)) ?? nil else { return }
    let source = ConfigSource(name: name, path: path, scope: .local, inclusion: nil)
    var parser = ConfigParser(content)
    var section: ByteString = ""
    var subsection: ByteString?
    while true {
      let piece: ConfigParser.Piece?
      do throws(ConfigParser.SyntaxError) {
        piece = try parser.next()
      } catch {
        throw .badLine(.syntax, error.line, in: source)
      }
      switch piece {
      case nil: return
      case .header(let header):
        section = header.section
        subsection = header.subsection
      case .item(let item):
        try body(
          &self,
          ConfigEntry(
            section: section,
            subsection: subsection,
            name: item.name,
            value: item.value?.untilNUL,
            scope: .local,
            origin: .file(source, line: item.line, endLine: item.endLine)
          )
        )
      }
    }
  }

  private mutating func note(
    _ entry: ConfigEntry,
    in format: inout RepositoryFormat
  ) throws(ConfigError) {
    guard entry.section == Self.extensions else {
      if entry.section == Self.core, entry.subsection == nil, entry.name == Self.version {
        format.version = Int(try entry.integer(limit: Int64(Int32.max)))
      }
      return try Self.notePlace(entry, in: &format)
    }
    let name = entry.subsection.map { "\($0).\(entry.name)" } ?? entry.name
    guard isKnown(name) else {
      format.unknownExtensions.append(name)
      return try Self.notePlace(entry, in: &format)
    }
    format.extensions.append(name)
    switch name {
    case "preciousobjects", "relativeworktrees", "submodulepathconfig":
      _ = try entry.boolean()
    case "worktreeconfig":
      format.usesWorktreeConfig = try entry.boolean()
    case "partialclone":
      format.partialClone = entry.value
    case "objectformat", "compatobjectformat":
      guard let value = entry.value else { throw Self.badExtension(entry, "missing value") }
      guard value == "sha1" || value == "sha256" else { throw Self.badExtension(entry, value) }
      if name == "objectformat" { format.objectFormat = value }
    case "refstorage":
      guard let value = entry.value else { throw Self.badExtension(entry, "missing value") }
      let kind = value.firstRange(of: "://").map { ByteString(value.bytes[..<$0.lowerBound]) }
      guard kind ?? value == "files" || kind ?? value == "reftable" else {
        throw Self.badExtension(entry, value)
      }
      format.refStorage = kind ?? value
    default:
      break
    }
  }

  private static let core: ByteString = "core"
  private static let extensions: ByteString = "extensions"
  private static let version: ByteString = "repositoryformatversion"
  private static let bare: ByteString = "bare"
  private static let workTree: ByteString = "worktree"

  private static func badExtension(_ entry: ConfigEntry, _ value: ByteString) -> ConfigError {
    let cause =
      entry.value == nil
      ? "missing value for '\(entry.key.text)'"
      : "invalid value for '\(entry.key.text)': '\(value.text)'"
    return includeLine(entry, cause)
  }

  /// `bad config line`, which git says when a value is refused while the file is read.
  private static func includeLine(_ entry: ConfigEntry, _ cause: String) -> ConfigError {
    guard case .file(let source, _, let endLine) = entry.origin else {
      return .badVariable(entry, cause: cause)
    }
    return .badLine(.value, endLine, in: source, cause: cause)
  }

  private static func notePlace(
    _ entry: ConfigEntry,
    in format: inout RepositoryFormat
  ) throws(ConfigError) {
    guard entry.section == Self.core, entry.subsection == nil else { return }
    if entry.name == Self.bare {
      format.isBare = try entry.boolean()
    } else if entry.name == Self.workTree {
      guard let value = entry.value else {
        throw includeLine(entry, "missing value for 'core.worktree'")
      }
      format.workTree = value
    }
  }

  /// Extensions that every git from 2.30 on knows.
  private static let oldExtensions: [ByteString] = [
    "noop", "preciousobjects", "partialclone", "worktreeconfig", "noop-v1", "objectformat",
  ]

  /// Those that came later, with the release that brought them.
  private static let newExtensions: [(name: ByteString, since: GitVersion)] = [
    ("refstorage", GitVersion(2, 44)),
    ("compatobjectformat", GitVersion(2, 45)),
    ("relativeworktrees", GitVersion(2, 48)),
    ("submodulepathconfig", GitVersion(2, 54)),
  ]

  /// Those that count in a repository of version 0 too.
  private static let versionZeroExtensions: [ByteString] = [
    "noop", "preciousobjects", "partialclone", "worktreeconfig",
  ]

  private mutating func isKnown(_ name: ByteString) -> Bool {
    if Self.oldExtensions.contains(name) { return true }
    guard let entry = Self.newExtensions.first(where: { $0.name == name }) else { return false }
    return gitVersion() >= entry.since
  }

  /// What git has against the format; nil if nothing.
  private static func objection(to format: RepositoryFormat) -> String? {
    if format.version > newestFormatVersion {
      return "Expected git repo version <= \(newestFormatVersion), found \(format.version)"
    }
    func list(_ names: [ByteString]) -> String {
      (names.count == 1 ? "extension found: " : "extensions found: ")
        + names.map(\.text).joined(separator: ", ")
    }
    if format.version >= 1, !format.unknownExtensions.isEmpty {
      return "unknown repository \(list(format.unknownExtensions))"
    }
    let newer = format.extensions.filter { !versionZeroExtensions.contains($0) }
    if format.version == 0, !newer.isEmpty {
      return "repo version is 0, but v1-only \(list(newer))"
    }
    return nil
  }
}
