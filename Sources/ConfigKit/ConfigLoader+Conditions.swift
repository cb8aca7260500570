import ByteKit
import FileKit
import ProcessKit

/// What conditions are matched against, found once for all rules.
struct ConditionTexts {
  /// The two spellings of a directory: without links, and as git names it from where it stands.
  struct Spellings {
    let real: ByteString
    let named: ByteString

    var all: [ByteString] { real == named ? [real] : [real, named] }
  }

  var gitDirectory: Spellings?
  var workTree: Spellings?
  var home: ByteString?
  /// The branch of HEAD; the outer nil while nobody has asked.
  var branch: ByteString??
  /// The real folders of the files whose conditions begin with `./`.
  var folders: [ByteString: ByteString] = [:]
}

/// Source: "Conditional includes" in git-config(1), and git's behaviour.
extension ConfigLoader {
  /// Whether `condition` is met, and against what it was judged.
  mutating func judge(
    _ condition: ByteString,
    _ entry: ConfigEntry,
    _ pass: Pass
  ) throws(ConfigError) -> IncludeTrace.Judgement {
    // In git's order; the longer keyword cannot be mistaken for the shorter one.
    if let pattern = condition.dropping(prefix: Keyword.gitDirectory) {
      return try judgeGitDirectory(pattern, entry, foldsCase: false)
    }
    if let pattern = condition.dropping(prefix: Keyword.gitDirectoryFolded) {
      return try judgeGitDirectory(pattern, entry, foldsCase: true)
    }
    if let pattern = condition.dropping(prefix: Keyword.branch) { return judgeBranch(pattern) }
    if let pattern = condition.dropping(prefix: Keyword.remoteURL) {
      return try judgeURL(pattern, pass)
    }
    if let pattern = condition.dropping(prefix: Keyword.workTree) {
      return try judgeWorkTree(pattern, entry, foldsCase: false)
    }
    if let pattern = condition.dropping(prefix: Keyword.workTreeFolded) {
      return try judgeWorkTree(pattern, entry, foldsCase: true)
    }
    return .refused(.unknownKeyword)
  }

  private enum Keyword {
    static let gitDirectory: ByteString = "gitdir:"
    static let gitDirectoryFolded: ByteString = "gitdir/i:"
    static let branch: ByteString = "onbranch:"
    static let remoteURL: ByteString = "hasconfig:remote.*.url:"
    static let workTree: ByteString = "worktree:"
    static let workTreeFolded: ByteString = "worktree/i:"
  }

  // MARK: - gitdir, worktree

  private mutating func judgeGitDirectory(
    _ pattern: ByteString,
    _ entry: ConfigEntry,
    foldsCase: Bool
  ) throws(ConfigError) -> IncludeTrace.Judgement {
    guard let text = place.gitDirectoryText else { return .refused(.outsideRepository) }
    let spellings: ConditionTexts.Spellings
    if let known = conditions.gitDirectory {
      spellings = known
    } else {
      spellings = ConditionTexts.Spellings(
        real: try realPath(text, entry),
        named: try namedPath(text)
      )
      conditions.gitDirectory = spellings
    }
    return try judge(pattern, spellings, entry, foldsCase)
  }

  private mutating func judgeWorkTree(
    _ pattern: ByteString,
    _ entry: ConfigEntry,
    foldsCase: Bool
  ) throws(ConfigError) -> IncludeTrace.Judgement {
    guard gitVersion() >= .knowsWorktreeCondition else { return .refused(.keywordTooNew) }
    guard let workTree = place.workTree else {
      return .refused(place.gitDirectoryText == nil ? .outsideRepository : .withoutWorkTree)
    }
    let spellings = ConditionTexts.Spellings(real: workTree, named: workTree)
    return try judge(pattern, spellings, entry, foldsCase)
  }

  private mutating func judge(
    _ written: ByteString,
    _ spellings: ConditionTexts.Spellings,
    _ entry: ConfigEntry,
    _ foldsCase: Bool
  ) throws(ConfigError) -> IncludeTrace.Judgement {
    var judgement = IncludeTrace.Judgement(isMet: false, outcome: .noMatch)
    judgement.texts = spellings.all
    guard let pattern = try prepared(written, entry) else {
      // Newer releases take the failure for a match.
      judgement.isMet = gitVersion() >= .takesRelativeCommandCondition
      judgement.outcome = judgement.isMet ? .taken : .relativeOnCommandLine
      return judgement
    }
    judgement.pattern = pattern.text
    let options: Wildmatch.Options = foldsCase ? [.pathname, .caseFold] : .pathname
    for text in judgement.texts {
      // The folder that `./` stands for is compared byte by byte, whatever characters it holds;
      // if it differs, the second spelling is not tried.
      guard Self.beginsAlike(text, pattern.text, pattern.literal, foldsCase) else { break }
      if Wildmatch.matches(
        text.bytes[pattern.literal...],
        pattern.text.bytes[pattern.literal...],
        options
      ) {
        judgement.isMet = true
        judgement.outcome = .taken
        break
      }
    }
    return judgement
  }

