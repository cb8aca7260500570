import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ToolKit

/// What is wrong with rules: they match nothing, or lose where they match.
struct RuleFindings {
  let doctor: Doctor

  private static let keywords: [ByteString] = [
    "gitdir:", "gitdir/i:", "onbranch:", "hasconfig:remote.*.url:", "worktree:", "worktree/i:",
  ]

  var findings: [Finding] { doctor.known.rules.flatMap(findings) }

  private func findings(_ rule: IdentityRule) -> [Finding] {
    guard Self.keywords.contains(where: { rule.condition.hasPrefix($0) }) else {
      return [
        finding(.unknownCondition, rule, "git knows no condition '\(rule.condition.text)'")
      ]
    }
    if let finding = tooOld(rule) { return [finding] }
    var found: [Finding] = []
    if !FileSystem.exists(rule.file) {
      found.append(
        finding(
          .missingFile,
          rule,
          "'\(doctor.home.abbreviated(rule.file).text)' is not there: where the rule is true, git "
            + "takes what else applies and says nothing"
        )
      )
      return found
    }
    if let near = nearMiss(rule) {
      found.append(near)
    } else if let stale = stale(rule) {
      found.append(stale)
    } else if let shadowed = shadowed(rule) {
      found.append(shadowed)
    }
    return found
  }

  private func finding(
    _ code: Finding.Code,
    _ rule: IdentityRule,
    _ message: String,
    cure: Finding.Cure? = nil
  ) -> Finding {
    Finding(code: code, path: rule.path, line: rule.line, message: message, cure: cure)
  }

  private func tooOld(_ rule: IdentityRule) -> Finding? {
    guard let version = doctor.gitVersion else { return nil }
    let needed: GitVersion
    if rule.kind == .hasconfig {
      needed = GitVersion(2, 36)
    } else if rule.condition.hasPrefix("worktree") {
      needed = GitVersion(2, 56)
    } else {
      return nil
    }
    guard version < needed else { return nil }
    return finding(
      .gitTooOld,
      rule,
      "conditions like '\(rule.condition.text)' need git \(needed.major).\(needed.minor); this one "
        + "ignores the rule silently"
    )
  }

  private func stale(_ rule: IdentityRule) -> Finding? {
    guard
      let folder = FolderRule.folder(
        of: rule.condition,
        environment: doctor.context.environment
      ), !FileSystem.exists(folder)
    else { return nil }
    let word = doctor.home.shellWord(folder).text
    return finding(
      .staleDir,
      rule,
      "the folder \(doctor.home.abbreviated(folder).text) is gone",
      cure: .command("git identity unassign --dir \(word)")
    )
  }

  // MARK: - Almost right

  private func nearMiss(_ rule: IdentityRule) -> Finding? {
    if rule.kind == .hasconfig { return remoteForm(rule) }
    let environment = doctor.context.environment
    guard let correction = RuleCorrection(rule.condition, environment: environment),
      let folder = FolderRule.folder(of: correction.condition, environment: environment),
      FileSystem.exists(folder), !matchesSomething(rule, in: folder)
    else { return nil }
    let repair: @Sendable (inout Draft) throws -> Void = { draft in
      try draft.edit(rule.path, .global) { editor in
        editor.renameSections(
          "includeIf",
          from: rule.condition,
          to: correction.condition,
          section: "includeIf"
        )
      }
    }
    return finding(
      correction.code,
      rule,
      "'\(rule.condition.text)' matches no repository; '\(correction.condition.text)' does",
      cure: verified(repair, gives: rule, in: folder) ? .repair(repair) : nil
    )
  }

  /// Whether the rule as it is written is true for a repository in the folder that is there, or
  /// that could be.
  private func matchesSomething(_ rule: IdentityRule, in folder: ByteString) -> Bool {
    let entries = (try? FileSystem.entries(of: folder)) ?? []
    var places = [folder, folder.appendingPath("new")].map { $0.appendingPath(".git") }
    for entry in entries.prefix(200) where entry.kind == .directory {
      let path = folder.appendingPath(entry.name)
      places += [path.appendingPath(".git"), path]
    }
    // A pattern for one place says which; one for all is judged by a place that need not exist.
    let existing = places.filter { FileSystem.exists($0.appendingPath("HEAD")) }
    let judged = existing.isEmpty ? [places[1]] : existing
    return judged.contains { place in
      guard
        let config = try? ConfigStack.load(
          supposing: SupposedRepository(gitDirectory: place),
          environment: doctor.context.environment,
          copies: FileCopies(),
          gitVersion: doctor.gitVersion
        )
      else { return false }
      return config.includes.contains { trace in
        trace.isTaken && trace.condition == rule.condition && trace.origin.line == rule.line
      }
    }
  }

