import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import IdentityKit
import ProcessKit
import ToolKit

/// Runs `git identity use`: the identity of this repository, in all its worktrees.
struct UseCommand {
  let desk: Desk
  private var context: Context { desk.context }

  func run() throws -> ExitStatus {
    let location = try context.location()
    let path = location.commonDirectory.appendingPath("config")
    let words: [ByteString] = ["use", desk.options.name ?? "--none"]
    return try desk.run(words) {
      let known = try desk.known()
      let identity = try desk.options.name.map { try known.named($0) }
      if let identity, identity.isDefault {
        throw ToolError(
          "\(identity.name.text) is no file that a repository could include",
          hints: ["to use what applies otherwise: git identity use --none"],
          exitStatus: .failure
        )
      }
      var outcome = EditRun.Outcome(draft: Draft())
      try outcome.draft.edit(path, .repository) { edit(&$0, identity, known, path) }
      if let identity {
        try check(identity, location, &outcome)
        outcome.notes.append("this repository: \(PersonText.person(identity).text)")
      } else {
        outcome.notes.append("this repository has no identity of its own any more")
      }
      return outcome
    }
  }

  /// Takes an earlier include of ours out and puts the new one into a section of its own at the end.
  private func edit(
    _ editor: inout ConfigEditor,
    _ identity: KnownIdentity?,
    _ known: KnownIdentities,
    _ path: ByteString
  ) {
    let key = ConfigKey(section: "include", name: "path")
    let home = HomePath(context.environment)
    let expansion = PathExpansion(
      environment: context.environment,
      users: .system(context.environment)
    )
    func identityFile(_ value: ByteString?) -> ByteString? {
      guard let value, let file = expansion.expand(value)?.absolutePath(in: path.parentPath) else {
        return nil
      }
      return known.identity(at: file)?.path
    }
    if let identity, let last = editor.sectionPlaces.last, last.section == "include",
      last.subsection == nil, last.values.count == 1,
      identityFile(last.values[0].value) == identity.path,
      editor.values(of: key).count(where: { identityFile($0) != nil }) == 1
    {
      return
    }
    editor.unset(key) { identityFile($0) != nil }
    if let file = identity?.path {
      editor.append("include", nil, [("path", home.abbreviated(file))])
    }
  }

  /// After `use` git itself gives the identity here.
  private func check(
    _ identity: KnownIdentity,
    _ location: RepositoryLocation,
    _ outcome: inout EditRun.Outcome
  ) throws {
    let home = HomePath(context.environment)
    let config = try ConfigStack.load(
      location,
      environment: context.environment,
      workingDirectory: context.workingDirectory,
      copies: outcome.draft.copies
    )
    let resolver = try IdentityResolver(config: config, environment: context.environment)
    let answer = Trial.Answer(
      author: resolver.resolve(.author).identity,
      committer: resolver.resolve(.committer).identity
    )
    guard answer.isBy(identity) else {
      throw ToolError(
        "'\(identity.name.text)' would not be in force here: "
          + OriginText(home: home).winner(answer, over: identity),
        exitStatus: .failure
      )
    }
    if outcome.draft.isEmpty { return }
    for entry in config.entries
    where entry.scope == .local && entry.section == "user" && entry.subsection == nil
      && entry.origin.source?.inclusion == nil && (entry.name == "email" || entry.name == "name")
    {
      let isSaid = identity.last(entry.key) != nil
      guard isSaid else { continue }
      outcome.warnings.append(
        "\(entry.key.text) '\(entry.value?.text ?? "")' of this repository has no effect any more; "
          + "to remove it: git config --local --unset \(entry.key.text)"
      )
    }
  }
}
