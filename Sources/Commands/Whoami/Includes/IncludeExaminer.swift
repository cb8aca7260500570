import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit

/// Says of every include what became of it, and of those not taken why, and how they would be.
struct IncludeExaminer {
  let survey: Survey
  let location: RepositoryLocation?
  let config: ConfigStack
  let expectation: Expectation?

  private var environment: Environment { survey.environment }
  private var place: PlaceText { PlaceText(survey.environment) }

  func findings(_ settings: IdentitySettings) -> [IncludeFinding] {
    guard !config.includes.isEmpty else { return [] }
    var trials = Trials(self)
    let taken = TakenInclude(config: config, settings: settings, expectation: expectation, place)
    return config.includes.map { trace in
      var finding = IncludeFinding(trace)
      switch trace.outcome {
      case .taken: taken.examine(&finding)
      case .fileMissing: MissingFile(environment, place).examine(&finding)
      case .noMatch: examineMismatch(&finding, &trials)
      case .unknownKeyword: examineKeyword(&finding, &trials)
      case .keywordTooNew: examineNewKeyword(&finding, &trials)
      case .notOnBranch: examineDetached(&finding)
      case .outsideRepository:
        finding.reason = "outside a repository it is never met"
      case .withoutWorkTree:
        finding.reason = "the repository has no work tree"
      case .noRemote:
        finding.reason = "no remote has a URL"
        examinePushURL(&finding, &trials)
      case .relativeOnCommandLine:
        finding.reason = "'./' stands for the file's folder, and the command line is no file"
      }
      return finding
    }
  }

  // MARK: - Conditions that git knows

  private func examineMismatch(_ finding: inout IncludeFinding, _ trials: inout Trials) {
    let trace = finding.trace
    guard let condition = trace.condition, let (keyword, pattern) = Keyword.split(condition)
    else { return }
    finding.reason = mismatch(keyword, trace)
    guard trials.isPlausible(keyword, pattern, trace) else { return }
    let start = Correction(keyword: keyword, pattern: pattern)
    apply(trials.correction(of: start, trace), to: &finding)
    if finding.fix == nil { examineOtherDirectory(&finding, start) }
  }

  private func mismatch(_ keyword: ByteString, _ trace: IncludeTrace) -> String {
    switch keyword {
    case Keyword.branch: "the branch is '\(trace.texts.first ?? "")'"
    case Keyword.remoteURL: "no remote's URL matches"
    default: "the git directory is \(list(trace.texts))"
    }
  }

  private func list(_ texts: [ByteString]) -> String {
    texts.map { "'\(place.path($0))'" }.joined(separator: " or ")
  }

  private func apply(_ correction: Correction?, to finding: inout IncludeFinding) {
    guard let correction else { return }
    finding.reason = correction.reasons.joined(separator: "; ")
    finding.fix =
      correction.isAddition
      ? Fix.add(correction.condition, like: finding.trace, place)
      : Fix.rename(finding.trace.origin, to: correction.condition, place)
    finding.isWorthSaying = true
  }

  /// The folder would match, but the git directory is elsewhere: linked worktrees, submodules.
  private func examineOtherDirectory(_ finding: inout IncludeFinding, _ start: Correction) {
    guard let location, let workTree = location.workTree, start.keyword != Keyword.branch,
      start.keyword != Keyword.remoteURL
    else { return }
    let own = workTree.appendingPath(".git")
    guard own != location.gitDirectory else { return }
    var trial = ConditionTrial(
      location,
      environment: environment,
      workingDirectory: survey.workingDirectory,
      gitDirectory: own,
      gitVersion: config.gitVersion
    )
    let origin = finding.trace.origin
    guard (try? trial.isMet(start.condition, at: origin)) == true else { return }
    let real = (try? FileSystem.realPath(location.gitDirectory)) ?? location.gitDirectory
    let shown = place.path(real)
    let what =
      location.isLinkedWorktree
      ? "this is a linked worktree"
      : real.contains("/modules/") ? "this is a submodule" : "the git directory lies elsewhere"
    finding.reason = "\(what): git looks at its git directory '\(shown)', not at the folder"
    finding.fix = Fix.add(Keyword.gitDirectory + real.globEscaped, like: finding.trace, place)
    finding.isWorthSaying = true
  }

  private func examineDetached(_ finding: inout IncludeFinding) {
    finding.reason = "HEAD is on no branch"
    guard let location, let condition = finding.trace.condition,
      let operation = location.operationInProgress
    else { return }
    let files = ["rebase-merge/head-name", "rebase-apply/head-name"] as [ByteString]
    let names = files.lazy.compactMap {
      (try? FileSystem.readIfPresent(location.gitDirectory.appendingPath($0))) ?? nil
    }
    guard let branch = names.first?.trimmed.dropping(prefix: "refs/heads/") else { return }
    var trial = ConditionTrial(
      location,
      environment: environment,
      workingDirectory: survey.workingDirectory,
      assumingBranch: branch
    )
    guard (try? trial.isMet(condition, at: finding.trace.origin)) == true else { return }
    finding.reason =
      "HEAD is on no branch while '\(branch)' is being rebased: what is committed now has "
      + "another committer"
    if let value = finding.trace.value, operation == .rebase {
      let setting: ByteString = "include.path=\(absolute(value, finding.trace))"
      finding.fix = "git -c \(setting.shellQuoted) rebase --continue"
    }
    finding.isWorthSaying = true
  }

  private func absolute(_ value: ByteString, _ trace: IncludeTrace) -> ByteString {
    guard !value.isAbsolutePath, !value.hasPrefix("~"), let source = trace.origin.source else {
      return value
    }
    return value.absolutePath(in: source.path.parentPath)
  }

  // MARK: - Conditions that it does not

  private func examineKeyword(_ finding: inout IncludeFinding, _ trials: inout Trials) {
    let condition = finding.trace.condition ?? ""
    guard let meant = Keyword.guess(condition) else {
      finding.reason =
        "unknown keyword: git knows 'gitdir:', 'gitdir/i:', 'onbranch:' and "
        + "'hasconfig:remote.*.url:' alone"
      finding.isWorthSaying = true
      return
    }
    apply(trials.correction(of: meant, finding.trace, includingStart: true), to: &finding)
    guard finding.fix == nil else { return }
    finding.reason = meant.reasons.joined(separator: "; ")
    finding.fix = Fix.rename(finding.trace.origin, to: meant.condition, place)
  }

  private func examineNewKeyword(_ finding: inout IncludeFinding, _ trials: inout Trials) {
    let condition = finding.trace.condition ?? ""
    let reason = "the installed git does not know 'worktree:'; it came after 2.55"
    finding.reason = reason
    guard let (keyword, pattern) = Keyword.split(condition) else { return }
    let older =
      keyword == Keyword.workTreeFolded ? Keyword.gitDirectoryFolded : Keyword.gitDirectory
    let meant = Correction(keyword: older, pattern: pattern, reasons: [reason])
    apply(trials.correction(of: meant, finding.trace, includingStart: true), to: &finding)
    guard finding.fix == nil else { return }
    examineOtherDirectory(&finding, meant)
    if finding.fix != nil { finding.reason = reason }
  }

  private func examinePushURL(_ finding: inout IncludeFinding, _ trials: inout Trials) {
    guard let condition = finding.trace.condition, let (keyword, pattern) = Keyword.split(condition)
    else { return }
    let start = Correction(keyword: keyword, pattern: pattern)
    apply(trials.correction(of: start, finding.trace), to: &finding)
  }
}
