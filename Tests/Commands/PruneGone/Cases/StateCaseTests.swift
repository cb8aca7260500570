import ByteKit
import ProcessKit
import TestSupport
import Testing

/// Cases 1 to 8 of the specification: what counts as gone, and what a remote must tell first.
@Suite struct StateCaseTests {
  // MARK: 1: gone, unmerged

  @Test func pushedAndUnmergedIsKeptWithItsEvidence() throws {
    let lab = try Lab("new; feat")
    let tip = try lab.id("feat")
    try lab.git("--git-dir=../remote.git", "branch", "-qD", "feat")
    let report = try lab.report()
    #expect(report.status == 0)
    #expect(try report.fate("feat") == "keep/unproven")
    let branch = try report["feat"]
    #expect(branch.state == "gone")
    #expect(branch.verdict == "unmerged")
    #expect(branch.evidence == "pushed")
    #expect(branch.ahead == 1)
    #expect(branch.proof == nil)
    #expect(branch.oid == tip.text)
    #expect(branch.upstream == "refs/remotes/origin/feat")
    #expect(try lab.git("for-each-ref", "refs/remotes/origin/feat").isEmpty, "it was pruned")
  }

  @Test func evidenceOutlivesAPruneBySomebodyElse() throws {
    let lab = try Lab("new; feat")
    #expect(try lab.report().fate("feat") == "keep/not-gone")
    // fetch.prune removes the tracking ref between two runs.
    try lab.bash("gone feat")
    #expect(try lab.report()["feat"].evidence == "pushed")
    try lab.bash("git switch -q feat; ci f 2; git switch -q main")
    #expect(try lab.report()["feat"].evidence == "unpushed")
    #expect(try lab.report()["feat"].ahead == 2)
  }

  @Test func evidenceBelongsToTheServerNotToTheName() throws {
    let lab = try Lab("new; feat")
    _ = try lab.report()
    try lab.bash(
      """
      gone feat
      git init -q --bare ../second.git; git push -q ../second.git main
      git --git-dir=../second.git symbolic-ref HEAD refs/heads/main
      git remote set-url origin ../second.git
      """
    )
    #expect(try lab.report()["feat"].evidence == "unpushed")
  }

  @Test func pushedOptionDeletesOnlyWhatWasPushed() throws {
    let lab = try Lab(
      "new; feat; git switch -qc more feat; git push -qu origin more; ci g 1; git switch -q main"
    )
    _ = try lab.report()
    try lab.bash("gone feat; gone more")
    let report = try lab.report("--pushed")
    #expect(try report.fate("feat") == "deleted")
    #expect(try report.fate("more") == "keep/unproven")
    let forced = try lab.report("--force")
    #expect(try forced.fate("more") == "deleted")
  }

  // MARK: 2: an upstream that never was

  @Test func upstreamThatWasNeverPushedIsNoProof() throws {
    let lab = try Lab(
      """
      new; git switch -qc np; ci n 1; git switch -q main
      git config branch.np.remote origin; git config branch.np.merge refs/heads/np
      git branch same main; git config branch.same.remote origin
      git config branch.same.merge refs/heads/same
      """
    )
    let report = try lab.report("--pushed")
    #expect(try report["np"].state == "gone")
    #expect(try report.fate("np") == "keep/unproven")
    #expect(try report["np"].evidence == "unpushed")
    // Its tip is provably in the base.
    #expect(try report.fate("same") == "deleted")
  }

  @Test func inheritedUpstreamIsGoneAtBirth() throws {
    let lab = try Lab(
      "new; feat; gone feat; git switch -qc new1 --track=inherit feat; ci own 1; git switch -q main"
    )
    let report = try lab.report("--pushed")
    #expect(try report["new1"].state == "gone")
    #expect(try report.fate("new1") == "keep/unproven")
    #expect(try report["new1"].ahead == 2)
  }

  // MARK: 3: local upstreams

  @Test func localUpstreamIsNoRemoteDeletion() throws {
    let lab = try Lab("new; git branch b1; git branch -q --track t b1; git branch -qD b1")
    let report = try lab.report("--force")
    #expect(try report["t"].state == "local-upstream")
    #expect(try report.fate("t") == "keep/not-gone")
    let text = try lab.prune()
    #expect(text.output.contains("t  its upstream is the local branch 'b1', which is not there"))
  }

  @Test func upstreamOfASurvivingBranchIsHeld() throws {
    let lab = try Lab(
      "new; feat; git merge -q feat; git push -q; git branch -q --track child feat; gone feat"
    )
    let report = try lab.report("--force")
    #expect(try report.fate("feat") == "keep/held")
    #expect(try report["feat"].heldBy == ["upstream of 'child'"])
    try lab.git("branch", "-qD", "child")
    #expect(try lab.report().fate("feat") == "deleted")
  }

  // MARK: 4: narrowed refspecs

