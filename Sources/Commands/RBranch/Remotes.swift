import ByteKit
import ConfigKit
import IdentityKit
import ProcessKit
import ToolKit

/// The configured remotes, as rbranch needs them.
struct Remotes {
  /// Those that have a URL, in configuration order.
  let names: [ByteString]
  private let config: ConfigStack

  init(_ config: ConfigStack) {
    self.config = config
    names = config.subsections(of: "remote").filter { name in
      ["url", "pushurl"].contains { key in
        config.all(ConfigKey(section: "remote", subsection: name, name: key))
          .contains { $0.value?.isEmpty == false }
      }
    }
  }

  /// The remote to push to; refused if it cannot take a single branch.
  func choose(
    _ options: RBranchOptions,
    current: ByteString?,
    environment: Environment
  ) throws -> RemoteChoice {
    let branch = current.flatMap { $0.dropping(prefix: "refs/heads/") }
    let choice = try RemoteChoice.choose(
      RemoteChoice.Facts(
        option: options.remote,
        configured: config.last("rbranch.remote")?.value,
        pushDefault: config.last("remote.pushDefault")?.value,
        currentBranchRemote: branch.flatMap {
          config.last(ConfigKey(section: "branch", subsection: $0, name: "remote"))?.value
        },
        currentBranch: branch,
        remotes: names
      )
    )
    if try config.boolean("remote.\(choice.name).mirror") == true {
      throw ToolError(
        "'\(choice.name.text)' is a push mirror: a push there mirrors every ref",
        hints: [
          "choose another remote with --remote, or: git config --unset "
            + ("remote.\(choice.name).mirror" as ByteString).shellQuoted.text
        ]
      )
    }
    let transport = try Transport(config: config, environment: environment, remote: choice.name)
    let pushURLs = transport?.pushURLs ?? []
    let goElsewhere = pushURLs.map(\.used) != (transport?.fetchURLs.prefix(1).map(\.used) ?? [])
    return RemoteChoice(
      name: choice.name,
      why: choice.why,
      url: (pushURLs.first?.used ?? "").redactingCredentials,
      addresses: goElsewhere ? pushURLs.map(address) : [choice.name]
    )
  }

  /// What `git ls-remote` takes for a push URL: it applies `insteadOf` itself.
  private func address(of url: RemoteURL) -> ByteString {
    url.rewrite?.name == "pushinsteadof" ? url.used : url.configured
  }

  /// What the fetch refspecs of `remote` make of the server's `ref`; nil if they leave it out.
  func trackingRef(of ref: ByteString, on remote: ByteString) -> ByteString? {
    config.all(ConfigKey(section: "remote", subsection: remote, name: "fetch"))
      .compactMap { $0.value.flatMap(Refspec.init(fetch:)) }
      .trackingRef(of: ref)
  }
}
