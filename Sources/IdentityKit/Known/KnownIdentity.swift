package import ByteKit
import ConfigKit

/// One of the user's identities: a file of plain configuration that sets an address.
package struct KnownIdentity: Sendable {
  /// A name and an address that commits get together.
  package struct Pair: Hashable, Sendable {
    /// nil if the identity says no name itself: what else applies gives it.
    package let name: ByteString?
    package let email: ByteString
  }

  /// How commands call it; unique without regard to case.
  package internal(set) var name: ByteString
  /// The file, as the first rule names it; nil for the default, which may stand in several.
  package let path: ByteString?
  /// The file without links; nil for the default, and for a file that is gone.
  package let realPath: ByteString?
  /// The user that plain configuration gives outside any rule.
  package var isDefault: Bool { path == nil }
  /// Not in the identities folder.
  package let isHandMade: Bool
  /// In the order of the files.
  package internal(set) var rules: [IdentityRule]
  /// All values, in git's order.
  package let settings: [IdentitySetting]
  /// The name for pairs that have none of their own.
  package internal(set) var inheritedName: ByteString?

  /// The setting that counts.
  package func last(_ key: ByteString) -> IdentitySetting? {
    guard let key = ConfigKey(key) else { return nil }
    return settings.last { $0.key == key }
  }

  private func nonEmpty(_ key: ByteString) -> ByteString? {
    last(key)?.value.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// `user.name`, or the author's.
  package var userName: ByteString? { nonEmpty("user.name") ?? nonEmpty("author.name") }

  /// `user.email`, or the author's, or the committer's.
  package var email: ByteString? {
    nonEmpty("user.email") ?? nonEmpty("author.email") ?? nonEmpty("committer.email")
  }

  /// Former addresses: right where the identity is right, never written again.
  package var formerAddresses: [ByteString] {
    settings.filter { $0.key.section == "identity" && $0.key.name == "also" }.compactMap(\.value)
      .filter { !$0.isEmpty }
  }

  /// What author and committer get; one pair if they are the same.
  package var pairs: [Pair] {
    var pairs: [Pair] = []
    for role in ["author", "committer"] as [ByteString] {
      guard let email = nonEmpty("\(role).email") ?? nonEmpty("user.email") else { continue }
      let pair = Pair(name: nonEmpty("\(role).name") ?? nonEmpty("user.name"), email: email)
      if !pairs.contains(pair) { pairs.append(pair) }
    }
    return pairs
  }

  /// All addresses that are this identity's, former ones too.
  package var addresses: [ByteString] { pairs.map(\.email) + formerAddresses }

  /// Whether the address is one of this identity's.
  package func has(address: ByteString) -> Bool {
    let address = EmailAddress.canonical(address)
    return addresses.contains { EmailAddress.canonical($0) == address }
  }

  /// Whether the name is the one that commits with this address get.
  ///
  /// A former address goes with any of the identity's names.
  func isNamed(_ name: ByteString, at address: ByteString) -> Bool {
    let address = EmailAddress.canonical(address)
    let current = pairs.filter { EmailAddress.canonical($0.email) == address }
    let possible = current.isEmpty ? pairs : current
    return possible.contains { pair in
      (pair.name ?? inheritedName).map { IdentityCleaning.cleaned($0, strippingDots: false) }
        == IdentityCleaning.cleaned(name, strippingDots: false)
    }
  }

  /// Whether no pair with this address says a name.
  func leavesNameOpen(at address: ByteString) -> Bool {
    !pairs.contains { $0.name != nil }
  }
}
