import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import IdentityKit
import ProcessKit
import ToolKit

/// Where rules stand, and where a new one must stand.
struct RuleBook {
  let known: KnownIdentities
  let environment: Environment
  private let global: GlobalFile
  /// The file of ours that holds rules.
  let rulesFile: ByteString
  private let home: HomePath

  init(_ known: KnownIdentities, environment: Environment) throws {
    self.known = known
    self.environment = environment
    guard let global = GlobalFile(environment),
      let folder = StandardFiles(environment).identitiesFolder
    else {
      throw ToolError(
        "there is no global configuration to write a rule to",
        hints: ["GIT_CONFIG_GLOBAL and HOME decide where it is"]
      )
    }
    self.global = global
    rulesFile = folder.appendingPath("rules")
    home = HomePath(environment)
  }

  // MARK: - The line that includes our rules

  /// Makes the global file include our rules; with `atEnd` in its last section, whatever else it
  /// says.
  func includeRules(in draft: inout Draft, atEnd: Bool) throws {
    try draft.edit(global.path, .global) { editor in
      let key = ConfigKey(section: "include", name: "path")
      let ours = editor.values(of: key).compactMap(\.self).filter(isRulesFile)
      if !ours.isEmpty {
        guard atEnd else { return }
        if let last = editor.sectionPlaces.last, last.section == "include", last.subsection == nil,
          last.values.count == 1, let value = last.values[0].value, isRulesFile(value)
        {
          return
        }
        for value in Set(ours) { editor.unset(key) { $0 == value } }
      }
      editor.append("include", nil, [("path", home.abbreviated(rulesFile))])
    }
  }

  private func isRulesFile(_ value: ByteString) -> Bool {
    isSame(value, rulesFile, from: global.path)
  }

  /// Whether the path that a line of `file` names is `path`.
  private func isSame(_ value: ByteString, _ path: ByteString, from file: ByteString) -> Bool {
    let expansion = PathExpansion(environment: environment, users: .system(environment))
    guard let named = expansion.expand(value)?.absolutePath(in: file.parentPath) else {
      return false
    }
    return FolderRule.resolved(named) == FolderRule.resolved(path)
  }

  // MARK: - Rules

  /// Gives all conditions of a folder or remote to one file: a rule that is there gets the file's
  /// path, wherever it stands; else one is added in its place among ours.
  func assign(
    _ conditions: [ByteString],
    folder: ByteString?,
    to file: ByteString,
    in draft: inout Draft
  ) throws {
    for condition in conditions {
      let existing = rules(for: condition, folder: folder)
      guard let last = existing.last else {
        try add(condition, folder: folder, file, in: &draft)
        continue
      }
      if isSame(last.value, file, from: last.path) { continue }
      try draft.edit(last.path, part(of: last.path)) { editor in
        editor.replace(
          ConfigKey(section: "includeIf", subsection: last.condition, name: "path"),
          last.value,
          with: home.abbreviated(file)
        )
      }
    }
  }

  /// The rules for this condition, or for the same folder in another spelling.
  func rules(for condition: ByteString, folder: ByteString?) -> [IdentityRule] {
    known.rules.filter { rule in
      if rule.condition == condition { return true }
      guard let folder else { return false }
      return FolderRule.folder(of: rule.condition, environment: environment) == folder
    }
  }

  /// Takes the line of a rule out.
  func remove(_ rule: IdentityRule, in draft: inout Draft) throws {
    try draft.edit(rule.path, part(of: rule.path)) { editor in
      editor.unset(ConfigKey(section: "includeIf", subsection: rule.condition, name: "path")) {
        $0 == rule.value
      }
    }
  }

  func part(of path: ByteString) -> Draft.Part {
    if path == rulesFile { return .rules }
    return path == global.path ? .global : .identity
  }

  private func add(
    _ condition: ByteString,
    folder: ByteString?,
    _ file: ByteString,
    in draft: inout Draft
  ) throws {
    try draft.edit(rulesFile, .rules) { editor in
      let places = editor.sectionPlaces
      editor.insert(
        "includeIf",
        condition,
        [("path", home.abbreviated(file))],
        before: folder.map { self.place(of: $0, among: places) } ?? placeOfRemote(among: places)
      )
    }
  }

  /// Outer folders before inner ones, since the last rule wins; all folders before all remotes.
  private func place(of folder: ByteString, among places: [ConfigEditor.SectionPlace]) -> Int? {
    let inner = places.first { place in
      guard place.section == "includeif", let condition = place.subsection else { return false }
      return FolderRule.folder(of: condition, environment: environment)
        .map { FolderRule.isInside($0, folder) } ?? false
    }
    if let inner { return inner.index }
    return places.first { place in
      place.section == "hook"
        || (place.section == "includeif" && place.subsection?.hasPrefix("hasconfig:") == true)
    }?.index
  }

  /// Remotes in the order in which they were assigned, before our hooks.
  private func placeOfRemote(among places: [ConfigEditor.SectionPlace]) -> Int? {
    places.first { $0.section == "hook" }?.index
  }
}
