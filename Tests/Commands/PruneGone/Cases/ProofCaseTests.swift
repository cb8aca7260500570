import ByteKit
import ProcessKit
import TestSupport
import Testing

/// Cases 9 to 12, 16 to 19, 28 and 29: what proves that work is not lost, and what does not.
@Suite struct ProofCaseTests {
  // MARK: 9: squash merges

  private static let squash: ByteString = """
    new; git switch -qc feat; ci f 1; ci g 1; git push -qu origin feat; git switch -q main
    git merge -q --squash feat; git commit -qm sq; git push -q; gone feat
    """

  @Test func squashMergeIsProven() throws {
    let lab = try Lab(Self.squash)
    #expect(try lab.git("branch", "--merged", "main") == "* main")
    let squashed = try lab.id("main")
    let report = try lab.report()
    #expect(try report.fate("feat") == "deleted")
    #expect(try report["feat"].verdict == "merged")
    #expect(try report["feat"].proof?.kind == "squashed")
    #expect(try report["feat"].proof?.base == "refs/remotes/origin/main")
    #expect(try report["feat"].proof?.commit == squashed.text)
    #expect(try report["feat"].explanation.contains("origin/main") == true)
  }

  @Test func squashMergeIsProvenAfterTheBaseMovedOn() throws {
    let lab = try Lab("\(Self.squash); ci f 2; ci g 3; git push -q")
    #expect(try lab.report()["feat"].proof?.kind == "squashed")
  }

  @Test func squashOfOneCommitIsProven() throws {
    let lab = try Lab(
      """
      new; feat; git merge -q --squash feat; git commit -qm sq; ci other 1; git push -q; gone feat
      """
    )
    #expect(try lab.report().fate("feat") == "deleted")
  }

  @Test func squashMergeWithAnExtraLocalCommitIsKept() throws {
    let lab = try Lab("\(Self.squash); git switch -q feat; ci h 1; git switch -q main")
    let report = try lab.report()
    #expect(try report.fate("feat") == "keep/unproven")
    #expect(try report["feat"].evidence == "unpushed")
  }

  @Test func everyBaseIsTried() throws {
    let lab = try Lab(
      """
      new; git switch -qc develop; ci d 1; git push -qu origin develop; git switch -q main
      feat; git switch -q develop; git merge -q --squash feat; git commit -qm sq; git push -q
      git switch -q main; gone feat
      """
    )
    #expect(try lab.report("-n").fate("feat") == "keep/unproven")
    let report = try lab.report("--base", "main", "--base", "develop")
    #expect(try report.fate("feat") == "deleted")
    #expect(try report["feat"].proof?.base == "refs/heads/develop")
    #expect(report.bases == ["refs/heads/main", "refs/heads/develop"])
  }

  @Test func configuredBasesCountToo() throws {
    let lab = try Lab(
      """
      new; git switch -qc rel; git push -qu origin rel; git switch -q main; feat
      git switch -q rel; git merge -q feat; git push -q; git switch -q main; gone feat
      git config --add prune-gone.base main; git config --add prune-gone.base origin/rel
      git config --add prune-gone.base nowhere
      """
    )
    let report = try lab.report("-n")
    #expect(try report.fate("feat") == "delete")
    #expect(report.errors.contains("'nowhere'"))
    // Bases are protected, and so are local branches that track them.
    #expect(try report.fate("rel") == "keep/not-gone")
    try lab.bash("gone rel")
    #expect(try lab.report("--force", "--base=rel").fate("rel") == "keep/protected")
    #expect(try lab.prune("--base", "nowhere").shellStatus == 128)
  }

  // MARK: 10: rebase merges

  @Test func rebaseMergeIsProven() throws {
    let lab = try Lab(
      """
      new; git switch -qc feat; ci f 1; ci g 1; git push -qu origin feat; git switch -q main
      ci other 1; git cherry-pick feat~1 feat >/dev/null; ci f 9; git push -q; gone feat
      """
    )
    let report = try lab.report()
    #expect(try report.fate("feat") == "deleted")
    #expect(try report["feat"].proof?.kind == "rebased")
  }

