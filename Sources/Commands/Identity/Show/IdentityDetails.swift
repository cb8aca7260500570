import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit

/// What an identity's file says beyond name and address.
struct IdentityDetails: Sendable {
  struct SigningKey: Sendable {
    /// nil if the file leaves it open.
    let format: ByteString?
    let key: ByteString?
    /// nil if the key is no file.
    let exists: Bool?
    /// `commit.gpgSign`; nil if the file leaves it open.
    let signsCommits: Bool?
  }

  struct SSH: Sendable {
    let command: ByteString
    /// The key that the command names with `-i`.
    let key: ByteString?
    let exists: Bool?
  }

  let signing: SigningKey?
  let ssh: SSH?
  let credentials: [SettingChanges.Credential]

  init(_ identity: KnownIdentity, environment: Environment) {
    let expansion = PathExpansion(environment: environment, users: .system(environment))
    func exists(_ path: ByteString) -> Bool? {
      guard let path = expansion.expand(path), path.isAbsolutePath else { return nil }
      return FileSystem.exists(path)
    }
    let key = identity.last("user.signingKey")?.value
    let format = identity.last("gpg.format")?.value
    let signs = identity.last("commit.gpgSign").map { ConfigNumber.boolean($0.value) ?? false }
    if key != nil || format != nil || signs != nil {
      signing = SigningKey(
        format: format,
        key: key,
        exists: key.flatMap { SigningKeyText($0).isFile && format == "ssh" ? exists($0) : nil },
        signsCommits: signs
      )
    } else {
      signing = nil
    }
    if let command = identity.last("core.sshCommand")?.value {
      let key = SSHCommand.key(in: command)
      ssh = SSH(command: command, key: key, exists: key.flatMap(exists))
    } else {
      ssh = nil
    }
    var names: [SettingChanges.Credential] = []
    for setting in identity.settings {
      guard setting.key.section == "credential", setting.key.name == "username",
        let url = setting.key.subsection, let value = setting.value
      else { continue }
      names.removeAll { $0.url == url }
      names.append(SettingChanges.Credential(url: url, username: value))
    }
    credentials = names
  }
}
