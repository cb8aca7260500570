import ByteKit
import CommandLineKit
import ConfigKit
import DiagnosticKit
import IdentityKit
import ToolKit

/// Puts settings into the text of an identity's file.
struct SettingWriter {
  let changes: SettingChanges

  /// A new file, complete.
  func newFile(name: ByteString, saysName: Bool) -> ByteString {
    var editor = ConfigEditor(empty: "\n")
    editor.append(text: Self.firstLine(name) + "\n")
    write(to: &editor)
    // The order of the sections is that of reading: who, what is expected, keys, transport.
    if let email = changes.email { expect(email, in: &editor) }
    writeKeys(to: &editor)
    for address in changes.also { addFormer(address, to: &editor) }
    if saysName { editor.set(Self.key("identity.name"), to: name, spelling: "name") }
    return editor.content
  }

  static func firstLine(_ name: ByteString) -> ByteString {
    "# identity '\(name)', plain git configuration; git identity edits it, so may you"
  }

  /// Changes a file that is there.
  func update(_ editor: inout ConfigEditor, of identity: KnownIdentity) {
    let old = identity.email
    remove(from: &editor)
    write(to: &editor)
    if let email = changes.email, let old, !EmailAddress.isSame(email, old) {
      let expected = editor.values(of: Self.key("whoami.expect")).last ?? nil
      if expected == Self.glob(old) || expected == old { expect(email, in: &editor) }
      addFormer(old, to: &editor)
    }
    if let email = changes.email {
      // It is the address now, and no former one.
      editor.unset(Self.key("identity.also")) { $0.map { EmailAddress.isSame($0, email) } ?? false }
    }
    writeKeys(to: &editor)
    for address in changes.also { addFormer(address, to: &editor) }
  }

  private static func key(_ text: ByteString) -> ConfigKey {
    ConfigKey(text) ?? ConfigKey(section: text, name: "")
  }

  private func write(to editor: inout ConfigEditor) {
    if let name = changes.name { editor.set(Self.key("user.name"), to: name) }
    if let email = changes.email { editor.set(Self.key("user.email"), to: email) }
    if let key = changes.signingKey {
      editor.set(Self.key("user.signingKey"), to: key, spelling: "signingKey")
    }
  }

  private func writeKeys(to editor: inout ConfigEditor) {
    if let key = changes.signingKey {
      editor.set(Self.key("gpg.format"), to: SigningKeyText(key).format)
    }
    if changes.signingKey != nil || changes.signsNothing {
      let value: ByteString = changes.signsNothing ? "false" : "true"
      for section in ["commit", "tag"] as [ByteString] {
        editor.set(Self.key("\(section).gpgSign"), to: value, spelling: "gpgSign")
      }
    }
    if let key = changes.sshKey {
      editor.set(
        Self.key("core.sshCommand"),
        to: SSHCommand.offering(key: key),
        spelling: "sshCommand"
      )
    }
    for credential in changes.credentials {
      editor.set(
        ConfigKey(section: "credential", subsection: credential.url, name: "username"),
        to: credential.username
      )
    }
  }

  private func remove(from editor: inout ConfigEditor) {
    for kind in SettingChanges.Kind.allCases where changes.removed.contains(kind) {
      switch kind {
      case .name: editor.unset(Self.key("user.name"))
      case .email: break
      case .also: editor.unset(Self.key("identity.also"))
      case .signingKey:
        for key in ["user.signingKey", "gpg.format", "commit.gpgSign", "tag.gpgSign"]
          as [ByteString]
        {
          editor.unset(Self.key(key))
        }
      case .sshKey: editor.unset(Self.key("core.sshCommand"))
      case .credential:
        let urls = editor.sectionPlaces.filter { $0.section == "credential" }.map(\.subsection)
        for url in Set(urls) {
          editor.unset(ConfigKey(section: "credential", subsection: url, name: "username"))
        }
      }
    }
  }

  private func expect(_ email: ByteString, in editor: inout ConfigEditor) {
    editor.set(Self.key("whoami.expect"), to: Self.glob(email))
  }

  private func addFormer(_ address: ByteString, to editor: inout ConfigEditor) {
    let key = Self.key("identity.also")
    let isKnown = editor.values(of: key).contains {
      $0.map { EmailAddress.isSame($0, address) } ?? false
    }
    if !isKnown { editor.add(key, address) }
  }

  /// The address as a glob that matches nothing else.
  static func glob(_ email: ByteString) -> ByteString { FolderRule.escaped(email) }
}

extension SettingChanges {
  /// What cannot be written: git would drop or mangle it.
  func check() throws(ToolError) {
    var texts: [(String, ByteString)] = also.map { ("address", $0) }
    if let name { texts.append(("name", name)) }
    if let email { texts.append(("address", email)) }
    for (what, text) in texts {
      if text.trimmed.isEmpty {
        throw ToolError("the \(what) is empty", exitStatus: .failure)
      }
      if text.bytes.contains(where: { "\n\0<>".utf8.contains($0) }) {
        throw ToolError(
          "the \(what) '\(text.text)' holds '<', '>' or a newline, which git would drop",
          exitStatus: .failure
        )
      }
    }
    for text in [signingKey, sshKey].compactMap(\.self)
      + credentials.flatMap({ [$0.url, $0.username] })
    where text.isEmpty || text.bytes.contains(where: { "\n\0".utf8.contains($0) }) {
      throw ToolError("'\(text.text)' is empty or holds a newline", exitStatus: .failure)
    }
    if removed.contains(.email) {
      throw ToolError(
        "an identity without an address is none",
        hints: ["to give it up: git identity remove <name>"],
        exitStatus: .failure
      )
    }
  }
}
