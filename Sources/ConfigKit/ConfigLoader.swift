import ByteKit
import DiagnosticKit
import FileKit
import ProcessKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One reading of all configuration, in git's order and with git's errors.
struct ConfigLoader {
  /// How the files are gone through.
  struct Pass {
    /// Collects remote URLs for `hasconfig` conditions, which all count as true meanwhile.
    var isCollectingURLs = false
    /// Inside a file that a condition let in while URLs are collected: it may set none.
    var forbidsURLs = false
    /// Includes open now.
    var depth = 0
  }

  static let deepestInclude = 10

  let place: ConfigPlace
  let environment: Environment
  let users: UserDatabase
  /// Files that are read in place of those on disk.
  private let copies: FileCopies
  private var knownVersion: GitVersion?

  private var entries: [ConfigEntry] = []
  private var includes: [IncludeTrace] = []
  /// Each file is read from disk once, though the passes may go through it twice.
  private var contents: [(name: ByteString, content: FileContent)] = []
  /// What no-one but the last file had to say, told after all others have been read.
  private var unreadFile: (path: ByteString, cause: String)?
  /// All remote URLs, once a `hasconfig` condition has asked.
  private var urls: [ByteString]?
  private var collected: [ByteString] = []
  var conditions = ConditionTexts()

  private enum FileContent {
    case bytes(ByteString)
    case missing
    case directory
    case unreadable(FileError)
  }

  init(
    place: ConfigPlace,
    environment: Environment,
    gitVersion: GitVersion?,
    users: UserDatabase,
    copies: FileCopies = FileCopies()
  ) {
    self.place = place
    self.environment = environment
    self.users = users
    self.copies = copies
    knownVersion = gitVersion
  }

  /// The installed git's version, asked once.
  mutating func gitVersion() -> GitVersion {
    if let knownVersion { return knownVersion }
    let version = GitVersion.current(environment)
    knownVersion = version
    return version
  }

  mutating func load() throws(ConfigError) -> ConfigStack {
    try readAll(Pass())
    if let unreadFile, !place.isGentle {
      throw ConfigError(
        .unreadable,
        "unknown error occurred while reading the configuration files",
        cause: unreadFile.cause,
        file: unreadFile.path
      )
    }
    return ConfigStack(entries: entries, includes: includes, gitVersion: knownVersion)
  }

  // MARK: - Files in order

  private mutating func readAll(_ pass: Pass) throws(ConfigError) {
    let standard = StandardFiles(environment)
    if try !standard.isSystemFileIgnored() {
      try readTop(standard.systemFile, .system, pass, skipsUnreadable: place.isGentle)
    }
    for file in standard.globalFiles { try readTop(file, .global, pass, skipsUnreadable: true) }
    if let common = place.commonDirectoryText {
      try readTop(GitPath.withoutLeadingDot("\(common)/config"), .local, pass)
    }
    if place.usesWorktreeConfig, let directory = place.gitDirectoryText {
      try readTop(GitPath.withoutLeadingDot("\(directory)/config.worktree"), .worktree, pass)
    }
    if place.purpose != .tracing { try readCommand(pass) }
  }

  private mutating func readTop(
    _ name: ByteString,
    _ scope: ConfigScope,
    _ pass: Pass,
    skipsUnreadable: Bool = false
  ) throws(ConfigError) {
    switch content(of: name) {
    case .missing:
      break
    case .bytes(let content):
      let source = ConfigSource(
        name: name,
        path: place.absolute(name),
        scope: scope,
        inclusion: nil
      )
      try read(content, source, pass)
    case .directory:
      if unreadFile == nil, !pass.isCollectingURLs {
        unreadFile = (place.absolute(name), "unable to access '\(name.text)': Is a directory")
      }
    case .unreadable(let error):
      if skipsUnreadable, error.code == EACCES { break }
      throw unreadable(name, error)
    }
  }

  private func unreadable(_ name: ByteString, _ error: FileError) -> ConfigError {
    ConfigError(
      .unreadable,
      "unable to access '\(name.text)': \(error.reason)",
      file: place.absolute(name)
    )
  }