  @Test func partOfARebaseIsNoProof() throws {
    let lab = try Lab(
      """
      new; git switch -qc feat; ci f 1; ci g 1; git push -qu origin feat; git switch -q main
      ci other 1; git cherry-pick feat~1 >/dev/null; git push -q; gone feat
      """
    )
    #expect(try lab.report().fate("feat") == "keep/unproven")
  }

  // MARK: 11: work in a merge commit

  @Test func workOnlyInAMergeCommitIsKept() throws {
    let lab = try Lab(
      """
      new; feat; git merge -q --no-ff -m m feat; ci z 1; git push -q; git switch -q feat
      git merge -q --no-ff --no-commit main; echo x >only; git add only; git commit -qm merge
      git switch -q main; gone feat
      """
    )
    // What fools tools: there is nothing to compare.
    #expect(try lab.git("cherry", "main", "feat").isEmpty)
    let report = try lab.report()
    #expect(try report.fate("feat") == "keep/unproven")
    // Once the base has the file the trees tell.
    try lab.bash("echo x >only; git add only; git commit -qm only; git push -q")
    #expect(try lab.report().fate("feat") == "deleted")
  }

  // MARK: 12: work and revert

  @Test(arguments: ["git commit -q --allow-empty -m ci", "ci x 1", "true"] as [ByteString])
  func workAndRevertIsParkedWork(base: ByteString) throws {
    let lab = try Lab(
      """
      new; git switch -qc feat; ci f precious; git revert --no-edit HEAD >/dev/null
      git push -qu origin feat; git switch -q main; \(base); git push -q; gone feat
      """
    )
    let report = try lab.report()
    #expect(try report.fate("feat") == "keep/net-empty")
    #expect(try report["feat"].verdict == "unmerged")
    #expect(try lab.report("--force").fate("feat") == "deleted")
  }

  @Test func emptyCommitsAreNetEmptyToo() throws {
    let lab = try Lab(
      """
      new; git switch -qc feat; git commit -q --allow-empty -m note; git push -qu origin feat
      git switch -q main; git commit -q --allow-empty -m ci; git push -q; gone feat
      """
    )
    #expect(try lab.report().fate("feat") == "keep/net-empty")
  }

  // MARK: 16: a detached HEAD is no base

  @Test(arguments: ["git switch -q --detach feat", "git switch -qc other feat"] as [ByteString])
  func headIsNoBase(place: ByteString) throws {
    let lab = try Lab("new; feat; gone feat; \(place)")
    let report = try lab.report()
    #expect(try report.fate("feat") == "keep/unproven")
    #expect(report.bases == ["refs/remotes/origin/main", "refs/heads/main"])
  }

  // MARK: 17: triangular work

  @Test func onlyTheUpstreamCounts() throws {
    let lab = try Lab(
      """
      new; git init -q --bare ../fork.git; git remote add fork ../fork.git
      git config remote.pushDefault fork; git switch -qc topic --track origin/main; ci f 1
      git push -q fork topic; git --git-dir=../fork.git branch -qD topic; git fetch -qp fork
      git switch -q main
      """
    )
    let report = try lab.report("--force")
    #expect(try report["topic"].state == "live")
    #expect(try lab.has("topic"))
  }

  @Test func aliveElsewhereIsAProof() throws {
    let lab = try Lab(
      """
      new; git init -q --bare ../fork.git; git remote add fork ../fork.git
      feat; git push -q fork feat; gone feat
      """
    )
    let report = try lab.report()
    #expect(try report.fate("feat") == "deleted")
    #expect(try report["feat"].proof?.kind == "elsewhere")
    #expect(try report["feat"].proof?.base == "refs/remotes/fork/feat")
  }

  /// No branch tracks the fork, so only a question of its own can tell whether its refs are true.
  @Test(
    arguments: [
      ("git --git-dir=../fork.git branch -qD feat", 0),
      ("git --git-dir=../fork.git branch -qf feat main", 0),
      ("git remote set-url fork /nonexistent", 2),
      ("git config --remove-section remote.fork", 0),
    ] as [(ByteString, Int32)]
  )
  func aProofIsAskedOfTheRemoteThatItRestsOn(change: ByteString, status: Int32) throws {
    let setUp: ByteString = """
      new; git init -q --bare ../fork.git; git remote add fork ../fork.git
      git push -q ../fork.git main; feat; git push -q fork feat; gone feat; \(change)
      """
    for option in ["--fetch", "--dry-run"] as [ByteString] {
      let lab = try Lab(setUp)
      let report = try lab.report(option)
      #expect(report.status == status)
      #expect(try report.fate("feat") == "keep/unproven")
    }
  }

