package import ByteKit

/// Whose a name and an address are, judged by the address, then by the name.
package enum IdentityMatch: Sendable {
  /// The address belongs to no identity.
  case none
  /// Exactly these identities have address and name: several only if they do not differ.
  case identities([KnownIdentity])
  /// These identities have the address, none of them the name.
  case otherName([KnownIdentity])

  /// Whether the pair is exactly the identity's.
  package func isExactly(_ identity: KnownIdentity) -> Bool {
    guard case .identities(let found) = self else { return false }
    return found.contains { $0.name == identity.name }
  }
}

extension KnownIdentities {
  /// Source: two identities may share an address and differ by name only.
  package func match(name: ByteString, email: ByteString) -> IdentityMatch {
    let candidates = all.filter { $0.has(address: email) }
    guard !candidates.isEmpty else { return .none }
    let named = candidates.filter { $0.isNamed(name, at: email) }
    if !named.isEmpty { return .identities(named) }
    if candidates.count == 1, candidates[0].leavesNameOpen(at: email) {
      return .identities(candidates)
    }
    return .otherName(candidates)
  }
}
