import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit
import ToolKit

/// What is wrong with what identities and plain configuration say.
struct SettingFindings {
  let doctor: Doctor

  var findings: [Finding] {
    roles + sections + remoteURLs + sameAddresses + guessable + doctor.known.all.flatMap(keys)
      + signers
  }

  private var plain: [IdentitySetting] { doctor.known.plainSettings }

  private func last(_ key: ByteString) -> IdentitySetting? {
    let key = ConfigKey(key)
    return plain.last { $0.key == key }
  }

  private func finding(
    _ code: Finding.Code,
    _ setting: IdentitySetting?,
    _ message: String,
    _ command: String? = nil
  ) -> Finding {
    Finding(
      code: code,
      path: setting?.path,
      line: setting?.line,
      message: message,
      cure: command.map { .command($0) }
    )
  }

  // MARK: - Keys that beat others silently

  private var roles: [Finding] {
    guard doctor.known.all.contains(where: { !$0.isDefault }) else { return [] }
    let keys: [ByteString] = ["author.email", "author.name", "committer.email", "committer.name"]
    return keys.compactMap { key in
      guard let setting = last(key), setting.value?.isEmpty == false else { return nil }
      let file = doctor.home.shellWord(setting.path).text
      return finding(
        .authorBeatsUser,
        setting,
        "\(key.text) beats the user.* of every identity",
        "git config --file \(file) --unset-all \(key.text)"
      )
    }
  }

  /// `[include "gitdir:..."]`: git takes it for nothing.
  private var sections: [Finding] {
    plain.filter {
      $0.key.section == "include" && $0.key.subsection != nil && $0.key.name == "path"
    }.map { setting in
      let condition = setting.key.subsection ?? ""
      return finding(
        .sectionName,
        setting,
        "'[include \"\(condition.text)\"]' includes nothing: a condition needs '[includeIf ...]'",
        "git config --file \(doctor.home.shellWord(setting.path).text) --rename-section "
          + ("include.\(condition)" as ByteString).shellQuoted.text + " "
          + ("includeIf.\(condition)" as ByteString).shellQuoted.text
      )
    }
  }

  private var remoteURLs: [Finding] {
    guard doctor.known.rules.contains(where: { $0.kind == .hasconfig }) else { return [] }
    return doctor.known.all.filter { !$0.isDefault }.flatMap { identity in
      identity.settings.filter { $0.key.section == "remote" && $0.key.name == "url" }.map {
        finding(
          .remoteURLInIdentity,
          $0,
          "git dies wherever '\(identity.name.text)' applies: \($0.key.text.text) may not stand in a "
            + "file that a condition lets in while a rule asks for remotes"
        )
      }
    }
  }

  private var sameAddresses: [Finding] {
    var found: [Finding] = []
    let all = doctor.known.all
    for (index, identity) in all.enumerated() {
      for other in all[(index + 1)...] {
        guard let email = identity.email, other.has(address: email) else { continue }
        found.append(
          finding(
            .sameAddress,
            other.last("user.email"),
            "'\(identity.name.text)' and '\(other.name.text)' have one address, '\(email.text)': "
              + "they are told apart by their names"
          )
        )
      }
    }
    return found
  }

  private var guessable: [Finding] {
    let isGiven = ["user.email", "author.email", "committer.email"].contains { last($0) != nil }
    let isOnly = last("user.useConfigOnly").map { ConfigNumber.boolean($0.value) ?? false } ?? false
    guard !isGiven, !isOnly else { return [] }
    return [
      finding(
        .guessable,
        nil,
        "outside all rules git makes an address up from the login and the machine",
        "git config --global user.useConfigOnly true"
      )
    ]
  }

  // MARK: - Signing and ssh keys

  private func keys(_ identity: KnownIdentity) -> [Finding] {
    let details = IdentityDetails(identity, environment: doctor.context.environment)
    var found: [Finding] = []
    if details.signing?.exists == false, let setting = identity.last("user.signingKey") {
      found.append(
        finding(.keyMissing, setting, "the signing key '\(setting.value?.text ?? "")' is not there")
      )
    }
    if let key = details.ssh?.key, let setting = identity.last("core.sshCommand") {
      if details.ssh?.exists == false {
        found.append(finding(.keyMissing, setting, "the ssh key '\(key.text)' is not there"))
      } else if let mode = mode(key), mode & 0o077 != 0 {
        found.append(
          finding(
            .keyMode,
            setting,
            "ssh refuses the key '\(key.text)': others may read it",
            "chmod 600 \(doctor.home.shellWord(key).text)"
          )
        )
      }
    }
    return found
  }

  private func mode(_ key: ByteString) -> UInt32? {
    let environment = doctor.context.environment
    let expansion = PathExpansion(environment: environment, users: .system(environment))
    guard let path = expansion.expand(key), let status = try? FileSystem.status(of: path) else {
      return nil
    }
    return UInt32(status.permissions)
  }

  /// Commits of an identity that another's key signs.
  private var signers: [Finding] {
    guard let signs = last("commit.gpgSign"), ConfigNumber.boolean(signs.value) == true,
      let key = last("user.signingKey")
    else { return [] }
    return doctor.known.all.filter { identity in
      !identity.isDefault && identity.last("user.signingKey") == nil
        && (identity.last("commit.gpgSign").map { ConfigNumber.boolean($0.value) ?? true } ?? true)
    }.map { identity in
      finding(
        .otherKeySigns,
        key,
        "commits by '\(identity.name.text)' are signed with the key '\(key.value?.text ?? "")', "
          + "which is not its own",
        "git identity set \(identity.name.text) --no-signing"
      )
    }
  }
}
