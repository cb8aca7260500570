import ByteKit
import ConfigKit
import IdentityKit

/// Where the parts of an identity come from, as people read it.
struct OriginText {
  let home: HomePath

  /// What gives name or address, for the part that is not the identity's.
  func winner(_ answer: Trial.Answer, over identity: KnownIdentity) -> String {
    guard let author = answer.author, let committer = answer.committer else {
      return "git would refuse to commit"
    }
    for person in [author, committer] {
      for (what, part) in [("address", person.email), ("name", person.name)] {
        let isOwn = identity.pairs.contains { pair in
          what == "address"
            ? EmailAddress.isSame(pair.email, part.value)
            : pair.name.map { IdentityCleaning.isSame($0, part.value) } ?? true
        }
        if !isOwn { return "\(origin(part.origin)) gives the \(what) '\(part.value.text)'" }
      }
    }
    return "another identity is in force"
  }

  func origin(_ origin: IdentityOrigin) -> String {
    switch origin {
    case .environment(let variable): "$\(variable)"
    case .config(let entry), .hole(let entry):
      switch entry.origin {
      case .file(let source, let line, _):
        "\(home.abbreviated(source.path).text):\(line) (\(entry.key.text))"
      case .command: "-c on the command line"
      }
    case .gecos: "the full name of the login"
    case .mailname, .hostname: "the login's name"
    }
  }
}
