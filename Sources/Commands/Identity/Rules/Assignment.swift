import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import IdentityKit
import ToolKit

/// Gives folders and remotes to an identity, and makes sure that git itself agrees.
struct Assignment {
  let context: Context
  let folders: [FolderRule]
  let remotes: [RemoteRule]

  init(_ options: IdentityOptions, _ context: Context) throws {
    self.context = context
    folders = options.folders.map {
      FolderRule($0, in: context.workingDirectory, environment: context.environment)
    }
    remotes = try options.remotes.map { text in
      guard let rule = RemoteRule(text) else {
        throw ToolError("'\(text.text)' names no remote", exitStatus: .failure)
      }
      return rule
    }
  }

  var isEmpty: Bool { folders.isEmpty && remotes.isEmpty }

  private static let knowsRemotes = GitVersion(2, 36)

  /// Adds the rules for `identity`, which may be new in the draft, and checks them.
  func apply(
    to identity: KnownIdentity,
    _ known: KnownIdentities,
    in outcome: inout EditRun.Outcome
  ) throws {
    if isEmpty { return }
    guard let file = identity.path else {
      throw ToolError(
        "\(identity.name.text) applies wherever no rule does; it cannot be assigned",
        exitStatus: .failure
      )
    }
    let version = GitVersion.installed(context.git)
    if !remotes.isEmpty, let version, version < Self.knowsRemotes {
      throw ToolError(
        "rules about remotes need git 2.36; this one would ignore them silently",
        exitStatus: .failure
      )
    }
    let book = try RuleBook(known, environment: context.environment)
    let start = outcome.draft
    // First without moving the line that includes our rules: what stands after it stays in force.
    var failure: (any Error)?
    for atEnd in [false, true] {
      var draft = start
      for rule in folders {
        try book.assign([rule.condition], folder: rule.folder, to: file, in: &draft)
      }
      for rule in remotes {
        try book.assign(rule.conditions, folder: nil, to: file, in: &draft)
      }
      if draft.files.contains(where: { $0.part == .rules }) {
        try book.includeRules(in: &draft, atEnd: atEnd)
      }
      do {
        let check = RuleCheck(
          context: context,
          known: known,
          book: book,
          before: Draft(),
          after: draft,
          gitVersion: version
        )
        try check.expect(identity, folders, remotes)
        outcome.draft = draft
        outcome.warnings += try check.strays(identity, folders)
        failure = nil
        break
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    tell(identity, known, book, in: &outcome)
  }

  private func tell(
    _ identity: KnownIdentity,
    _ known: KnownIdentities,
    _ book: RuleBook,
    in outcome: inout EditRun.Outcome
  ) {
    let home = HomePath(context.environment)
    for rule in folders {
      outcome.notes.append(
        "\(home.abbreviated(rule.folder).text): \(PersonText.person(identity).text)"
      )
    }
    for rule in remotes {
      outcome.notes.append("\(rule.text.text): \(PersonText.person(identity).text)")
    }
    let isFirst = !known.rules.contains { $0.kind == .hasconfig }
    if !remotes.isEmpty, isFirst {
      outcome.notes.append(
        "programs on libgit2, JGit or go-git ignore rules about remotes, and host aliases of ssh are "
          + "not resolved"
      )
    }
  }
}