  private mutating func content(of name: ByteString) -> FileContent {
    if name.isEmpty { return .missing }
    if let known = contents.first(where: { $0.name == name }) { return known.content }
    let content: FileContent
    do throws(FileError) {
      content =
        try copies.content(of: place.absolute(name)).map(FileContent.bytes) ?? .missing
    } catch {
      content = error.code == EISDIR ? .directory : .unreadable(error)
    }
    contents.append((name, content))
    return content
  }

  // MARK: - One file

  private mutating func read(
    _ content: ByteString,
    _ source: ConfigSource,
    _ pass: Pass
  ) throws(ConfigError) {
    var parser = ConfigParser(content)
    var section: ByteString?
    var subsection: ByteString?
    while let piece = try next(&parser, source) {
      switch piece {
      case .header(let header):
        section = header.section
        subsection = header.subsection
      case .item(let item):
        // A name before any section is read and forgotten.
        guard let section else { continue }
        let entry = Self.entry(
          section,
          subsection,
          item,
          value: value(of: item),
          source
        )
        try take(entry, pass)
      }
    }
  }

  private func next(
    _ parser: inout ConfigParser,
    _ source: ConfigSource
  ) throws(ConfigError) -> ConfigParser.Piece? {
    do throws(ConfigParser.SyntaxError) {
      return try parser.next()
    } catch {
      throw .badLine(.syntax, error.line, in: source)
    }
  }

  /// The value as the installed git takes it.
  private mutating func value(of item: ConfigParser.Item) -> ByteString? {
    guard var value = item.value else { return nil }
    if !item.softSpaces.isEmpty, gitVersion() < .keepsTabs {
      for index in item.softSpaces { value.bytes[index] = UInt8(ascii: " ") }
    }
    return value
  }

  private static func entry(
    _ section: ByteString,
    _ subsection: ByteString?,
    _ item: ConfigParser.Item,
    value: ByteString?,
    _ source: ConfigSource
  ) -> ConfigEntry {
    let origin = ConfigOrigin.file(source, line: item.line, endLine: item.endLine)
    let value = value.map(\.untilNUL)
    if let subsection, subsection.bytes.contains(0) {
      // Git ends the whole key at the NUL.
      let key = ConfigKey("\(section).\(subsection.untilNUL)")
      return ConfigEntry(
        section: section,
        subsection: key?.subsection,
        name: key?.name ?? "",
        value: value,
        scope: source.scope,
        origin: origin
      )
    }
    return ConfigEntry(
      section: section,
      subsection: subsection,
      name: item.name,
      value: value,
      scope: source.scope,
      origin: origin
    )
  }

  // MARK: - The command line

  private mutating func readCommand(_ pass: Pass) throws(ConfigError) {
    guard
      environment[CommandConfig.countVariable] != nil
        || environment[CommandConfig.parametersVariable] != nil
    else { return }
    let command = CommandConfig(environment)
    for pair in command.pairs {
      let entry = ConfigEntry(
        section: pair.key.section,
        subsection: pair.key.subsection,
        name: pair.key.name,
        value: pair.value,
        scope: .command,
        origin: .command(variable: pair.variable)
      )
      try take(entry, pass)
    }
    if let cause = command.failureCause {
      throw ConfigError(.environment, "unable to parse command-line config", cause: cause)
    }
  }

  // MARK: - One value

  private static let include: ByteString = "include"
  private static let includeIf: ByteString = "includeif"
  private static let path: ByteString = "path"
  private static let remote: ByteString = "remote"
  private static let url: ByteString = "url"

  private mutating func take(_ entry: ConfigEntry, _ pass: Pass) throws(ConfigError) {
    if pass.isCollectingURLs {
      try collect(entry, pass)
    } else {
      entries.append(entry)
    }
    if entry.section == Self.include, entry.subsection == nil, entry.name == Self.path {
      try include(entry, nil, .unconditional, pass)
    } else if entry.section == Self.includeIf, let condition = entry.subsection {
      let judgement = try judge(condition, entry, pass)
      guard entry.name == Self.path else { return }
      guard judgement.isMet else {
        trace(entry, condition, judgement, nil, judgement.outcome, pass)
        return
      }
      var inner = pass
      inner.forbidsURLs = pass.forbidsURLs || pass.isCollectingURLs
      try include(entry, condition, judgement, inner)
    }
  }

