import ByteKit
import ConfigKit
import Toolbox

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
  func choose(_ options: RBranchOptions, current: ByteString?) throws -> RemoteChoice {
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
            + "remote.\(choice.name.text).mirror"
        ]
      )
    }
    return RemoteChoice(name: choice.name, why: choice.why, url: pushURL(of: choice.name))
  }

  /// Where a push to `remote` goes, without password.
  private func pushURL(of remote: ByteString) -> ByteString {
    let urls = ["pushurl", "url"].lazy.map { key in
      config.all(ConfigKey(section: "remote", subsection: remote, name: key)).compactMap(\.value)
    }
    return (urls.first { !$0.isEmpty }?.first ?? "").redactingCredentials
  }

  /// What the fetch refspecs of `remote` make of the server's `ref`; nil if they leave it out.
  func trackingRef(of ref: ByteString, on remote: ByteString) -> ByteString? {
    config.all(ConfigKey(section: "remote", subsection: remote, name: "fetch"))
      .compactMap { $0.value.flatMap(Refspec.init(fetch:)) }
      .trackingRef(of: ref)
  }
}
