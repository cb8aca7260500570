import ByteKit
import ConfigKit
import FileKit
import ProcessKit

/// Looks for the change that makes a condition true here, and keeps what all questions share.
struct Trials {
  private let examiner: IncludeExaminer
  private var trial: ConditionTrial
  private let gitDirectory: GitDirectorySteps
  /// Components of all paths that a condition on the place could mean, in lower case.
  private var components: Set<ByteString>?
  /// The folders above the repository, however they are spelled.
  private var ancestors: [FileStatus]?
  private var urls: [ByteString]?

  init(_ examiner: IncludeExaminer) {
    self.examiner = examiner
    let survey = examiner.survey
    trial = ConditionTrial(
      examiner.location,
      environment: survey.environment,
      workingDirectory: survey.workingDirectory,
      assumingBranch: survey.branch,
      gitVersion: examiner.config.gitVersion
    )
    gitDirectory = GitDirectorySteps(survey.environment, examiner.location)
  }

  /// The smallest correction; nil if none of up to three changes helps.
  mutating func correction(
    of start: Correction,
    _ trace: IncludeTrace,
    includingStart: Bool = false
  ) -> Correction? {
    let origin = trace.origin
    var trial = trial
    defer { self.trial = trial }
    func isMet(_ correction: Correction) -> Bool {
      (try? trial.isMet(correction.condition, at: origin)) ?? false
    }
    if includingStart, isMet(start) { return start }
    return CorrectionSearch(steps: steps(start.keyword, trace)).first(from: start, where: isMet)
  }

  private mutating func steps(
    _ keyword: ByteString,
    _ trace: IncludeTrace
  ) -> [CorrectionSearch.Step] {
    switch keyword {
    case Keyword.branch:
      BranchSteps(branch: branch(trace)).all
    case Keyword.remoteURL:
      RemoteURLSteps(urls: remoteURLs(), config: examiner.config).all
    default:
      gitDirectory.all(trace.origin.source)
    }
  }

  private func branch(_ trace: IncludeTrace) -> ByteString {
    if let branch = examiner.survey.branch { return branch }
    return examiner.location?.headReference?.dropping(prefix: "refs/heads/") ?? ""
  }

  private mutating func remoteURLs() -> [ByteString] {
    if let urls { return urls }
    let found = examiner.config.entries.filter {
      $0.section == "remote" && $0.subsection != nil && $0.name == "url"
    }.compactMap(\.value)
    urls = found
    return found
  }

  // MARK: - Is it worth a search?

  /// Whether the pattern has anything to do with this repository; most rules are about others, and
  /// a search for each of hundreds would take longer than git takes for everything.
  mutating func isPlausible(
    _ keyword: ByteString,
    _ pattern: ByteString,
    _ trace: IncludeTrace
  ) -> Bool {
    switch keyword {
    case Keyword.branch:
      guard let word = Self.lastWord(pattern, separators: "/") else { return true }
      return trace.texts.contains { $0.lowercasedASCII.contains(word) }
    case Keyword.remoteURL:
      guard let word = Self.lastWord(pattern, separators: "/:@") else { return true }
      let bare = word.dropping(suffix: ".git") ?? word
      return trace.texts.contains { $0.lowercasedASCII.contains(bare) }
        || !examiner.config.subsections(of: "url").isEmpty || hasPushURL
    default:
      return namesComponent(pattern, trace) || namesAncestor(pattern)
    }
  }

  private var hasPushURL: Bool {
    examiner.config.entries.contains { $0.section == "remote" && $0.name == "pushurl" }
  }

  /// The literal beginning of the last component that has one, in lower case.
  private static func lastWord(_ pattern: ByteString, separators: String) -> ByteString? {
    let parts = pattern.trimmed.bytes.split { separators.utf8.contains($0) }
    for part in parts.reversed() {
      let word = part.prefix {
        !$0.isGlob && $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\"")
      }
      guard let first = word.first, !"$~.".utf8.contains(first) else { continue }
      return ByteString(word).lowercasedASCII
    }
    return nil
  }

  private mutating func namesComponent(_ pattern: ByteString, _ trace: IncludeTrace) -> Bool {
    guard let word = Self.lastWord(pattern, separators: "/") else { return true }
    let known: Set<ByteString>
    if let components {
      known = components
    } else {
      let texts = trace.texts + [examiner.location?.workTree].compactMap(\.self)
      known = Set(
        texts.flatMap { $0.lowercasedASCII.split(on: UInt8(ascii: "/")) }
      )
      components = known
    }
    if known.contains(word) { return true }
    // Only the beginning of a component stands before its star.
    guard pattern.bytes.contains(where: { $0.isGlob || $0 == UInt8(ascii: "{") }) else {
      return false
    }
    return known.contains { $0.hasPrefix(word) }
  }

  /// Whether the folder that the pattern names is one above the repository, by another spelling.
  private mutating func namesAncestor(_ pattern: ByteString) -> Bool {
    guard let folder = gitDirectory.folder(pattern.trimmed),
      let status = (try? FileSystem.status(of: folder)) ?? nil
    else { return false }
    if ancestors == nil { ancestors = ancestorStatuses() }
    return ancestors?.contains { $0.isSameFile(as: status) } ?? false
  }

  private func ancestorStatuses() -> [FileStatus] {
    guard let location = examiner.location else { return [] }
    let real = (try? FileSystem.realPath(location.gitDirectory)) ?? location.gitDirectory
    var found: [FileStatus] = []
    for start in Set([real] + [location.workTree].compactMap(\.self)) {
      var path = start
      while path != "/" {
        if let status = (try? FileSystem.status(of: path)) ?? nil { found.append(status) }
        path = path.parentPath
      }
    }
    return found
  }
}
