import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import IdentityKit
import ToolKit

/// Runs `git identity add`.
struct AddCommand {
  let desk: Desk
  private var options: IdentityOptions { desk.options }
  private var context: Context { desk.context }

  func run() throws -> ExitStatus {
    let name = options.name ?? ""
    guard IdentityNaming.isValid(name) else {
      throw ToolError(
        "'\(name.text)' is no name for an identity",
        hints: ["names are letters, digits, '.', '_' and '-', the first a letter or a digit"],
        exitStatus: .failure
      )
    }
    guard options.settings.email != nil else {
      throw ToolError(
        "an identity needs an address",
        hints: ["git identity add \(name.text) --email <address>"],
        exitStatus: .failure
      )
    }
    try options.settings.check()
    let assignment = try Assignment(options, context)
    return try desk.run(["add", name]) { try plan(name, assignment) }
  }

  private func plan(_ name: ByteString, _ assignment: Assignment) throws -> EditRun.Outcome {
    let known = try desk.known()
    if let other = known[name] {
      throw ToolError(
        "there is an identity '\(other.name.text)' already",
        hints: ["to change it: git identity set \(other.name.text) ..."],
        exitStatus: .failure
      )
    }
    guard let folder = StandardFiles(context.environment).identitiesFolder else {
      throw ToolError("there is no folder for identities: HOME is not set")
    }
    var outcome = EditRun.Outcome(draft: Draft())
    var fileName = name
    var number = 2
    while FileSystem.exists(folder.appendingPath("\(fileName).gitconfig")) {
      fileName = "\(name)-\(number)"
      number += 1
    }
    let path = folder.appendingPath("\(fileName).gitconfig")
    if fileName != name {
      outcome.warnings.append(
        "'\(name.text).gitconfig' is there and no identity; the new file is "
          + "'\(fileName.text).gitconfig'"
      )
    }
    let content = SettingWriter(changes: options.settings).newFile(
      name: name,
      saysName: fileName != name
    )
    try outcome.draft.edit(path, .identity) { $0 = try ConfigEditor(content) }
    let home = HomePath(context.environment)
    outcome.notes.append("identity '\(name.text)': \(home.abbreviated(path).text)")
    let changed = try desk.known(outcome.draft)
    guard let identity = changed.identity(inFileAt: path) else {
      throw ToolError("the new file '\(path.text)' is not read as an identity")
    }
    outcome.warnings += inheritedKey(name, known)
    try assignment.apply(to: identity, changed, in: &outcome)
    return outcome
  }

  /// The key that would sign this identity's commits although it is another's.
  private func inheritedKey(_ name: ByteString, _ known: KnownIdentities) -> [String] {
    guard options.settings.signingKey == nil, !options.settings.signsNothing else { return [] }
    func last(_ key: ByteString) -> IdentitySetting? {
      let key = ConfigKey(key)
      return known.plainSettings.last { $0.key == key }
    }
    guard let signs = last("commit.gpgSign"), ConfigNumber.boolean(signs.value) == true,
      let key = last("user.signingKey"), let value = key.value
    else { return [] }
    let place = HomePath(context.environment).abbreviated(key.path)
    return [
      "commits by '\(name.text)' are signed with the key '\(value.text)' of \(place.text):"
        + "\(key.line); say --signing-key <key> or --no-signing"
    ]
  }
}
