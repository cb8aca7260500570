import ByteKit
import ConfigKit
import ProcessKit
import ToolKit

/// What to type where a branch and the one of its name on the server are at different commits.
struct UpdateHint {
  let plan: Plan
  let context: Context
  /// Whether commits of the server may be fetched to see how the two stand; no ref is changed.
  let fetches: Bool

  /// `git push` where it only moves the server's branch forward, else `git pull`.
  ///
  /// `oid`: where the server has the branch; its commit need not be here.
  func command(from oid: ByteString) -> String {
    let remote = plan.remote.name.shellQuoted.text
    let branch = plan.branch.shellQuoted.text
    let isKnown = fetches ? bring(oid) : isHere(oid)
    if isAncestor(oid, of: plan.oid) { return "git push \(remote) \(unmistakable(branch))" }
    // Git refuses to choose between merge and rebase where nobody has chosen.
    let isDecided = !isKnown || isAncestor(plan.oid, of: oid) || hasPullStrategy
    let pull = "git pull \(isDecided ? "" : "--rebase ")\(remote) \(branch)"
    return plan.isCurrent ? pull : "git switch \(branch) && \(pull)"
  }

  private func isHere(_ oid: ByteString) -> Bool {
    (try? context.git.run(["cat-file", "-e", "\(oid)^{commit}"]))?.succeeded == true
  }

  private func bring(_ oid: ByteString) -> Bool {
    if isHere(oid) { return true }
    let fetch = try? context.networkGit([
      "fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head",
      "--refmap=", "--", plan.remote.name, plan.ref,
    ])
    return (try? fetch?.run()) != nil && isHere(oid)
  }

  private func isAncestor(_ first: ByteString, of second: ByteString) -> Bool {
    let result = try? context.git.run(["merge-base", "--is-ancestor", first, second])
    return result?.succeeded == true
  }

  /// `git push <remote> v1` is refused where a tag has the name too.
  private func unmistakable(_ branch: String) -> String {
    let tag = try? ReferenceQuery(git: context.git).reference("refs/tags/\(plan.branch)")
    return tag == nil ? branch : "heads/\(branch)"
  }

  /// What `git pull` would go by (git-config(1), `pull.rebase`, `pull.ff`, `branch.<name>.rebase`).
  private var hasPullStrategy: Bool {
    guard let config = try? context.config() else { return false }
    let own = ConfigKey(section: "branch", subsection: plan.branch, name: "rebase")
    return config.last("pull.rebase") != nil || config.last("pull.ff") != nil
      || config.last(own) != nil
  }
}