  @Test func theBaseOfAnUnreachableRemoteIsUnknown() throws {
    let lab = try Lab(
      """
      new; git init -q --bare ../fork.git; git remote add fork ../fork.git
      git switch -qc here; ci h 1; git push -qu fork here; git switch -q main; git merge -q here
      git push -q; git reset -q --hard HEAD~1; git push -q ../fork.git main; git --git-dir=../fork.git branch -qD here
      git switch -qc there; ci t 1; git push -qu origin there; git switch -q main
      git remote set-url origin /nonexistent
      """
    )
    let report = try lab.report()
    #expect(report.status == 2)
    #expect(try report.fate("here") == "keep/unknown")
  }

  @Test(
    arguments: [
      "git tag v1 feat", "git tag -am v1 v1 feat", "git tag -a -m t t feat; git tag -a -m v1 v1 t",
    ]
      as [ByteString]
  )
  func aTagIsAProof(tag: ByteString) throws {
    let lab = try Lab("new; feat; \(tag); gone feat")
    let report = try lab.report()
    #expect(try report.fate("feat") == "deleted")
    #expect(try report["feat"].proof?.kind == "elsewhere")
  }

  @Test func refsOfARemoteThatCannotBeAskedProveNothing() throws {
    let lab = try Lab(
      """
      new; git init -q --bare ../fork.git; git remote add fork ../fork.git; feat
      git push -q fork feat; git branch -q onfork main; git push -qu fork onfork
      gone feat; git remote set-url fork /nonexistent
      """
    )
    let report = try lab.report()
    #expect(report.status == 2)
    #expect(try report.fate("feat") == "keep/unproven")
  }

  @Test func theTrackingRefThatIsAboutToGoProvesNothing() throws {
    let lab = try Lab("new; feat; git --git-dir=../remote.git branch -qD feat")
    let report = try lab.report("-n")
    #expect(try report["feat"].state == "gone")
    #expect(try report.fate("feat") == "keep/unproven")
    #expect(try report["feat"].evidence == "pushed")
    #expect(try lab.git("rev-parse", "origin/feat") == lab.id("feat"), "a dry run prunes nothing")
  }

  // MARK: 18: shallow clones

  @Test func shallowHistoryIsUnknown() throws {
    let lab = try Lab(
      """
      new; feat; ci m 1; git merge -q --no-ff -m merge feat; ci z 1; git push -q
      cd ..; git clone -q --depth 1 --no-single-branch "file://$PWD/remote.git" s
      cd s; git branch -q feat origin/feat; git --git-dir=../remote.git branch -qD feat
      """,
      in: "s"
    )
    for options: [ByteString] in [[], ["--pushed"], ["--force"]] {
      let result = try Report(
        lab.sandbox.run("git", ["prune-gone", "--json"] + options)
      )
      #expect(try result.fate("feat") == "keep/unknown", "\(options)")
      #expect(try result["feat"].verdict == "unknown")
      #expect(result.errors.contains("git fetch --unshallow"))
    }
    try lab.git("fetch", "-q", "--unshallow")
    #expect(try lab.report().fate("feat") == "deleted")
  }

  // MARK: 19: partial clones

  private static let partial: ByteString = """
    new; feat; ci f 5; ci f 6; git push -q; git switch -q feat; ci f 2; git push -q; git switch -q main
    cd ..; git --git-dir=remote.git config uploadpack.allowFilter true
    git --git-dir=remote.git config uploadpack.allowAnySHA1InWant true
    git clone -q --filter=blob:none "file://$PWD/remote.git" p; cd p; git branch -q feat origin/feat
    git --git-dir=../remote.git branch -qD feat
    """

