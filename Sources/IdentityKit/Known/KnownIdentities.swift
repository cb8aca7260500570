package import ByteKit
package import ConfigKit
import FileKit
package import ProcessKit

/// The user's identities: recognised in plain configuration, not registered anywhere.
///
/// Each file that an `includeIf` reachable from the global or system files names and that sets an
/// address is one, and so is each `*.gitconfig` in the identities folder, and the user that plain
/// configuration gives outside any rule.
package struct KnownIdentities: Sendable {
  /// In git's order, those that no rule names after them, the default last.
  package let all: [KnownIdentity]
  /// Every rule, also one whose file is missing or sets no address.
  package let rules: [IdentityRule]
  /// What is set outside any rule.
  package let plainSettings: [IdentitySetting]
  /// Files that git could not read either.
  package let failures: [ConfigError]

  /// How the user of plain configuration is called.
  package static let defaultName: ByteString = "(default)"

  /// `copies` are read in place of files on disk.
  package init(
    environment: Environment,
    workingDirectory: ByteString,
    copies: FileCopies = FileCopies()
  ) {
    let files = IdentityFiles(
      environment: environment,
      workingDirectory: workingDirectory,
      copies: copies
    )
    let folder = StandardFiles(environment).identitiesFolder
      .map { (try? FileSystem.realPath($0)) ?? $0 }
    failures = files.failures
    plainSettings = files.plainSettings
    rules = files.candidates.flatMap(\.rules)
    let plain = KnownIdentity(
      name: Self.defaultName,
      path: nil,
      realPath: nil,
      isHandMade: true,
      rules: [],
      settings: files.plainSettings,
      inheritedName: nil
    )
    var found = files.candidates.map { candidate in
      KnownIdentity(
        name: "",
        path: candidate.path,
        realPath: candidate.realPath,
        isHandMade: folder != (candidate.realPath ?? candidate.path).parentPath,
        rules: candidate.rules,
        settings: candidate.settings,
        inheritedName: plain.userName
      )
    }.filter { $0.email != nil }
    Self.giveNames(to: &found)
    all = plain.email == nil ? found : found + [plain]
  }

  /// Those that say their name first, then our own files, then all others; `-2` if it is taken.
  private static func giveNames(to identities: inout [KnownIdentity]) {
    var taken: Set<ByteString> = []
    func free(_ name: ByteString) -> ByteString {
      var candidate = name
      var number = 2
      while !taken.insert(candidate.lowercasedASCII).inserted {
        candidate = "\(name)-\(number)"
        number += 1
      }
      return candidate
    }
    func said(_ identity: KnownIdentity) -> ByteString? {
      identity.last("identity.name")?.value.flatMap { IdentityNaming.isValid($0) ? $0 : nil }
    }
    for index in identities.indices {
      if let name = said(identities[index]) { identities[index].name = free(name) }
    }
    for isHandMade in [false, true] {
      for index in identities.indices
      where identities[index].name.isEmpty && identities[index].isHandMade == isHandMade {
        identities[index].name = free(
          IdentityNaming.derived(from: identities[index].path ?? "")
        )
      }
    }
  }

  /// The identity of that name, without regard to case.
  package subscript(_ name: ByteString) -> KnownIdentity? {
    let name = name.lowercasedASCII
    return all.first { $0.name.lowercasedASCII == name }
  }

  /// The identity that a file is, by the path that rules and the identities folder give it.
  package func identity(inFileAt path: ByteString) -> KnownIdentity? {
    all.first { $0.path == path }
  }

  /// The identity that a file is, by its place without links.
  package func identity(at path: ByteString) -> KnownIdentity? {
    let real = try? FileSystem.realPath(path)
    return all.first { identity in
      identity.path == path || (real != nil && identity.realPath == real)
    }
  }

  /// `identity.mine` of plain configuration: addresses that are mine and right nowhere.
  package var otherAddresses: [ByteString] {
    plainSettings.filter {
      $0.key.section == "identity" && $0.key.subsection == nil && $0.key.name == "mine"
    }.compactMap(\.value).filter { !$0.isEmpty }
  }

  /// Whether the address is an identity's, a former one, or named by `identity.mine`.
  package func isMine(address: ByteString) -> Bool {
    let address = EmailAddress.canonical(address)
    return all.contains { $0.has(address: address) }
      || otherAddresses.contains { EmailAddress.canonical($0) == address }
  }
}

extension StandardFiles {
  /// Where `git identity` keeps what it makes: `~/.config/git/identities`; nil without HOME.
  package var identitiesFolder: ByteString? { userFolder?.appendingPath("identities") }
}
