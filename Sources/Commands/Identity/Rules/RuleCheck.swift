import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import IdentityKit
import ToolKit

/// Resolves again what a draft changes: the places meant get the identity, all others keep theirs.
struct RuleCheck {
  let context: Context
  let known: KnownIdentities
  let book: RuleBook
  let before: Draft
  let after: Draft
  let gitVersion: GitVersion?

  private var old: Trial { Trial(context.environment, before, gitVersion: gitVersion) }
  private var new: Trial { Trial(context.environment, after, gitVersion: gitVersion) }
  private var home: HomePath { HomePath(context.environment) }

  /// Throws what speaks against the draft.
  func expect(
    _ identity: KnownIdentity,
    _ folders: [FolderRule],
    _ remotes: [RemoteRule]
  ) throws {
    try refuseURLs(folders, remotes)
    try refuseDeath()
    for rule in folders {
      try expect(identity, in: rule.folder)
      try refuseOverriding(rule)
    }
    for rule in remotes { try expect(identity, at: rule) }
  }

  // MARK: - The places meant

  private func expect(_ identity: KnownIdentity, in folder: ByteString) throws {
    let text = home.abbreviated(folder).text
    if let answers = try new.inRepository(at: folder) {
      for answer in answers where !answer.isBy(identity) {
        throw ToolError(
          "\(text) is a repository that the rule would not reach: "
            + OriginText(home: home).winner(answer, over: identity),
          hints: ["there: git identity use \(identity.name.text)"],
          exitStatus: .failure
        )
      }
    }
    // A repository of its own may stand elsewhere; new ones in the folder are reached in any case.
    let answer = try new.inNewRepository(below: folder.appendingPath("new"))
    guard answer.isBy(identity) else {
      throw ToolError(
        "repositories in \(text) would not be '\(identity.name.text)': "
          + OriginText(home: home).winner(answer, over: identity),
        exitStatus: .failure
      )
    }
  }

  private func expect(_ identity: KnownIdentity, at rule: RemoteRule) throws {
    let place = ByteString("/nowhere")
    for url in rule.samples {
      let answer = try new.inNewRepository(below: place, urls: [url])
      guard answer.isBy(identity) else {
        throw ToolError(
          "a clone of '\(url.text)' would not be '\(identity.name.text)': "
            + OriginText(home: home).winner(answer, over: identity),
          exitStatus: .failure
        )
      }
    }
  }

  // MARK: - All others

  /// A folder inside with a rule made by hand keeps its identity.
  private func refuseOverriding(_ rule: FolderRule) throws {
    for other in known.rules where other.path != book.rulesFile {
      guard let folder = FolderRule.folder(of: other.condition, environment: context.environment),
        FolderRule.isInside(folder, rule.folder)
      else { continue }
      let place = folder.appendingPath("new")
      guard let then = try? old.inNewRepository(below: place) else { continue }
      if try new.inNewRepository(below: place).texts != then.texts {
        throw ToolError(
          "the rule of \(home.abbreviated(other.path).text):\(other.line) for "
            + "\(home.abbreviated(folder).text) would lose to one for all of "
            + home.abbreviated(rule.folder).text,
          hints: [
            "take that rule over first: git identity assign <name> --dir "
              + home.shellWord(folder).text
          ],
          exitStatus: .failure
        )
      }
    }
  }

  /// Git dies in every repository where an identity's file sets a remote's URL while any rule asks
  /// for URLs.
  private func refuseURLs(_ folders: [FolderRule], _ remotes: [RemoteRule]) throws {
    let asks = !remotes.isEmpty || known.rules.contains { $0.kind == .hasconfig }
    guard asks else { return }
    for identity in known.all where !identity.isDefault {
      for setting in identity.settings
      where setting.key.section == "remote" && setting.key.name == "url" {
        throw ToolError(
          "\(home.abbreviated(setting.path).text):\(setting.line) sets \(setting.key.text.text): "
            + "with a rule about remotes git would die where it applies",
          hints: ["move that line to the repository that it belongs to"],
          exitStatus: .failure
        )
      }
    }
  }

  /// No place that git can read now may become one where it dies.
  private func refuseDeath() throws {
    var places: [ByteString?] = [nil]
    for rule in known.rules {
      if let folder = FolderRule.folder(of: rule.condition, environment: context.environment) {
        places.append(folder.appendingPath("new"))
      }
    }
    for place in places {
      do throws(ConfigError) {
        _ = try new.inNewRepository(below: place)
      } catch {
        if (try? old.inNewRepository(below: place)) == nil { continue }
        let text = place.map { "in \(home.abbreviated($0.parentPath).text)" } ?? "everywhere"
        throw ToolError(
          "git would die \(text): \(error.message)",
          hints: error.hints,
          exitStatus: .failure
        )
      }
    }
  }

  // MARK: - Repositories that go their own way

  /// Repositories directly in the folders that still resolve to something else, with the reason.
  func strays(_ identity: KnownIdentity, _ folders: [FolderRule]) throws -> [String] {
    var found: [String] = []
    for rule in folders {
      for entry in (try? FileSystem.entries(of: rule.folder)) ?? [] where entry.kind == .directory {
        let folder = rule.folder.appendingPath(entry.name)
        guard let answers = try? new.inRepository(at: folder),
          let stray = answers.first(where: { !$0.isBy(identity) })
        else { continue }
        found.append(
          "\(home.abbreviated(folder).text) is still someone else: "
            + OriginText(home: home).winner(stray, over: identity)
        )
      }
    }
    return found
  }
}
