import ByteKit
import ConfigKit
import IdentityKit
import RemoteKit
import TerminalKit

/// One thing about signing or transport, and where it was said.
struct Fact: Sendable {
  enum Origin: Sendable {
    case config(ConfigEntry)
    case environment(ByteString)
    /// Nobody said it.
    case standard
  }

  /// `signing.format`.
  let key: ByteString
  let value: ByteString
  let origin: Origin
  var isBoolean = false

  init(_ key: ByteString, _ value: ByteString, _ entry: ConfigEntry? = nil) {
    self.key = key
    self.value = value
    origin = entry.map { .config($0) } ?? .standard
  }

  init(_ key: ByteString, _ isTrue: Bool, _ entry: ConfigEntry? = nil) {
    self.init(key, isTrue ? "true" : "false", entry)
    isBoolean = true
  }

  init(_ key: ByteString, _ setting: Transport.Setting) {
    self.key = key
    value = setting.value
    origin =
      switch setting.origin {
      case .config(let entry): .config(entry)
      case .environment(let variable): .environment(variable)
      case .url, .standard: .standard
      }
  }
}

extension Answer {
  /// How commits and tags are signed.
  var signingFacts: [Fact] {
    guard let signing else { return [] }
    let entries = signing.entries
    var facts = [
      Fact("signing.commit", signing.signsCommits, entries["commit.gpgSign"]),
      Fact("signing.tag", signing.signsTags, entries["tag.gpgSign"]),
      Fact("signing.format", ByteString(signing.format.rawValue), entries["gpg.format"]),
    ]
    let entry = entries["user.signingKey"]
    switch signing.key {
    case .named(let key), .literal(let key): facts.append(Fact("signing.key", key, entry))
    case .file(let path, let exists):
      facts.append(Fact("signing.key", path, entry))
      facts.append(Fact("signing.key-exists", exists))
    case .committer(let text): facts.append(Fact("signing.key", text))
    case .command(let command):
      facts.append(Fact("signing.key-command", command, entries["gpg.ssh.defaultKeyCommand"]))
    case .missing: break
    }
    facts.append(Fact("signing.program", signing.program, entries["gpg.program"]))
    if let file = signing.allowedSignersFile {
      facts.append(
        Fact("signing.allowed-signers", file, entries["gpg.ssh.allowedSignersFile"])
      )
    }
    return facts
  }

  /// As whom a push would go where.
  var transportFacts: [Fact] {
    guard let transport else { return [] }
    var facts = [Fact("transport.remote", transport.remote)]
    for url in transport.pushURLs {
      facts.append(Fact("transport.url", url.used.redactingCredentials, url.entry))
      if let rewrite = url.rewrite {
        facts.append(Fact("transport.rewritten-by", rewrite.key, rewrite))
      }
    }
    if let command = transport.sshCommand {
      facts.append(Fact("transport.ssh-command", command))
      if let key = SSHKey(command: command.value) {
        facts.append(Fact("transport.ssh-key", key.path))
      }
    }
    if let credentials = transport.credentials {
      if let user = credentials.username { facts.append(Fact("transport.user", user)) }
      for helper in credentials.helpers {
        facts.append(Fact("transport.credential-helper", helper.value ?? "", helper))
      }
    } else if let user = transport.pushURLs.first?.endpoint.user {
      facts.append(Fact("transport.user", user))
    }
    return facts
  }
}

/// The key file that an ssh command names with `-i` or `-o IdentityFile=`.
struct SSHKey {
  let path: ByteString

  init?(command: ByteString) {
    let words = command.bytes.split { $0 == 32 || $0 == 9 }.map { word in
      ByteString(word.filter { $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\"") })
    }
    for (index, word) in words.enumerated() {
      let next = index + 1 < words.count ? words[index + 1] : nil
      if word == "-i", let next {
        path = next
        return
      }
      if let rest = word.dropping(prefix: "-i"), !rest.isEmpty {
        path = rest
        return
      }
      let option = word == "-o" ? next : word.dropping(prefix: "-o")
      if let option, option.lowercasedASCII.hasPrefix("identityfile=") {
        path = ByteString(option.bytes.dropFirst("identityfile=".utf8.count))
        return
      }
    }
    return nil
  }
}
