import ByteKit
import ConfigKit
import RemoteKit
import ToolKit

extension RemoteChoice {
  /// The remote to push to; refused if it cannot take a single branch.
  ///
  /// `folder`: where relative paths to remotes begin.
  static func choose(
    _ options: RBranchOptions,
    current: ByteString?,
    among remotes: Remotes,
    _ config: ConfigStack,
    folder: ByteString
  ) throws -> RemoteChoice {
    let branch = current.flatMap { $0.dropping(prefix: "refs/heads/") }
    let choice = try choose(
      Facts(
        option: options.remote,
        configured: config.string("rbranch.remote"),
        pushDefault: remotes.pushDefault(),
        currentBranchRemote: branch.flatMap { try remotes.remote(of: $0) },
        currentBranch: branch,
        remotes: remotes.reachable()
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
    let urls = try remotes.urls(of: choice.name)
    let pushURLs = urls?.push ?? []
    let fetchURL = urls?.fetch.first
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
  private static func address(of url: RemoteURL) -> ByteString {
    url.rewrite?.name == "pushinsteadof" ? url.used : url.configured
  }

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
