import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// Cases 13 to 15, 23 (symbolic refs) and 30: what keeps a branch whatever the options.
@Suite struct HolderCaseTests {
  /// A merged feature branch whose upstream is gone, and three more like it.
  private static let merged: ByteString = """
    new; feat; git merge -q feat; git push -q
    for b in a b c; do git branch -q $b feat; git push -qu origin $b 2>/dev/null; done
    for b in a b c feat; do git --git-dir=../remote.git branch -qD $b; done
    """

  // MARK: 13: other worktrees

  @Test(
    arguments: [
      "true", "git worktree lock --reason 'on a stick' ../wt", "rm -rf ../wt",
      "git -C ../wt config core.bare false",
    ] as [ByteString]
  )
  func checkedOutElsewhereIsHeldAndTheRestGoes(change: ByteString) throws {
    let lab = try Lab("\(Self.merged); git worktree add -q ../wt feat; \(change)")
    let report = try lab.report("--force")
    #expect(report.status == 0)
    #expect(try report.fate("feat") == "keep/held")
    let place = lab.sandbox.path("wt").text
    #expect(try report["feat"].heldBy == ["checked out in '\(place)'"])
    #expect(try lab.branches() == ["feat", "main"])
    #expect(try lab.git("worktree", "list").lines.count == 2, "no worktree is removed")
  }

  @Test func calledInALinkedWorktree() throws {
    let lab = try Lab(
      "\(Self.merged); git worktree add -q ../wt feat; git switch -q a; cd ../wt",
      in: "wt"
    )
    let report = try lab.report("--force")
    #expect(try report.fate("feat") == "keep/held")
    #expect(try report.fate("a") == "keep/held")
    #expect(try report["a"].heldBy == ["checked out in '\(lab.sandbox.path("w").text)'"])
    #expect(try lab.branches() == ["a", "feat", "main"])
    #expect(try lab.prune("--undo").shellStatus == 0)
    #expect(try lab.branches() == ["a", "b", "c", "feat", "main"])
  }

  // MARK: 14: rebase, apply, bisect, merge

  private static let conflict: ByteString = """
    new; git switch -qc feat; ci base 1; git push -qu origin feat; git switch -q main; ci base 2
    git push -q; gone feat
    """

  @Test(
    arguments: [
      ("git switch -q feat; git rebase main", "being rebased"),
      ("git switch -q feat; git rebase --apply main", "being rebased"),
      ("git worktree add -q ../wt feat; cd ../wt; git rebase main", "being rebased"),
      ("git merge feat", "being merged"),
      (
        "git switch -q feat; git bisect start; git bisect bad; git bisect good main~1; git switch -q --detach main",
        "being bisected"
      ),
    ] as [(ByteString, String)]
  )
  func branchesInTheMiddleOfSomethingAreHeld(operation: ByteString, word: String) throws {
    let lab = try Lab("\(Self.conflict); { \(operation); } >/dev/null 2>&1 || true")
    #expect(try lab.git("rev-parse", "--abbrev-ref", "HEAD") != "feat")
    let report = try lab.report("--force")
    #expect(try report.fate("feat") == "keep/held")
    #expect(try report["feat"].heldBy.contains { $0.hasPrefix(word) })
    #expect(try lab.has("feat"))
  }

  @Test func theRebaseCanGoOn() throws {
    let lab = try Lab(
      "\(Self.conflict); git switch -q feat; git rebase main >/dev/null 2>&1 || true"
    )
    _ = try lab.prune("--force")
    try lab.bash(
      "echo 3 >base; git add base; GIT_EDITOR=true git rebase --continue >/dev/null 2>&1"
    )
    #expect(try lab.git("rev-parse", "--abbrev-ref", "HEAD") == "feat")
  }

  // MARK: 15: the current branch

  @Test func currentBranchIsKept() throws {
    let lab = try Lab("\(Self.merged); git switch -q feat")
    let report = try lab.report("--force")
    #expect(try report.fate("feat") == "keep/held")
    #expect(try lab.git("symbolic-ref", "HEAD") == "refs/heads/feat")
  }

  @Test func switchLeavesTheCurrentBranchWhenClean() throws {
    let lab = try Lab("\(Self.merged); git switch -q feat")
    let dry = try lab.report("-n", "--switch")
    #expect(try dry.fate("feat") == "delete")
    #expect(try lab.git("symbolic-ref", "HEAD") == "refs/heads/feat", "a dry run stays")
    try lab.bash("echo dirty >>base")
    #expect(try lab.report("--switch").fate("feat") == "keep/held")
    try lab.git("checkout", "-q", "base")
    try lab.bash("echo new >untracked")
    #expect(try lab.report("--switch").fate("feat") == "keep/held")
    try lab.bash("rm untracked")
    #expect(try lab.report("--switch").fate("feat") == "deleted")
    #expect(try lab.git("symbolic-ref", "HEAD") == "refs/heads/main")
    #expect(try lab.git("status", "--porcelain").isEmpty)
  }

