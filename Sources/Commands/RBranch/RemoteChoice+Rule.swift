import ByteKit
import ConfigKit
import ToolKit

extension RemoteChoice {
  /// What the choice depends on.
  struct Facts {
    /// `--remote`, as typed.
    var option: ByteString?
    /// `rbranch.remote`.
    var configured: ByteString?
    /// `remote.pushDefault`.
    var pushDefault: ByteString?
    /// `branch.<current>.remote`.
    var currentBranchRemote: ByteString?
    /// The current branch, for the reason.
    var currentBranch: ByteString?
    /// The remotes that have a URL, in configuration order.
    var remotes: [ByteString]
  }

  /// The first rule that applies, as name and reason.
  ///
  /// `branch.<current>.pushRemote` is left out on purpose: it speaks of that branch only, and on a
  /// checked-out contribution it is the contributor's fork.
  static func choose(_ facts: Facts) throws(ToolError) -> (name: ByteString, why: String) {
    let stated: [(name: ByteString?, why: String)] = [
      (facts.option, "--remote"),
      (facts.configured, "rbranch.remote"),
      (facts.pushDefault, "remote.pushDefault"),
    ]
    for case (.some(let name), let why) in stated {
      guard facts.remotes.contains(name) else { throw unusable(name, why: why, facts.remotes) }
      return (name, why)
    }
    if facts.remotes.count == 1 { return (facts.remotes[0], "the only remote") }
    if let name = facts.currentBranchRemote, facts.remotes.contains(name),
      let branch = facts.currentBranch
    {
      return (name, "branch.\(branch.text).remote")
    }
    if facts.remotes.contains("origin") { return ("origin", "the default name") }
    if facts.remotes.isEmpty {
      throw ToolError(
        "no remote is configured here",
        hints: ["add one with 'git remote add origin <url>'"]
      )
    }
    throw ToolError(
      "cannot tell which remote to push to: \(list(facts.remotes))",
      hints: ["name one with --remote, or once and for all: git config rbranch.remote <name>"]
    )
  }

  private static func unusable(
    _ name: ByteString,
    why: String,
    _ remotes: [ByteString]
  )
    -> ToolError
  {
    if isURL(name) {
      return ToolError(
        "a remote is needed, not a URL: '\(name.redactingCredentials.text)' (\(why))",
        hints: [
          "give it a name first: git remote add <name> \(name.redactingCredentials.shellQuoted.text)"
        ]
      )
    }
    return ToolError(
      "no remote '\(name.text)' is configured (\(why))",
      hints: [
        remotes.isEmpty
          ? "add one with 'git remote add \(name.shellQuoted.text) <url>'"
          : "the remotes are: \(list(remotes))"
      ]
    )
  }

  /// A URL, an scp-style address or a path: what git would take where a remote's name may stand.
  private static func isURL(_ name: ByteString) -> Bool {
    name.contains("://") || name.contains(":") || name.contains("/") || name == "." || name == ".."
  }

  private static func list(_ remotes: [ByteString]) -> String {
    remotes.map { "'\($0.text)'" }.joined(separator: ", ")
  }
}
