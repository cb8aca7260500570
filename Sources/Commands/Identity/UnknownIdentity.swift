import ByteKit
import CommandLineKit
import DiagnosticKit
import IdentityKit

/// A name that no identity has.
struct UnknownIdentity: Diagnostic {
  let name: ByteString
  let known: KnownIdentities

  var message: String { "there is no identity '\(name.text)'" }
  var exitStatus: ExitStatus { .failure }

  var hints: [String] {
    let nearest = Suggestions.nearest(to: name.text, in: known.all.map(\.name.text))
    if let first = nearest.first { return ["did you mean '\(first)'?"] }
    if known.all.isEmpty { return ["to make one: git identity add \(name.text) --email <address>"] }
    return ["'git identity' lists all"]
  }
}

extension KnownIdentities {
  /// The identity of that name; throws with what comes near.
  func named(_ name: ByteString) throws(UnknownIdentity) -> KnownIdentity {
    if let identity = self[name] { return identity }
    if name.lowercasedASCII == "default", let identity = self[Self.defaultName] { return identity }
    throw UnknownIdentity(name: name, known: self)
  }
}