  /// Whether the repair gives the folder its identity and changes nothing in any other place.
  private func verified(
    _ repair: (inout Draft) throws -> Void,
    gives rule: IdentityRule,
    in folder: ByteString
  ) -> Bool {
    var draft = Draft()
    guard let identity = doctor.identity(of: rule), (try? repair(&draft)) != nil else {
      return doctor.identity(of: rule) == nil
    }
    let trial = Trial(doctor.context.environment, draft, gitVersion: doctor.gitVersion)
    guard let answer = try? trial.inNewRepository(below: folder.appendingPath("new")),
      answer.isBy(identity)
    else { return false }
    let before = doctor.answers(Draft())
    let after = doctor.answers(draft)
    return before.allSatisfy { key, value in
      key == folder || FolderRule.isInside(key, folder) || after[key] == value
    }
  }

  private func remoteForm(_ rule: IdentityRule) -> Finding? {
    let pattern = rule.pattern
    guard let address = RemoteAddress(pattern: pattern), let identity = doctor.identity(of: rule)
    else { return nil }
    let name = identity.name
    let group = address.path.isEmpty ? address.host : "\(address.host)/\(address.path)"
    // A trailing slash means nothing here, and a pattern without a star is one address.
    let isEndless = pattern.hasSuffix("/")
    let missed = doctor.urls.first { url in
      guard let other = RemoteAddress(url: url) else { return false }
      return other.host == address.host
        && (address.path.isEmpty || other.path == address.path
          || other.path.hasPrefix(address.path + "/"))
        && !identity.rules.contains { rule in
          rule.kind == .hasconfig && Wildmatch.matches(url, rule.pattern)
        }
    }
    guard isEndless || missed != nil else { return nil }
    let what = missed.map { "the remote '\($0.text)'" } ?? "no repository"
    let environment = doctor.context.environment
    let repair: @Sendable (inout Draft) throws -> Void = { [known = doctor.known] draft in
      guard let rules = RemoteRule(group), let file = identity.path else { return }
      let book = try RuleBook(known, environment: environment)
      try book.assign(rules.conditions, folder: nil, to: file, in: &draft)
      try book.includeRules(in: &draft, atEnd: false)
    }
    return finding(
      .remoteForm,
      rule,
      missed == nil
        ? "'\(rule.condition.text)' matches \(what): '/' at the end stands for nothing here"
        : "'\(rule.condition.text)' does not match \(what), which is '\(name.text)' by its address",
      cure: .repair(repair)
    )
  }

  // MARK: - Right, but beaten

  private func shadowed(_ rule: IdentityRule) -> Finding? {
    let environment = doctor.context.environment
    guard let identity = doctor.identity(of: rule) else { return nil }
    let answer: Trial.Answer?
    if let folder = FolderRule.folder(of: rule.condition, environment: environment) {
      answer = try? doctor.trial.inNewRepository(below: folder.appendingPath("new"))
    } else if rule.kind == .hasconfig {
      answer = try? doctor.trial.inNewRepository(
        below: "/nowhere",
        urls: [Doctor.sample(of: rule.pattern)]
      )
    } else {
      return nil
    }
    guard let answer, !answer.isBy(identity) else { return nil }
    let repair = mover(of: rule)
    return finding(
      .shadowed,
      rule,
      "'\(rule.condition.text)' is true and loses: "
        + OriginText(home: doctor.home).winner(answer, over: identity),
      cure: moves(repair, rule, identity) ? .repair(repair) : nil
    )
  }

  /// Puts the rule, or the line that includes all of ours, to the end of its file.
  private func mover(of rule: IdentityRule) -> @Sendable (inout Draft) throws -> Void {
    let environment = doctor.context.environment
    return { [known = doctor.known] draft in
      let book = try? RuleBook(known, environment: environment)
      if let book, rule.path == book.rulesFile {
        try book.includeRules(in: &draft, atEnd: true)
        return
      }
      try draft.edit(rule.path, .global) { editor in
        editor.unset(
          ConfigKey(section: "includeIf", subsection: rule.condition, name: "path")
        ) { $0 == rule.value }
        editor.append("includeIf", rule.condition, [("path", rule.value)])
      }
    }
  }

  /// Whether moving it puts it in force and changes nothing where another rule is.
  private func moves(
    _ repair: (inout Draft) throws -> Void,
    _ rule: IdentityRule,
    _ identity: KnownIdentity
  ) -> Bool {
    var draft = Draft()
    guard (try? repair(&draft)) != nil else { return false }
    let before = doctor.answers(Draft())
    let after = doctor.answers(draft)
    let folder = FolderRule.folder(of: rule.condition, environment: doctor.context.environment)
    let key = folder ?? rule.condition
    let trial = Trial(doctor.context.environment, draft, gitVersion: doctor.gitVersion)
    let place = folder.map { $0.appendingPath("new") } ?? "/nowhere"
    let urls = folder == nil ? [Doctor.sample(of: rule.pattern)] : []
    guard (try? trial.inNewRepository(below: place, urls: urls))?.isBy(identity) == true else {
      return false
    }
    let isOurs =
      (try? RuleBook(doctor.known, environment: doctor.context.environment))
      .map { rule.path == $0.rulesFile } ?? false
    // All of ours move together: each was promised.
    return before.allSatisfy { place, value in
      place == key || after[place] == value || (isOurs && !place.isEmpty && place != "/nowhere")
    }
  }
}
