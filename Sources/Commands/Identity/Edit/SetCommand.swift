import ByteKit
import ConfigKit
import DiagnosticKit
import IdentityKit
import ToolKit

/// Runs `git identity set` and `git identity rename`.
struct SetCommand {
  let desk: Desk
  private var options: IdentityOptions { desk.options }

  func run() throws -> ExitStatus {
    let name = options.name ?? ""
    guard !options.settings.isEmpty else {
      throw ToolError(
        "nothing to set",
        hints: ["git identity set \(name.text) --email <address>"],
        exitStatus: .failure
      )
    }
    try options.settings.check()
    return try desk.run(["set", name]) {
      let identity = try desk.known().named(name)
      var outcome = EditRun.Outcome(draft: Draft())
      let path = try file(of: identity)
      let part: Draft.Part = identity.isDefault ? .global : .identity
      try outcome.draft.edit(path, part) { editor in
        SettingWriter(changes: options.settings).update(&editor, of: identity)
      }
      let home = HomePath(desk.context.environment)
      outcome.notes.append("identity '\(identity.name.text)': \(home.abbreviated(path).text)")
      return outcome
    }
  }

  /// The file that is edited: for the default the one that says its address.
  private func file(of identity: KnownIdentity) throws -> ByteString {
    if let path = identity.path { return path }
    guard let setting = identity.last("user.email") ?? identity.last("author.email") else {
      throw ToolError("\(identity.name.text) has no file", exitStatus: .failure)
    }
    return setting.path
  }

  func rename() throws -> ExitStatus {
    let name = options.name ?? ""
    let new = options.newName ?? ""
    guard IdentityNaming.isValid(new) else {
      throw ToolError("'\(new.text)' is no name for an identity", exitStatus: .failure)
    }
    return try desk.run(["rename", name, new]) {
      let known = try desk.known()
      let identity = try known.named(name)
      guard let path = identity.path else {
        throw ToolError(
          "\(identity.name.text) is the user outside any rule and keeps that name",
          exitStatus: .failure
        )
      }
      if let other = known[new], other.path != path {
        throw ToolError(
          "there is an identity '\(other.name.text)' already",
          exitStatus: .failure
        )
      }
      var outcome = EditRun.Outcome(draft: Draft())
      try outcome.draft.edit(path, .identity) { editor in
        if !identity.isHandMade {
          editor.replaceFirstLine(
            SettingWriter.firstLine(identity.name),
            with: SettingWriter.firstLine(new)
          )
        }
        editor.set(ConfigKey(section: "identity", name: "name"), to: new)
      }
      outcome.notes.append("'\(identity.name.text)' is called '\(new.text)' now")
      return outcome
    }
  }
}