  private mutating func collect(_ entry: ConfigEntry, _ pass: Pass) throws(ConfigError) {
    guard entry.section == Self.remote, entry.subsection != nil, entry.name == Self.url else {
      return
    }
    if pass.forbidsURLs {
      throw ConfigError(
        .forbiddenURL,
        "remote URLs cannot be configured in file directly or indirectly included by "
          + "includeIf.hasconfig:remote.*.url",
        file: entry.origin.source?.path,
        line: entry.origin.line
      )
    }
    guard let url = entry.value else {
      throw ConfigError(
        .crash,
        "git crashes at the valueless '\(entry.key.text)' "
          + "while a 'hasconfig:remote.*.url' condition is in use",
        file: entry.origin.source?.path,
        line: entry.origin.line
      )
    }
    collected.append(url)
  }

  /// All remote URLs of all files, from a pass of its own at the first condition that asks.
  mutating func remoteURLs() throws(ConfigError) -> [ByteString] {
    if let urls { return urls }
    collected = []
    try readAll(Pass(isCollectingURLs: true))
    urls = collected
    return collected
  }

  // MARK: - Includes

  private mutating func include(
    _ entry: ConfigEntry,
    _ condition: ByteString?,
    _ judgement: IncludeTrace.Judgement,
    _ pass: Pass
  ) throws(ConfigError) {
    guard let written = entry.value else {
      throw includeFailure(entry, "missing value for 'include.path'")
    }
    guard let expanded = expand(written) else {
      throw includeFailure(entry, "could not expand include path '\(written.text)'")
    }
    var name = expanded
    if !name.isAbsolutePath {
      guard let source = entry.origin.source else {
        throw includeFailure(entry, "relative config includes must come from files")
      }
      name = GitPath.directoryPart(source.name) + name
    }
    let content = content(of: name)
    switch content {
    case .missing:
      trace(entry, condition, judgement, name, .fileMissing, pass)
      return
    case .unreadable(let error):
      throw ConfigError(
        .unreadable,
        "unable to access '\(name.text)': \(error.reason)",
        file: entry.origin.source?.path,
        line: entry.origin.line
      )
    case .bytes, .directory:
      break
    }
    trace(entry, condition, judgement, name, .taken, pass)
    guard pass.depth < Self.deepestInclude else { throw tooDeep(entry, name) }
    guard case .bytes(let bytes) = content else {
      throw includeFailure(entry, "unable to access '\(name.text)': Is a directory")
    }
    let source = ConfigSource(
      name: name,
      path: place.absolute(name),
      scope: entry.scope,
      inclusion: ConfigSource.Inclusion(origin: entry.origin, condition: condition)
    )
    var inner = pass
    inner.depth += 1
    try read(bytes, source, inner)
  }

  private func includeFailure(_ entry: ConfigEntry, _ cause: String) -> ConfigError {
    switch entry.origin {
    case .file(let source, _, let endLine):
      .badLine(.include, endLine, in: source, cause: cause)
    case .command:
      ConfigError(.include, "unable to parse command-line config", cause: cause)
    }
  }

  private func tooDeep(_ entry: ConfigEntry, _ name: ByteString) -> ConfigError {
    let origin = entry.origin.source?.name.text ?? "the command line"
    return ConfigError(
      .depth,
      "exceeded maximum include depth (\(Self.deepestInclude)) while including "
        + "'\(name.text)' from '\(origin)'",
      file: entry.origin.source?.path,
      line: entry.origin.line,
      hints: ["this might be due to circular includes"]
    )
  }

  private mutating func trace(
    _ entry: ConfigEntry,
    _ condition: ByteString?,
    _ judgement: IncludeTrace.Judgement,
    _ file: ByteString?,
    _ outcome: IncludeOutcome,
    _ pass: Pass
  ) {
    guard !pass.isCollectingURLs else { return }
    includes.append(
      IncludeTrace(
        origin: entry.origin,
        scope: entry.scope,
        condition: condition,
        value: entry.value,
        file: file,
        outcome: outcome,
        pattern: judgement.pattern,
        texts: judgement.texts
      )
    )
  }

  /// The path with `~` and `%(prefix)` replaced; nil if there is no such user or no HOME.
  func expand(_ path: ByteString) -> ByteString? {
    PathExpansion(environment: environment, users: users).expand(path)
  }
}
