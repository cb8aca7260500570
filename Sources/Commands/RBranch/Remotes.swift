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
  ///
  /// `folder`: where relative paths to remotes begin.
  func choose(
    _ options: RBranchOptions,
    current: ByteString?,
    environment: Environment,
    folder: ByteString
  ) throws -> RemoteChoice {
    let branch = current.flatMap { $0.dropping(prefix: "refs/heads/") }
    let choice = try RemoteChoice.choose(
      RemoteChoice.Facts(
        option: options.remote,
        configured: try config.string("rbranch.remote"),
        pushDefault: try config.string("remote.pushDefault"),
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
    let fetchURL = transport?.fetchURLs.first
    let areOne = pushURLs.map(\.used) == [fetchURL?.used]
    let other = fetchURL.flatMap { fetched in
      pushURLs.contains {
        !$0.endpoint.leadsToSameRepository(as: fetched.endpoint, from: folder)
      } ? fetched : nil
    }
    return RemoteChoice(
      name: choice.name,
      why: choice.why,
      targets: pushURLs.map { url in
        PushTarget(url: url.used, address: areOne ? choice.name : address(of: url))
      },
      otherFetchURL: other?.used.redactingCredentials
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

  /// Whether the branch has an upstream on a remote, and the remote-tracking ref of it is there.
  func hasUpstream(_ ref: ByteString, _ query: ReferenceQuery) throws -> Bool {
    let branch = ref.dropping(prefix: "refs/heads/")
    func value(_ name: ByteString) -> ByteString? {
      config.last(ConfigKey(section: "branch", subsection: branch, name: name))?.value
    }
    guard let remote = value("remote"), let merge = value("merge"),
      let tracking = trackingRef(of: merge, on: remote)
    else { return false }
    return try query.reference(tracking) != nil
  }
}

extension RemoteChoice {
  /// What to know before a push that goes to another repository than fetches come from.
  func warnings(publishing branch: ByteString) -> [String] {
    guard let otherFetchURL else { return [] }
    let urls = targets.map { "'\($0.shown.text)'" }.joined(separator: ", ")
    return [
      "pushes to '\(name.text)' go to \(urls), but fetches come from '\(otherFetchURL.text)': a "
        + "fetch will not see '\(branch.text)'"
    ]
  }
}