  @Test func narrowedRefspecIsUnmappedNotGone() throws {
    let lab = try Lab(
      "new; feat; git merge -q feat; git push -q; git remote set-branches origin main"
    )
    let report = try lab.report("--force")
    #expect(try report["feat"].state == "unmapped")
    #expect(try report.fate("feat") == "keep/not-gone")
    #expect(try lab.prune().output.contains("no fetch refspec of 'origin' fetches its upstream"))
  }

  // MARK: 5: remotes that are not there

  @Test(
    arguments: [
      "git config --remove-section remote.origin",
      "git config --rename-section remote.origin remote.other",
    ] as [ByteString]
  )
  func missingRemoteIsNeverGone(change: ByteString) throws {
    let lab = try Lab("new; feat; git merge -q feat; git push -q; \(change)")
    let report = try lab.report("--force", "--base", "main")
    #expect(try report["feat"].state == "remote-missing")
    #expect(try report.fate("feat") == "keep/not-gone")
    let text = try lab.prune("--base", "main")
    #expect(text.output.contains("feat  its remote 'origin' is not configured"))
  }

  @Test func removedAndRenamedRemotesAreFollowed() throws {
    let removed = try Lab("new; feat; git remote remove origin")
    #expect(try removed.report("--force", "--base", "main")["feat"].state == "none")
    let renamed = try Lab("new; feat; git merge -q feat; git push -q; git remote rename origin up")
    #expect(try renamed.report()["feat"].state == "live")
    try renamed.bash("gone feat")
    #expect(try renamed.report().fate("feat") == "deleted")
  }

  // MARK: 6: remotes that do not answer

  @Test func unreachableRemoteExcludesItsBranches() throws {
    let lab = try Lab(
      """
      new; feat; git merge -q feat; git push -q
      git init -q --bare ../good.git; git remote add good ../good.git
      git push -q good main; git --git-dir=../good.git symbolic-ref HEAD refs/heads/main
      git branch -q ok feat; git push -qu good ok; git --git-dir=../good.git branch -qD ok
      git --git-dir=../remote.git branch -qD feat; git remote set-url origin /nonexistent
      """
    )
    let report = try lab.report()
    #expect(report.status == 2)
    #expect(try report.fate("feat") == "keep/remote-unchecked")
    #expect(try report.fate("ok") == "deleted")
    #expect(report.fetch.map(\.remote) == ["good", "origin"])
    #expect(report.fetch.map(\.ok) == [true, false])
    #expect(try lab.has("feat"))
    let forced = try lab.report("--force")
    #expect(forced.status == 2)
    #expect(try forced.fate("feat") == "keep/remote-unchecked")
  }

  @Test func couldNotLookDiffersFromNothingToDo() throws {
    let lab = try Lab("new; feat; git remote set-url origin /nonexistent")
    let dry = try lab.prune("-n")
    #expect(dry.shellStatus == 2)
    #expect(!dry.output.contains("nothing to do"))
    #expect(dry.errorOutput.contains("warning: remote 'origin' could not be checked"))
    let good = try Lab("new; feat")
    let nothing = try good.prune()
    #expect(nothing.shellStatus == 0)
    #expect(nothing.output == "nothing to do: no local branch has an upstream that is gone\n")
  }

  @Test func remotesAreFetchedByName() throws {
    // On a branch of the fork, plain `git fetch -p` would fetch only the fork.
    let lab = try Lab(
      """
      new; feat; git merge -q feat; git push -q
      git init -q --bare ../fork.git; git remote add fork ../fork.git
      git switch -qc mine; git push -qu fork mine
      git --git-dir=../fork.git symbolic-ref HEAD refs/heads/mine
      git --git-dir=../remote.git branch -qD feat
      """
    )
    let report = try lab.report()
    #expect(try report.fate("feat") == "deleted")
    #expect(try report.fate("mine") == "keep/not-gone")
    #expect(report.fetch.map(\.remote) == ["fork", "origin"])
  }

  @Test func onlyTheNamedRemoteIsAsked() throws {
    let lab = try Lab(
      """
      new; feat; git merge -q feat; git push -q; git init -q --bare ../fork.git
      git remote add fork ../fork.git; git branch -q other; git push -qu fork other
      git --git-dir=../fork.git symbolic-ref HEAD refs/heads/other
      git --git-dir=../remote.git branch -qD feat
      """
    )
    let report = try lab.report("--remote", "fork")
    #expect(report.fetch.map(\.remote) == ["fork"])
    #expect(try report.fate("feat") == "keep/not-gone")
    try lab.git("fetch", "-qp", "origin")
    #expect(try lab.report("--remote", "fork").fate("feat") == "keep/filtered")
    #expect(try lab.report("--remote=origin").fate("feat") == "deleted")
  }

  // MARK: 7: an emptied remote