  private static func beginsAlike(
    _ text: ByteString,
    _ pattern: ByteString,
    _ count: Int,
    _ foldsCase: Bool
  ) -> Bool {
    guard text.count >= count else { return false }
    for index in 0..<count {
      let left = text.bytes[index]
      let right = pattern.bytes[index]
      if foldsCase ? left.lowercasedASCII != right.lowercasedASCII : left != right { return false }
    }
    return true
  }

  /// The pattern that is really matched, and how much of it is literal; nil for `./` outside a
  /// file.
  private mutating func prepared(
    _ written: ByteString,
    _ entry: ConfigEntry
  ) throws(ConfigError) -> (text: ByteString, literal: Int)? {
    var pattern = try expandCondition(written, entry)
    var literal = 0
    if pattern.bytes.first == UInt8(ascii: "."), pattern.bytes.dropFirst().first == 47 {
      guard let source = entry.origin.source else { return nil }
      let folder = try realFolder(of: source, entry)
      literal = folder.count + 1
      pattern = folder + ByteString(pattern.bytes.dropFirst())
    } else if !pattern.isAbsolutePath {
      pattern = "**/" + pattern
    }
    return (Self.withTrailingStars(pattern), literal)
  }

  private static func withTrailingStars(_ pattern: ByteString) -> ByteString {
    guard pattern.bytes.last == UInt8(ascii: "/") else { return pattern }
    return pattern + "**"
  }

  private mutating func expandCondition(
    _ written: ByteString,
    _ entry: ConfigEntry
  ) throws(ConfigError) -> ByteString {
    switch written.bytes.first {
    case UInt8(ascii: "~") where written.count == 1 || written.bytes[1] == UInt8(ascii: "/"):
      // Unlike in the path of an include, the links in HOME are resolved.
      guard let home = try realHome(entry) else { return written }
      return ByteString(home.bytes + written.bytes.dropFirst())
    case UInt8(ascii: "~"), UInt8(ascii: "%"):
      return expand(written) ?? written
    default:
      return written
    }
  }

  private mutating func realHome(_ entry: ConfigEntry) throws(ConfigError) -> ByteString? {
    if let known = conditions.home { return known }
    guard let folder = environment["HOME"] else { return nil }
    let home = try realPath(folder, entry)
    conditions.home = home
    return home
  }

  private mutating func realFolder(
    of source: ConfigSource,
    _ entry: ConfigEntry
  ) throws(ConfigError) -> ByteString {
    if let known = conditions.folders[source.path] { return known }
    let real = try realPath(source.name, entry)
    var folder = GitPath.directoryPart(real)
    folder.bytes.removeLast()
    conditions.folders[source.path] = folder
    return folder
  }

  private func realPath(
    _ path: ByteString,
    _ entry: ConfigEntry
  ) throws(ConfigError) -> ByteString {
    do throws(GitPath.Failure) {
      return try GitPath.realPath(path, in: place.directory)
    } catch {
      throw ConfigError(
        .include,
        error.message,
        file: entry.origin.source?.path,
        line: entry.origin.line
      )
    }
  }

  /// The path made absolute as the user sees it: from PWD if that is where git stands.
  private func namedPath(_ path: ByteString) throws(ConfigError) -> ByteString {
    guard !path.isAbsolutePath else { return path }
    var base = place.directory
    if let typed = environment["PWD"], typed != base,
      let here = try? FileSystem.status(of: base),
      let there = try? FileSystem.status(of: place.absolute(typed)),
      here.isSameFile(as: there)
    {
      base = typed
    }
    if base.bytes.last != UInt8(ascii: "/"), !base.isEmpty { base += "/" }
    return base + path
  }

  // MARK: - onbranch

  private mutating func judgeBranch(_ written: ByteString) -> IncludeTrace.Judgement {
    let branch: ByteString?
    if let known = conditions.branch {
      branch = known
    } else {
      branch = place.gitDirectoryText.flatMap { _ in HeadReader(place).branch }
      conditions.branch = .some(branch)
    }
    guard let branch else {
      return .refused(place.gitDirectoryText == nil ? .outsideRepository : .notOnBranch)
    }
    let pattern = Self.withTrailingStars(written)
    let isMet = Wildmatch.matches(branch, pattern)
    return IncludeTrace.Judgement(
      isMet: isMet,
      outcome: isMet ? .taken : .noMatch,
      pattern: pattern,
      texts: [branch]
    )
  }

  // MARK: - hasconfig

  private mutating func judgeURL(
    _ pattern: ByteString,
    _ pass: Pass
  ) throws(ConfigError) -> IncludeTrace.Judgement {
    if pass.isCollectingURLs { return .unconditional }
    let urls = try remoteURLs()
    let isMet = urls.contains { Wildmatch.matches($0, pattern) }
    return IncludeTrace.Judgement(
      isMet: isMet,
      outcome: isMet ? .taken : urls.isEmpty ? .noRemote : .noMatch,
      pattern: pattern,
      texts: urls
    )
  }
}