  @Test func missingObjectsAreUnknownAndNeverFetched() throws {
    let lab = try Lab(
      "\(Self.partial); git fetch -qp; git remote set-url origin /nonexistent",
      in: "p"
    )
    let missing = "git rev-list --objects --all --missing=print | grep -c '^?'" as ByteString
    let before = try lab.bash(missing)
    let report = try lab.report("--no-fetch", "--force")
    #expect(try report.fate("feat") == "keep/unknown")
    #expect(try lab.bash(missing) == before, "nothing was fetched")
  }

  @Test func ancestryNeedsNoBlobs() throws {
    let lab = try Lab(
      """
      \(Self.partial); git --git-dir=../remote.git branch -q -f main origin/feat 2>/dev/null || true
      git --git-dir=../remote.git update-ref refs/heads/main "$(git rev-parse feat)"
      git fetch -qp; git remote set-url origin /nonexistent
      """,
      in: "p"
    )
    let report = try lab.report("--no-fetch")
    #expect(try report.fate("feat") == "deleted")
    #expect(try report["feat"].proof?.kind == "ancestor")
  }

  // MARK: 28: binary files

  @Test func twoEditsOfOneBinaryDiffer() throws {
    let lab = try Lab(
      #"""
      new; printf 'a\0b' >bin; git add bin; git commit -qm bin; git push -q
      git switch -qc feat; printf 'a\0c' >bin; git commit -qam one; git push -qu origin feat
      git switch -q main; printf 'a\0d' >bin; git commit -qam two; git push -q; gone feat
      """#
    )
    #expect(try lab.report().fate("feat") == "keep/unproven")
  }

  @Test func theSameEditOfABinaryIsProven() throws {
    let lab = try Lab(
      #"""
      new; printf 'a\0b' >bin; git add bin; git commit -qm bin; git push -q
      git switch -qc feat; printf 'a\0c' >bin; git commit -qam one; git push -qu origin feat
      git switch -q main; ci other 1; git cherry-pick feat >/dev/null; printf 'x\0y' >bin
      git commit -qam later; git push -q; gone feat
      """#
    )
    #expect(try lab.report().fate("feat") == "deleted")
  }

  // MARK: 29: white space

  @Test(
    arguments: [
      (#"if x:\n    pass\n    y()\n"#, #"if x:\n    pass\n y()\n"#),
      (#"one\r\ntwo\r\n"#, #"one\ntwo\n"#),
      (#"a\n"#, #"a"#),
      (#"a\tb\n"#, #"a b\n"#),
    ] as [(ByteString, ByteString)]
  )
  func whiteSpaceIsWork(feature: ByteString, base: ByteString) throws {
    let lab = try Lab(
      """
      new; printf 'if x:\\n    pass\\n' >f.py; git add f.py; git commit -qm py; git push -q
      git switch -qc feat; printf '\(feature)' >f.py; git commit -qam one; git push -qu origin feat
      git switch -q main; printf '\(base)' >f.py; git commit -qam two; git push -q; gone feat
      """
    )
    let report = try lab.report()
    #expect(try report.fate("feat") == "keep/unproven")
  }

  // MARK: what needs a fetch

  @Test func dryRunDoesNotJudgeByAnOldBase() throws {
    let lab = try Lab(
      """
      new; feat; cd ..; git clone -q remote.git other; cd other; git merge -q --squash origin/feat
      git commit -qm sq; git push -q; git push -q origin :feat; cd ../w
      """
    )
    let dry = try lab.report("-n")
    #expect(try dry.fate("feat") == "keep/unknown")
    #expect(try lab.report().fate("feat") == "deleted")
  }

  @Test func noBaseIsUnknownAndSaysWhatToDo() throws {
    let lab = try Lab(
      "new; feat; git merge -q feat; git push -q; git remote set-head origin -d; gone feat"
    )
    let report = try lab.report("--no-fetch", "--force")
    #expect(try report.fate("feat") == "keep/unknown")
    #expect(report.errors.contains("git remote set-head origin --auto"))
    // The server's own HEAD serves where nothing is recorded here.
    #expect(try lab.report().fate("feat") == "deleted")
  }
}