  @Test(arguments: ["", "-n", "--force", "--base=main", "--pushed"] as [ByteString])
  func emptiedRemoteStopsEverything(option: ByteString) throws {
    let lab = try Lab(
      "new; feat; git merge -q feat; git push -q; rm -rf ../remote.git; git init -q --bare ../remote.git"
    )
    let before = try lab.state()
    let report = try option.isEmpty ? lab.report() : lab.report(option)
    #expect(report.status == 3)
    #expect(try report.fate("feat") == "keep/breaker")
    #expect(try lab.state() == before)
    #expect(
      try lab.git("for-each-ref", "--format=%(refname)", "refs/remotes/origin/feat") != "",
      "nothing was pruned either"
    )
  }

  @Test func emptiedRemoteIsSeenAfterSomebodyElsePruned() throws {
    let lab = try Lab(
      "new; feat; git merge -q feat; git push -q; rm -rf ../remote.git; git init -q --bare ../remote.git; git fetch -qp"
    )
    #expect(try lab.report().status == 3)
    #expect(try lab.report("--no-fetch", "--force").status == 3)
    #expect(try lab.has("feat"))
    // Also where the default branch is known only from the last run.
    let ci = try Lab("new; feat; git merge -q feat; git push -q; git remote set-head origin -d")
    #expect(try ci.report().status == 0)
    try ci.bash("rm -rf ../remote.git; git init -q --bare ../remote.git; git fetch -qp")
    #expect(try ci.report("--base", "main").status == 3)
    #expect(try ci.has("feat"))
    // And where nothing at all is known of before.
    let fresh = try Lab(
      "new; feat; git remote set-head origin -d; rm -rf ../remote.git; git init -q --bare ../remote.git; git fetch -qp"
    )
    #expect(try fresh.report("--force", "--base", "main").status == 3)
    #expect(try fresh.has("feat"))
  }

  @Test func aCloneOfAnEmptyRemoteHasNothingToStop() throws {
    let lab = try Lab("git init -q --bare remote.git; git clone -q remote.git w; cd w; ci base 0")
    #expect(try lab.prune().shellStatus == 0)
  }

  @Test func remoteWithoutHeadStopsEverything() throws {
    let lab = try Lab(
      """
      new; feat; git merge -q feat; git push -q
      git --git-dir=../remote.git branch -qD feat
      git --git-dir=../remote.git symbolic-ref HEAD refs/heads/nowhere
      """
    )
    let report = try lab.report()
    #expect(report.status == 3)
    #expect(try report.fate("feat") == "keep/breaker")
    #expect(report.errors.contains("now advertises no HEAD"))
  }

  @Test func oneStoppedRemoteStopsTheOthersToo() throws {
    let lab = try Lab(
      """
      new; feat; git merge -q feat; git push -q
      git init -q --bare ../fork.git; git remote add fork ../fork.git
      git branch -q other; git push -q fork main; git push -qu fork other
      git --git-dir=../fork.git symbolic-ref HEAD refs/heads/main; git remote set-head fork main
      git --git-dir=../remote.git branch -qD feat
      rm -rf ../fork.git; git init -q --bare ../fork.git
      """
    )
    let report = try lab.report()
    #expect(report.status == 3)
    #expect(try report.fate("feat") == "keep/breaker")
    #expect(try lab.has("feat"))
  }

  // MARK: 8: a renamed default branch

  @Test(arguments: [false, true])
  func renamedDefaultBranchProtectsTheOldName(isPruned: Bool) throws {
    let lab = try Lab(
      """
      git config --global init.defaultBranch master
      git init -q --bare remote.git; git clone -q remote.git w 2>/dev/null; cd w
      git switch -qc old; ci base 0; git push -qu origin old
      git --git-dir=../remote.git symbolic-ref HEAD refs/heads/old; git remote set-head origin -a
      git switch -qc feat; ci f 1; git push -qu origin feat; git switch -q old; git merge -q feat
      git push -q; git switch -q --detach
      git --git-dir=../remote.git branch -m old newer
      git --git-dir=../remote.git symbolic-ref HEAD refs/heads/newer
      git --git-dir=../remote.git branch -qD feat
      \(isPruned ? "git fetch -qp" : "true")
      """
    )
    let report = try lab.report("--force")
    #expect(report.status == 0)
    #expect(try report.fate("old") == "keep/protected")
    #expect(report.bases == ["refs/remotes/origin/newer"])
    #expect(try report.fate("feat") == "deleted")
    #expect(try report["feat"].proof?.base == "refs/remotes/origin/newer")
  }

  @Test func danglingHeadIsNeverTrusted() throws {
    let lab = try Lab(
      """
      new; feat; git merge -q feat; git push -q
      git --git-dir=../remote.git branch -m main trunk
      git --git-dir=../remote.git symbolic-ref HEAD refs/heads/trunk; gone feat
      """
    )
    // Not asked, there is no base: never "fall back to main".
    let report = try lab.report("--no-fetch")
    #expect(report.bases.isEmpty)
    #expect(try report.fate("feat") == "keep/unknown")
    #expect(report.errors.contains("git remote set-head origin --auto"))
    #expect(try lab.report().fate("feat") == "deleted")
  }
}
