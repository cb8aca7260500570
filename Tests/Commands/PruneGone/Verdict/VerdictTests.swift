import ByteKit
import HistoryKit
import ProcessKit
import TestSupport
import Testing

@testable import PruneGoneTool

/// Branches that are, or are not, in their base; each script begins in a clone with one commit.
@Suite struct VerdictTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let script: ByteString
    let verdict: String

    init(_ name: String, _ verdict: String, _ script: ByteString) {
      self.name = name
      self.script = script
      self.verdict = verdict
    }

    var testDescription: String { name }
  }

  static let merged: [Case] = [
    Case("fast-forwarded", "ancestor main", "feat; git merge -q feat"),
    Case("no commit of its own", "ancestor main", "git branch feat; ci g 1"),
    Case("merged with a commit", "ancestor main", "feat; ci g 1; git merge -q --no-ff -m m feat"),
    Case(
      "in the base despite clocks that went backwards",
      "ancestor main",
      """
      feat; git merge -q feat
      for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
        GIT_COMMITTER_DATE="$((100000000+i)) +0000" git commit -q --allow-empty -m $i
      done
      """
    ),
    Case(
      "rebased",
      "rebased main",
      """
      git switch -qc feat; ci f 1; ci g 1; git switch -q main; ci h 1
      tick; git cherry-pick main..feat >/dev/null; ci i 1
      """
    ),
    Case(
      "picked in another order: in the base, but not as a rebase puts it",
      "contained main",
      """
      git switch -qc feat; ci f 1; ci g 1; git switch -q main; ci h 1
      tick; git cherry-pick feat >/dev/null; ci i 1; tick; git cherry-pick feat~1 >/dev/null
      """
    ),
    Case(
      "rebased onto files that others changed meanwhile",
      "rebased main",
      """
      seq 1 30 >n; git add n; git commit -qm n
      git switch -qc feat; sed -i 's/^20$/x/' n; git commit -qam x; sed -i 's/^28$/y/' n
      git commit -qam y; git switch -q main; sed -i '1i zero' n; git commit -qam zero
      tick; git cherry-pick main..feat >/dev/null; sed -i '1d' n; git commit -qam back
      """
    ),
    Case(
      "one commit squashed",
      "rebased main",
      "feat; ci g 1; git merge -q --squash feat >/dev/null; git commit -qm sq"
    ),
    Case(
      "squashed",
      "squashed main",
      """
      git switch -qc feat; ci f 1; ci g 1; git switch -q main; ci h 1
      git merge -q --squash feat >/dev/null; git commit -qm sq; ci i 1
      """
    ),
    Case(
      "squashed, then the base edits the file",
      "squashed main",
      """
      git switch -qc feat; ci f 1; ci g 1; git switch -q main
      git merge -q --squash feat >/dev/null; git commit -qm sq; ci f 2; ci g 3
      """
    ),
    Case(
      "squashed, then reverted in the base: it was merged",
      "squashed main",
      """
      git switch -qc feat; ci f 1; ci g 1; git switch -q main
      git merge -q --squash feat >/dev/null; git commit -qm sq; git revert --no-edit HEAD >/dev/null
      """
    ),
    Case(
      "squashed after the base was merged into it",
      "squashed main",
      """
      git switch -qc feat; ci f 1; git switch -q main; ci h 1; git switch -q feat
      tick; git merge -q --no-ff -m m main; ci g 1; git switch -q main; ci i 1
      git merge -q --squash feat >/dev/null; git commit -qm sq; ci j 1
      """
    ),
    Case(
      "squashed after the base was merged into it twice",
      "squashed main",
      """
      git switch -qc feat; ci f 1; git switch -q main; ci h 1; git switch -q feat
      tick; git merge -q --no-ff -m m main; ci g 1; git switch -q main; ci i 1; git switch -q feat
      tick; git merge -q --no-ff -m m main; ci k 1; git switch -q main; ci l 1
      git merge -q --squash feat >/dev/null; git commit -qm sq; ci j 1
      """
    ),
    Case(
      "squashed with a file deleted, one made executable, one moved",
      "squashed main",
      """
      ci a 1; ci b 2; seq 1 20 >c; git add c; git commit -qm c
      git switch -qc feat; git rm -q a; git commit -qm 'rm a'; chmod +x b; git mv c d
      git commit -qam more; git switch -q main; ci h 1
      git merge -q --squash feat >/dev/null; git commit -qm sq; ci i 1
      """
    ),
    Case(
      "merged in two parts",
      "contained main",
      """
      git switch -qc feat; ci f 1; ci g 1; ci h 1; git switch -q main
      git checkout -q feat -- f; git commit -qm part; git checkout -q feat -- g h; git commit -qm rest
      """
    ),
    Case(
      "merged in two parts into a file that the base edits",
      "contained main",
      """
      seq 1 60 >n; git add n; git commit -qm n; git switch -qc feat
      sed -i 's/^10$/x/' n; git commit -qam x; sed -i 's/^30$/y/' n; git commit -qam y
      git switch -q main; sed -i 's/^10$/x/; s/^50$/z/' n; git commit -qam both
      sed -i 's/^30$/y/; s/^55$/w/' n; git commit -qam other
      """
    ),
    Case(
      "merged in two parts and moved, then edited at the new place",
      "contained main",
      """
      seq 1 60 >n; git add n; git commit -qm n; git switch -qc feat
      sed -i 's/^10$/x/' n; git commit -qam x; sed -i 's/^30$/y/' n; git commit -qam y
      git switch -q main; git mv n moved; sed -i 's/^10$/x/; s/^50$/z/' moved; git commit -qam both
      sed -i 's/^30$/y/; s/^55$/w/' moved; git commit -qam other
      """
    ),
    Case(
      "one binary file changed alike",
      "rebased main",
      """
      printf 'a\\0b' >bin; git add bin; git commit -qm bin
      git switch -qc feat; printf 'a\\0c' >bin; git commit -qam c; git switch -q main; ci h 1
      tick; git cherry-pick feat >/dev/null
      """
    ),
    Case(
      "a submodule moved alike",
      "rebased main",
      """
      git switch -qc feat; git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub
      git commit -qm sub; git switch -qf main; ci h 1; tick; git cherry-pick feat >/dev/null
      """
    ),
  ]

  static let unmerged: [Case] = [
    Case("pushed, not merged", "unmerged", "feat; ci g 1"),
    Case(
      "squashed, then one more commit",
      "unmerged",
      """
      git switch -qc feat; ci f 1; ci g 1; git switch -q main
      git merge -q --squash feat >/dev/null; git commit -qm sq; git switch -q feat; ci x 1
      """
    ),
    Case(
      "only some commits picked",
      "unmerged",
      """
      git switch -qc feat; ci f 1; ci g 1; git switch -q main; ci h 1
      tick; git cherry-pick feat~1 >/dev/null
      """
    ),
    Case(
      "work only in a merge commit",
      "unmerged",
      """
      feat; git merge -q --no-ff -m m feat; ci z 1; git switch -q feat
      git merge -q --no-ff --no-commit main; echo x >only; git add only; git commit -qm merge
      """
    ),
    Case(
      "picked commits and a merge commit with work of its own",
      "unmerged",
      """
      git switch -qc feat; ci f 1; git switch -q main; ci h 1; git switch -q feat
      git merge -q --no-ff --no-commit main; echo x >only; git add only; git commit -qm merge
      git switch -q main; tick; git cherry-pick feat~1 >/dev/null
      """
    ),
    Case(
      "work and its revert",
      "net-empty",
      """
      git switch -qc feat; ci f precious; tick; git revert --no-edit HEAD >/dev/null
      git switch -q main; git commit -q --allow-empty -m ci
      """
    ),
    Case(
      "work and its revert on a base that has not moved",
      "net-empty",
      "git switch -qc feat; ci f 1; tick; git revert --no-edit HEAD >/dev/null; git switch -q main"
    ),
    Case(
      "work on a base that has not moved",
      "unmerged",
      "git switch -qc feat; ci f 1; ci g 1; git switch -q main"
    ),
    Case(
      "empty commits on both sides",
      "net-empty",
      """
      git switch -qc feat; git commit -q --allow-empty -m parked
      git switch -q main; git commit -q --allow-empty -m ci
      """
    ),
    Case(
      "picked work and an empty commit that the base has too is one patch of the base",
      "squashed main",
      """
      git switch -qc feat; ci f 1; git commit -q --allow-empty -m parked
      git switch -q main; git commit -q --allow-empty -m ci; ci h 1
      tick; git cherry-pick feat~1 >/dev/null
      """
    ),
    Case(
      "two edits of one binary file",
      "unmerged",
      """
      printf 'a\\0b' >bin; git add bin; git commit -qm bin
      git switch -qc feat; printf 'a\\0c' >bin; git commit -qam c
      git switch -q main; printf 'a\\0d' >bin; git commit -qam d
      """
    ),
    Case(
      "two edits of one binary file that attributes call text",
      "unmerged",
      """
      printf 'a\\0b\\n' >bin; echo 'bin text diff merge=union' >.gitattributes; git add .
      git commit -qm bin
      git switch -qc feat; printf 'a\\0c\\n' >bin; git commit -qam c
      git switch -q main; printf 'a\\0d\\n' >bin; git commit -qam d
      """
    ),
    Case(
      "another indentation",
      "unmerged",
      """
      printf 'def f():\\n' >a.py; git add a.py; git commit -qm py
      git switch -qc feat; printf 'def f():\\n    return 1\\n' >a.py; git commit -qam four
      git switch -q main; printf 'def f():\\n return 1\\n' >a.py; git commit -qam one
      """
    ),
    Case(
      "other line ends",
      "unmerged",
      """
      git switch -qc feat; printf 'a\\r\\nb\\r\\n' >f; git add f; git commit -qm crlf
      git switch -q main; printf 'a\\nb\\n' >f; git add f; git commit -qm lf
      """
    ),
    Case(
      "another mode",
      "unmerged",
      """
      git switch -qc feat; echo x >f; chmod +x f; git add f; git commit -qm x
      git switch -q main; echo x >f; git add f; git commit -qm x
      """
    ),
    Case(
      "a revert of what the base had before is not in the base",
      "unmerged",
      """
      ci f 1; git revert --no-edit HEAD >/dev/null; git switch -qc feat; ci f 1; git switch -q main
      ci h 1
      """
    ),
    Case(
      "a history of its own",
      "unmerged",
      "git switch -q --orphan feat; ci f 1; git switch -q main; ci f 1"
    ),
    Case(
      "a merge driver that always takes the base",
      "unmerged",
      """
      ci f 1; echo '* merge=ours' >.gitattributes; git add .; git commit -qm a
      git config merge.ours.driver true; git switch -qc feat; ci f 2; git switch -q main; ci f 3
      """
    ),
  ]

  @Test(arguments: merged + unmerged) func says(_ test: Case) throws {
    let judging = try Judging(test.script)
    #expect(try judging.verdict() == test.verdict)
    // With a commit-graph file it is git that walks the history.
    try judging.sandbox.git("commit-graph", "write", "--reachable")
    #expect(try judging.verdict() == test.verdict)
  }

  /// Git's own merge is the oracle of `contained`: where it gives the base's tree, so do we.
  @Test(arguments: merged.filter { !$0.verdict.hasPrefix("ancestor") })
  func gitMergesWhatIsContained(_ test: Case) throws {
    guard test.verdict.hasPrefix("contained") else { return }
    let judging = try Judging(test.script)
    let tree = try judging.sandbox.git("merge-tree", "--write-tree", "main", "feat")
    #expect(try tree == judging.sandbox.git("rev-parse", "main^{tree}"))
  }

  @Test func configurationAndAttributesChangeNothing() throws {
    let judging = try Judging(
      """
      printf 'def f():\\n' >a.py; git add a.py; git commit -qm py
      git switch -qc feat; printf 'def f():\\n    return 1\\n' >a.py; git commit -qam four
      git switch -q main; printf 'def f():\\n return 1\\n' >a.py; git commit -qam one
      git config diff.external true; git config diff.py.textconv 'tr -d " " <'
      git config core.whitespace -all; git config diff.ignoreSubmodules all
      echo '*.py diff=py' >.git/info/attributes; git config core.attributesFile /dev/null
      git config apply.ignoreWhitespace change; git config diff.wsErrorHighlight none
      """
    )
    #expect(try judging.verdict() == "unmerged")
  }

  @Test func namesTheCommitThatMatches() throws {
    let judging = try Judging(
      """
      git switch -qc feat; ci f 1; ci g 1; git switch -q main; ci h 1
      git merge -q --squash feat >/dev/null; git commit -qm sq; git tag squash; ci i 1
      git switch -qc pick main~2; ci p 1; git switch -q main; tick; git cherry-pick pick >/dev/null
      """
    )
    let proof = try judging.proof()
    #expect(try proof?.commit == judging.id("squash"))
    #expect(proof?.reverted == nil)
    #expect(try judging.proof("pick")?.commit == judging.id("main"))
  }

  @Test func namesTheCommitThatTheBranchReverted() throws {
    let judging = try Judging(
      """
      git switch -qc feat; ci f 1; ci g 1; git tag work; ci h 1
      tick; git revert --no-edit work >/dev/null; git switch -q main
      git merge -q --squash feat >/dev/null; git commit -qm sq; ci i 1
      git switch -qc again feat; tick; git revert --no-edit HEAD >/dev/null; git switch -qc sq2 main~2
      git merge -q --squash again >/dev/null; git commit -qm sq2
      git switch -qc by-hand main; ci x 1; ci y 1; git tag other; ci z 1; git rm -q y
      git commit -qm 'no y'; git switch -q main
      git merge -q --squash by-hand >/dev/null; git commit -qm sq3; ci i 2
      """
    )
    #expect(try judging.proof()?.kind == .squashed)
    #expect(try judging.proof()?.reverted?.commit == judging.id("work"))
    #expect(try judging.proof()?.reverted?.reverting == judging.id("feat"))
    #expect(try judging.proof("by-hand")?.reverted?.commit == judging.id("other"))
    #expect(try judging.proof("by-hand")?.reverted?.reverting == judging.id("by-hand"))
    // Reverted and brought back: nothing is hidden.
    var other = judging
    other.bases = ["refs/heads/sq2"]
    #expect(try other.proof("again")?.kind == .squashed)
    #expect(try other.proof("again")?.reverted == nil)
  }

  @Test func othersKeepItAlive() throws {
    var judging = try Judging(
      """
      feat; git switch -qc more feat; ci g 1; git tag -am v v1; git switch -qc lost feat; ci l 1
      git switch -q main; ci h 1
      """
    )
    judging.elsewhere = ["refs/tags/v1"]
    #expect(try judging.verdict() == "elsewhere refs/tags/v1")
    #expect(try judging.verdict("more") == "elsewhere refs/tags/v1")
    #expect(try judging.verdict("lost") == "unmerged")
    #expect(try judging.ahead("lost") == 1)
    #expect(try judging.ahead() == 0)
    judging.elsewhere = ["refs/remotes/origin/feat", "refs/tags/v1"]
    #expect(try judging.verdict() == "elsewhere refs/remotes/origin/feat")
    judging.elsewhere = []
    #expect(try judging.ahead("lost") == 2)
    #expect(try judging.ahead("main") == 0)
  }

  @Test func severalBases() throws {
    var judging = try Judging(
      """
      git switch -qc feat; ci f 1; ci g 1; git switch -qc release main; ci r 1
      git merge -q --squash feat >/dev/null; git commit -qm sq; git switch -q main; ci m 1
      git branch old; git merge -q --no-ff -m m release; ci f 9; git switch -qc other main~1; ci o 1
      """
    )
    #expect(try judging.verdict() == "squashed main")
    judging.bases = ["refs/heads/old", "refs/heads/release"]
    #expect(try judging.verdict() == "squashed release")
    judging.bases = ["refs/heads/old"]
    #expect(try judging.verdict() == "unmerged")
    judging.bases = ["refs/heads/old", "refs/heads/main", "refs/heads/release", "refs/heads/main"]
    #expect(try judging.verdict() == "squashed main")
    #expect(try judging.verdict("other") == "unmerged")
    judging.bases = []
    #expect(try judging.verdict() == "unknown: there is no base")
  }

  /// Merged in parts, then reverted in the newer base: the older one still has it.
  @Test func anOlderBaseMayHaveTheFiles() throws {
    var judging = try Judging(
      """
      git switch -qc feat; ci f 1; ci g 1; ci h 1; git switch -q main
      git checkout -q feat -- f; git commit -qm part; git checkout -q feat -- g h; git commit -qm rest
      git switch -qc newer; git rm -q f g h; git commit -qm 'take it back'
      """
    )
    judging.bases = ["refs/heads/newer"]
    #expect(try judging.verdict() == "unmerged")
    judging.bases = ["refs/heads/newer", "refs/heads/main"]
    #expect(try judging.verdict() == "contained main")
  }

  /// A border whose date is older than that of its own ancestor must not cut the range short.
  @Test func clocksThatWentBackwards() throws {
    let judging = try Judging(
      """
      ci a 1; git switch -qc feat; ci f 1; ci g 1; git switch -q main
      git merge -q --squash feat >/dev/null; git commit -qm sq
      GIT_COMMITTER_DATE='100000000 +0000' git commit -q --allow-empty -m old
      git switch -qc late; ci l 1; ci k 1; git switch -q main
      git merge -q --squash late >/dev/null; git commit -qm sq2; ci z 1
      git switch -qc side main~5; ci s 1; git switch -qc part; ci p 1; ci q 1
      git switch -q side; git merge -q --squash part >/dev/null; git commit -qm sq3
      git switch -q main; git merge -q --no-ff -m side side
      """
    )
    let names: [ByteString] = ["feat", "late", "part"]
    let ids = try names.map { try judging.id($0) }
    let verdicts = try judging.verdicts(ids)
    for id in ids {
      guard case .merged(let proof) = verdicts[id] else {
        Issue.record("\(String(describing: verdicts[id]))")
        continue
      }
      #expect(proof.kind == .squashed)
    }
  }

  @Test func crissCrossedHistories() throws {
    let judging = try Judging(
      """
      git switch -qc feat; ci f 1; git switch -q main; ci h 1; git branch m1; git branch f1 feat
      tick; git merge -q --no-ff -m x f1; git switch -q feat; tick; git merge -q --no-ff -m y m1
      ci g 1; ci k 1; git switch -q main; ci i 1
      """
    )
    #expect(try judging.verdict() == "unmerged")
    try judging.sandbox.bash("git checkout -q feat -- g; git commit -qm g; ci j 1")
    #expect(try judging.verdict() == "unmerged")
    try judging.sandbox.bash("git checkout -q feat -- k; git commit -qm k")
    #expect(try judging.verdict() == "contained main")
  }

  @Test func aShallowCloneKnowsOnlyWhatItSees() throws {
    let script: ByteString = """
      git config uploadpack.allowFilter true
      feat; git merge -q --no-ff -m m feat; ci h 1; git switch -qc new; ci n 1; git switch -q main
      cd ..; git clone -q --depth 1 --no-single-branch "file://$PWD/w" s
      """
    var judging = try Judging(script, in: "s")
    judging.bases = ["refs/remotes/origin/main"]
    let verdict = try judging.verdict("refs/remotes/origin/feat")
    #expect(verdict == "unknown: this clone is shallow: its history is cut off")
    #expect(try judging.verdict("main") == "ancestor refs/remotes/origin/main")
    try judging.sandbox.git("fetch", "-q", "--unshallow")
    let whole = try judging.verdict("refs/remotes/origin/feat")
    #expect(whole == "ancestor refs/remotes/origin/main")
    #expect(try judging.verdict("refs/remotes/origin/new") == "unmerged")
  }

  @Test(arguments: ["blob:none", "tree:0"]) func aPartialCloneNeverFetches(filter: String) throws {
    let script: ByteString = """
      git config uploadpack.allowFilter true; git config uploadpack.allowAnySHA1InWant true
      git switch -qc feat; ci f 1; ci g 1; git switch -q main; ci h 1
      git merge -q --squash feat >/dev/null; git commit -qm sq; ci f 2; ci g 2
      git switch -qc two; ci f 3; ci g 3; git switch -q main; ci i 1; ci f 4; ci g 5
      git switch -qc old main~3; ci o 1; git switch -q main; tick; git merge -q --no-ff -m old old
      cd ..; git clone -q --filter=\(filter) "file://$PWD/w" p
      git -C p remote set-url origin /nonexistent
      """
    var judging = try Judging(script, in: "p")
    judging.sandbox.set("GIT_TRACE", judging.sandbox.path("trace"))
    judging.bases = ["refs/remotes/origin/main"]
    let verdict = try judging.verdict("refs/remotes/origin/two")
    #expect(verdict.hasPrefix("unknown: objects are missing in this clone"), "\(verdict)")
    let merged = try judging.verdict("refs/remotes/origin/old")
    #expect(merged == "ancestor refs/remotes/origin/main")
    // The very same blobs prove it without being here; without trees nothing does.
    let squashed = try judging.verdict("refs/remotes/origin/feat")
    if filter == "blob:none" {
      #expect(squashed == "squashed refs/remotes/origin/main")
    } else {
      #expect(squashed.hasPrefix("unknown"))
    }
    let trace = try judging.sandbox.read(judging.sandbox.path("trace"))
    #expect(trace.contains("diff-tree"))
    #expect(!trace.contains("fetch"))
  }

  @Test func aMissingObjectSpoilsOnlyItsOwnBranch() throws {
    let judging = try Judging(
      """
      feat; git switch -qc lost; ci l 1; ci k 1; git switch -q main; ci l 2; ci k 3
      tick; git cherry-pick feat >/dev/null; git rev-parse lost:l >../l
      git switch -qc none main; ci x 1; git switch -q main; git rev-parse none >../none
      id=$(git rev-parse lost:l); rm -f .git/objects/${id:0:2}/${id:2}
      id=$(git rev-parse none); rm -f .git/objects/${id:0:2}/${id:2}
      """
    )
    let none = try #require(ObjectID(hex: judging.sandbox.read("../none").trimmed))
    let (feat, lost) = try (judging.id("feat"), judging.id("refs/heads/lost"))
    let verdicts = try judging.verdicts([none, feat, lost])
    guard case .merged(let proof) = verdicts[feat] else {
      Issue.record("\(String(describing: verdicts[feat]))")
      return
    }
    #expect(proof.kind == .rebased)
    for id in [none, lost] {
      guard case .unknown = verdicts[id] else {
        Issue.record("\(String(describing: verdicts[id]))")
        continue
      }
    }
  }

  @Test func withoutTimeNothingIsKnown() throws {
    var judging = try Judging("feat; ci g 1")
    judging.timeLimit = .zero
    #expect(try judging.verdict() == "unknown: the time limit is over")
  }

  @Test func replacementsProveNothing() throws {
    let judging = try Judging("feat; ci g 1; ci h 1; git replace --graft main main~1 feat")
    #expect(try judging.sandbox.tryGit("merge-base", "--is-ancestor", "feat", "main").succeeded)
    #expect(try judging.verdict() == "unmerged")
  }
}
