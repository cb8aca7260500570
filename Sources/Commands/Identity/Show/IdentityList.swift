import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ToolKit

/// All identities, as `list` and `show` tell of them.
struct IdentityList: Sendable {
  struct Row: Sendable {
    let identity: KnownIdentity
    let details: IdentityDetails
    /// Whether commits here are by it.
    let isHere: Bool
    let problems: [String]
  }

  /// The file that `git config --global` would edit; nil if there is none.
  let globalFile: ByteString?
  let isGlobalFileWritable: Bool
  let rows: [Row]
  let here: Here

  init(_ known: KnownIdentities, in context: Context) {
    let here = Here(known, in: context)
    let global = GlobalFile(context.environment)
    globalFile = global?.path
    isGlobalFileWritable = global?.isWritable ?? false
    rows = known.all.map { identity in
      let details = IdentityDetails(identity, environment: context.environment)
      return Row(
        identity: identity,
        details: details,
        isHere: here.identity?.name == identity.name,
        problems: Self.problems(identity, details)
      )
    }
    self.here = here
  }

  /// What is wrong with the identity wherever it applies; `doctor` looks further.
  private static func problems(_ identity: KnownIdentity, _ details: IdentityDetails) -> [String] {
    var problems: [String] = []
    if details.signing?.exists == false || details.ssh?.exists == false {
      problems.append("key-missing")
    }
    if !identity.isDefault,
      identity.settings.contains(where: { $0.key.section == "remote" && $0.key.name == "url" })
    {
      problems.append("remote-url-in-identity")
    }
    return problems
  }
}