  @Test func switchStaysWhereTheBaseIsInUseOrNothingIsProven() throws {
    let held = try Lab("\(Self.merged); git switch -q feat; git worktree add -q ../wt main")
    #expect(try held.report("--switch").fate("feat") == "keep/held")
    let unproven = try Lab("new; feat; gone feat; git switch -q feat")
    _ = try unproven.prune("--switch")
    #expect(try unproven.git("symbolic-ref", "HEAD") == "refs/heads/feat")
  }

  @Test func bareRepositoriesKeepHeadsBranch() throws {
    let lab = try Lab(
      """
      \(Self.merged); cd ..; git clone -q --bare w bare.git; cd bare.git
      git config remote.origin.url ../remote.git
      git config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'; git fetch -q
      for b in a feat; do git config branch.$b.remote origin; git config branch.$b.merge refs/heads/$b; done
      git symbolic-ref HEAD refs/heads/feat
      """,
      in: "bare.git"
    )
    let report = try lab.report("--force")
    #expect(try report.fate("feat") == "keep/held")
    #expect(try report.fate("a") == "deleted")
    #expect(try lab.git("rev-parse", "--verify", "HEAD") == lab.id("feat"))
    #expect(try lab.prune("--undo").shellStatus == 0)
    #expect(try lab.has("a"))
  }

  @Test func unbornAndDetachedHeadsHoldNothingElse() throws {
    let unborn = try Lab(
      "\(Self.merged); git symbolic-ref HEAD refs/heads/unborn; git rm -q --cached -r ."
    )
    #expect(try unborn.report().fate("feat") == "deleted")
    let detached = try Lab("\(Self.merged); git switch -q --detach feat")
    #expect(try detached.report().fate("feat") == "deleted")
  }

  // MARK: 23: symbolic refs

  @Test func targetsOfSymbolicRefsAreHeld() throws {
    let lab = try Lab(
      "\(Self.merged); git symbolic-ref refs/heads/alias refs/heads/feat; git symbolic-ref refs/odd/one refs/heads/a"
    )
    let report = try lab.report("--force")
    #expect(try report.fate("feat") == "keep/held")
    #expect(try report.fate("a") == "keep/held")
    #expect(try report.fate("alias") == "keep/not-gone")
    #expect(try report["feat"].heldBy == ["'alias' is a symbolic ref to it"])
    #expect(try lab.git("rev-parse", "alias") == lab.id("feat"))
  }

  @Test func chainsOfSymbolicRefsAreHeldLinkByLink() throws {
    let lab = try Lab(
      """
      \(Self.merged); git symbolic-ref refs/heads/one refs/heads/feat
      git symbolic-ref refs/heads/two refs/heads/one
      git config branch.one.remote origin; git config branch.one.merge refs/heads/one
      """
    )
    let report = try lab.report("--force")
    #expect(try report.fate("one") == "keep/held")
    #expect(try report.fate("feat") == "keep/held")
  }

  // MARK: 30: rebase --update-refs

  @Test func stackedBranchesOfAStoppedRebaseAreHeld() throws {
    let lab = try Lab(
      """
      new; git switch -qc s1; ci a 1; git switch -qc s2; ci base 1; git push -q origin s1 s2
      git branch -q -u origin/s1 s1; git branch -q -u origin/s2 s2
      git switch -q main; ci base 2; git push -q
      git --git-dir=../remote.git branch -qD s1 s2; git fetch -qp; git switch -q s2
      git rebase --update-refs main >/dev/null 2>&1 || true
      """
    )
    #expect(try lab.git("for-each-ref", "--format=%(worktreepath)", "refs/heads/s1").isEmpty)
    let report = try lab.report("--force")
    #expect(try report.fate("s1") == "keep/held")
    #expect(try report.fate("s2") == "keep/held")
    #expect(try report["s1"].heldBy.count == 1)
  }

  @Test(arguments: ["checkout", "rebase", "bisect"])
  func whatIsHeldIsSaidOnce(operation: String) throws {
    let recipes: [String: ByteString] = [
      "checkout": "git switch -q feat",
      "rebase": "git switch -q feat; git rebase main >/dev/null 2>&1 || true",
      "bisect": "git switch -q feat; git bisect start >/dev/null 2>&1",
    ]
    let lab = try Lab("\(Self.conflict); \(recipes[operation] ?? "")")
    let text = try lab.prune()
    #expect(text.output.contains("feat"))
    #expect(text.output.contains("'\(lab.sandbox.path("w"))'"))
  }
}
