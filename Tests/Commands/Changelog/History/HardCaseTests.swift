import ByteKit
import DiagnosticKit
import ProcessKit
import TestSupport
import Testing

@testable import ChangelogTool

/// The specification's hard cases that are about history, by their numbers.
@Suite struct HardCaseTests {
  private func sandbox(_ recipe: ByteString) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.repository(recipe)
    return sandbox
  }

  @Test func h1BranchOlderThanTheTagMergedAfterIt() throws {
    let sandbox = try sandbox(
      """
      c "feat: i"; git switch -qc f; c "feat: one"; git switch -q main; c "feat: m"; git tag v1.0.0
      git merge -q --no-ff -m m f; git tag v1.1.0
      """
    )
    #expect(try sandbox.releases() == ["-: ", "1.1.0: One", "1.0.0: I, M"])
    #expect(
      try sandbox.git("log", "--no-merges", "--format=%s", "v1.0.0..v1.1.0") == "feat: one"
    )
  }

  @Test func h2ReleaseBranchMergedBack() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; git tag v1.0.0; c "feat: b"; git branch rel; c "feat: e"; git switch -q rel
      c "fix: d"; git tag v1.1.0; git switch -q main; git merge -q --no-ff -m m rel; c "feat: h"
      """
    )
    #expect(try sandbox.releases() == ["-: E, H", "1.1.0: B, D", "1.0.0: A"])
  }

  @Test func h3TagOnAnUnmergedBranch() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; git tag v1.0.0; git branch r; c "feat: b"; git switch -q r; c "fix: hot"
      git tag v1.0.1; git switch -q main
      """
    )
    #expect(try sandbox.releases() == ["-: B", "1.0.0: A"])
    #expect(sandbox.changelog("next").output == "1.1.0\n")
  }

  @Test func unmergedTagHidesNothingThatMainHas() throws {
    // The branch left after b and c, so the tag on it reaches them; HEAD does not reach the tag.
    let sandbox = try sandbox(
      """
      c "feat: a"; git tag v1.0.0; c "feat: b"; c "feat: c"; git switch -qc r; c "fix: hot"
      git tag v1.1.0; git switch -q main; c "feat: d"
      """
    )
    #expect(try sandbox.releases() == ["-: B, C, D", "1.0.0: A"])
    let update = sandbox.changelog("update")
    #expect(update.status == .success)
    #expect(try sandbox.read("CHANGELOG.md").contains("- B\n- C\n- D\n"))
  }

  @Test func headBehindAnUnmergedTag() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; git tag v1.0.0; c "feat: b"; git switch -qc r; c "fix: hot"; git tag v1.1.0
      git switch -q main
      """
    )
    #expect(sandbox.changelog("update", "--check").output == "Added: B\n")
    #expect(try sandbox.releases() == ["-: B", "1.0.0: A"])
  }

  @Test func h4NearestIsNotHighest() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; git tag v1.0.0; git branch r; c "feat: b"; git tag v2.0.0; c "fix: m"
      c "fix: n"; c "fix: o"; git switch -q r; c "fix: h"; git tag v1.0.1; git switch -q main
      git merge -q --no-ff -m m r
      """
    )
    #expect(try sandbox.releases() == ["-: M, N, O", "2.0.0: B", "1.0.1: H", "1.0.0: A"])
    #expect(sandbox.changelog("next").output == "2.0.1\n")
    #expect(sandbox.changelog("update", "--check").output == "Fixed: M\nFixed: N\nFixed: O\n")
  }

  @Test func h5CandidateAndFinalOnOneCommit() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; git tag -am rc v1.0.0-rc.1; git tag v1.0.0; c "feat: b"
      """
    )
    #expect(try sandbox.releases() == ["-: B", "1.0.0: A"])
  }

  @Test func severalVersionsOnOneCommitAreTheHighest() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; git tag v1.0.0-rc.1; c "feat: b"; git tag v1.0.0; git tag v2.0.0
      """
    )
    #expect(try sandbox.releases() == ["-: ", "2.0.0: A, B"])
  }

  @Test func preReleasesAreSectionsUntilTheirFinalVersion() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; git tag v1.0.0; c "feat: b"; git tag v1.1.0-rc.1; c "fix: c"
      git tag v1.1.0-rc.2; c "fix: d"
      """
    )
    #expect(
      try sandbox.releases() == ["-: D", "1.1.0-rc.2: C", "1.1.0-rc.1: B", "1.0.0: A"]
    )
    #expect(sandbox.changelog("next").output == "1.1.0\n")
    #expect(sandbox.changelog("next", "--pre", "rc").output == "1.1.0-rc.3\n")
    try sandbox.git("tag", "v1.1.0")
    #expect(try sandbox.releases() == ["-: ", "1.1.0: B, C, D", "1.0.0: A"])
  }

  @Test func h6StrayTags() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; git tag v1.0.0; c "feat: b"; git tag nightly; c "feat: c"; git tag v1
      c "feat: d"; git tag release-2024; c "feat: e"; git tag v1.2.3.4; git tag v01.2.3
      """
    )
    #expect(try sandbox.releases() == ["-: B, C, D, E", "1.0.0: A"])
  }

  @Test func h7EqualTimes() throws {
    let sandbox = try sandbox(
      """
      tick(){ export GIT_COMMITTER_DATE="1700000000 +0000" GIT_AUTHOR_DATE="1700000000 +0000"; }
      c "feat: a"; git tag v0.9.0; c "feat: b"; git tag v0.10.0; c "feat: c"
      """
    )
    #expect(try sandbox.releases() == ["-: C", "0.10.0: B", "0.9.0: A"])
    #expect(sandbox.changelog("next").output == "0.11.0\n")
  }

  static let backport: ByteString = """
    c "feat: a"; git tag v1.0.0; git branch r; c "feat: b"; git switch -q r; c "fix: p"
    git tag v1.0.1; git switch -q main; git cherry-pick -x r >/dev/null; c "fix: d"
    """

  @Test func h8BackportThatNobodyListed() throws {
    let sandbox = try sandbox("\(Self.backport); git tag v1.1.0")
    #expect(try sandbox.releases() == ["-: ", "1.1.0: B, P, D", "1.0.0: A"])
  }

  @Test func h8BackportListedInTheFile() throws {
    let sandbox = try sandbox(Self.backport)
    try sandbox.write(
      """
      # Changelog

      ## [Unreleased]

      ## [1.0.1] - 2024-01-01

      ### Fixed

      - Something else

      ## [1.0.0] - 2024-01-01

      """,
      to: "CHANGELOG.md"
    )
    let check = sandbox.changelog("update", "--check", "-v")
    #expect(check.output == "Added: B\nFixed: D\n")
    #expect(check.errors.contains("fix: p (also in 1.0.1)"))
  }

  @Test func twinOfAMergedRelease() throws {
    let sandbox = try sandbox("\(Self.backport); git merge -q --no-ff -m back r")
    #expect(try sandbox.releases() == ["-: B, D", "1.0.1: P", "1.0.0: A"])
    try sandbox.write(
      "## [1.0.1] - 2024-01-01\n\n- Something\n\n## 1.0.0\n",
      to: "CHANGELOG.md"
    )
    #expect(sandbox.changelog("update", "--check").output == "Added: B\nFixed: D\n")
    try sandbox.write("## 1.0.0\n\n- A\n", to: "CHANGELOG.md")
    #expect(sandbox.changelog("update", "--check").output == "Added: B\nFixed: P\nFixed: D\n")
  }

  @Test func h9EmptyCommitsAreNeverTwins() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; git tag v1.0.0; git branch r
      export GIT_AUTHOR_DATE="1700009999 +0000"
      git commit -q --allow-empty -m "fix: p"; git switch -q r; tick
      export GIT_AUTHOR_DATE="1700009999 +0000"
      git commit -q --allow-empty -m "fix: p"; git commit -q --allow-empty -m "fix: q"
      git tag v1.0.1; git switch -q main; git merge -q --no-ff -m m r; git tag v1.1.0
      """
    )
    #expect(try sandbox.releases() == ["-: ", "1.1.0: P", "1.0.1: P, Q", "1.0.0: A"])
  }

  @Test func h10PathsAreFilteredAfterTheRanges() throws {
    let sandbox = try sandbox(
      """
      p(){ tick; mkdir -p "$1"; echo "$2" >"$1/$2"; git add .; git commit -qm "feat: $2"; }
      p api api1; git tag api-v1.0.0; p web web1; p api api2; p web web2; git tag api-v1.1.0
      p api api3; git tag web-v9.0.0
      """
    )
    #expect(
      try sandbox.releases("--path", "api", "--tag-prefix", "api-")
        == ["-: api3", "1.1.0: api2", "1.0.0: api1"]
    )
    #expect(
      try sandbox.git("log", "--format=%s", "api-v1.0.0..api-v1.1.0", "--", "api") == "feat: api2"
    )
    #expect(
      sandbox.changelog("--tag-prefix=api-", "--path=api", "update", "--check").output
        == "Added: api3\n"
    )
    try sandbox.git("config", "changelog.tagPrefix", "api-")
    #expect(sandbox.changelog("next", "--path", "api").output == "1.2.0\n")
    #expect(sandbox.changelog("next", "--path", "web").status == .failure)
  }

  @Test func h11ShallowClone() throws {
    let sandbox = try sandbox(
      "c 'feat: a'; git tag v1.0.0; c 'feat: b'; c 'feat: c'; git tag v1.1.0; c 'feat: d'"
    )
    sandbox.workingDirectory = sandbox.root
    let url = "file://\(sandbox.path("repo"))" as ByteString
    try sandbox.git("clone", "-q", "--depth", "1", url, "cut")
    try sandbox.git("clone", "-q", "--depth", "3", url, "enough")
    sandbox.workingDirectory = sandbox.path("cut")
    for arguments in [["update"], ["generate"], ["next"], ["generate", "--json"]] as [[ByteString]]
    {
      let run = sandbox.changelog(arguments)
      #expect(run.status == .fatal)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("git fetch --unshallow --tags"))
    }
    #expect(!(try sandbox.tryGit("ls-files", "--error-unmatch", "CHANGELOG.md")).succeeded)
    sandbox.workingDirectory = sandbox.path("enough")
    #expect(sandbox.changelog("update", "--check").output == "Added: D\n")
    #expect(sandbox.changelog("generate").status == .fatal)
    #expect(try sandbox.releases("v1.1.0..") == ["-: D"])
  }

  @Test func h12DatesAreTheTagsInUTC() throws {
    let sandbox = try sandbox(
      """
      export GIT_AUTHOR_DATE="2024-01-31 23:30:00 -0800" GIT_COMMITTER_DATE="2024-01-31 23:30:00 -0800"
      git commit -q --allow-empty -m "feat: a"; git tag v1.0.0
      git commit -q --allow-empty -m "feat: b"
      GIT_COMMITTER_DATE="2024-03-03 12:00:00 +0000" git tag -am t v1.1.0
      """
    )
    for zone in ["UTC", "America/Los_Angeles", "Asia/Tokyo"] as [ByteString] {
      sandbox.set("TZ", zone)
      let text = sandbox.changelog("generate").output
      #expect(text.contains("## [1.0.0] - 2024-02-01\n"))
      #expect(text.contains("## [1.1.0] - 2024-03-03\n"))
    }
  }

  @Test func h13Encodings() throws {
    let sandbox = try sandbox("c 'feat: a'")
    try sandbox.bash(
      #"""
      git config i18n.commitEncoding ISO-8859-1
      printf 'feat: caf\351' | git commit -q --allow-empty -F -
      git config --unset i18n.commitEncoding
      tree=$(git rev-parse HEAD^{tree})
      raw(){ printf 'tree %s\nparent %s\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n%b' \
        "$tree" "$(git rev-parse HEAD)" "$1" | git hash-object -t commit -w --stdin; }
      git update-ref HEAD $(raw '\nfix: na\357ve \r\n')
      git update-ref HEAD $(raw 'encoding UTF-16-BOGUS\n\nfix: bogus \374\n')
      git update-ref HEAD $(raw '\nfix: \303\274ber\n')
      """#
    )
    let texts = try sandbox.releases()
    #expect(texts == ["-: A, Café, Naïve, Bogus ü, Über"])
  }

  @Test func h14GitHubSquash() throws {
    let sandbox = try sandbox(
      "e $'feat: a (#12)\\n\\n* feat: one\\n\\n* fix: two\\n\\n---------\\n\\nCo-authored-by: X <x@y>'"
    )
    #expect(try sandbox.releases() == ["-: A (#12)"])
  }

  @Test func h15MergeWithTheRequestsTitle() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; git switch -qc b; c "feat: x"; c "docs: y"; git switch -q main; c "fix: z"
      git merge -q --no-ff -m $'Merge pull request #7 from u/b\\n\\nfeat: x' b
      git switch -qc d HEAD~1; c "fix: own (#3)"; git switch -q main
      git merge -q --no-ff -m $'Merge branch d\\n\\nSee merge request g/p!8' d
      """
    )
    #expect(try sandbox.releases() == ["-: A, X (#7), Z, Own (#3)"])
    #expect(try sandbox.releases("HEAD^..") == ["-: Own (#3)"])
    #expect(sandbox.changelog("add", "HEAD^1").status == .success)
    #expect(try sandbox.read("CHANGELOG.md").contains("- X (#7)"))
  }

  @Test func h17RevertInsideOneRange() throws {
    let sandbox = try sandbox(
      "c 'feat: b'; c 'feat: c'; git revert --no-edit HEAD~1 >/dev/null"
    )
    #expect(try sandbox.releases() == ["-: C"])
    let run = sandbox.changelog("update", "-v")
    #expect(run.errors.contains("no new entry for 2 commits: 1 reverted, 1 reverts\n"))
    #expect(run.errors.contains("feat: b (reverted by "))
  }

  @Test func h17RevertOfAnEarlierRelease() throws {
    let sandbox = try sandbox(
      "c 'feat: b'; git tag v1.0.0; c 'feat: c'; git revert --no-edit HEAD~1 >/dev/null"
    )
    #expect(try sandbox.releases() == ["-: C, Reverted: b", "1.0.0: B"])
    #expect(sandbox.changelog("update", "--check").output == "Added: C\nRemoved: Reverted: b\n")
  }

  @Test func h17RevertOfARevert() throws {
    let sandbox = try sandbox(
      """
      c 'feat: b'; c 'feat: c'; git revert --no-edit HEAD~1 >/dev/null
      git revert --no-edit HEAD >/dev/null
      """
    )
    #expect(try sandbox.releases() == ["-: B, C"])
    try sandbox.git("tag", "v1.0.0", "HEAD~2")
    #expect(try sandbox.releases() == ["-: ", "1.0.0: B, C"])
    try sandbox.git("tag", "v1.0.1", "HEAD~1")
    #expect(try sandbox.releases() == ["-: B", "1.0.1: Reverted: b", "1.0.0: B, C"])
  }

  @Test func revertOfAMergeTakesAllOfItBack() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; git switch -qc b; c "feat: x"; c "fix: y"; git switch -q main; c "fix: z"
      git merge -q --no-ff -m "Merge branch 'b'" b; git revert --no-edit -m 1 HEAD >/dev/null
      """
    )
    #expect(try sandbox.releases() == ["-: A, Z"])
  }

  @Test func revertsThatOnlyQuoteWords() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; c "feat: b (#4)"; c "fix: c"
      c $'Revert "feat: b (#4)" (#5)\\n\\nReverts o/r#4'; c $'revert: fix: c'
      """
    )
    #expect(try sandbox.releases() == ["-: A"])
  }

  @Test func h27UnbornHead() throws {
    let sandbox = try sandbox("true")
    for arguments in [["update"], ["generate"], ["next"], ["add"], ["generate", "--json"]]
      as [[ByteString]]
    {
      let run = sandbox.changelog(arguments)
      #expect(run.status == .fatal)
      #expect(run.errors.hasPrefix("fatal: there is no commit yet\n"))
    }
  }

  @Test func h27TwoRootsDetachedBareAndSubdirectory() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; git switch -q --orphan o; c "feat: root"; git switch -q main
      git merge -q --no-ff --allow-unrelated-histories -m m o; git tag v1.0.0; c "feat: b"
      mkdir -p sub/dir; git switch -q --detach
      git clone -q --bare . ../bare.git; git worktree add -q ../linked
      """
    )
    let expected: [ByteString] = ["-: B", "1.0.0: A, Root"]
    #expect(try sandbox.releases() == expected)
    sandbox.workingDirectory = sandbox.path("repo/sub/dir")
    #expect(try sandbox.releases() == expected)
    #expect(sandbox.changelog("update").status == .success)
    #expect(try sandbox.read("../../CHANGELOG.md").contains("- B\n"))
    sandbox.workingDirectory = sandbox.path("linked")
    #expect(try sandbox.releases() == expected)
    sandbox.workingDirectory = sandbox.path("bare.git")
    #expect(try sandbox.releases() == expected)
    let update = sandbox.changelog("update")
    #expect(update.status == .fatal)
    #expect(update.errors == "fatal: this operation must be run in a work tree\n")
    sandbox.workingDirectory = sandbox.root
    #expect(sandbox.changelog("generate").status == .fatal)
  }

  @Test func spellingsOfOneVersion() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; git tag 1.0.0; c "feat: b"; git tag v1.0.0; c "feat: c"; git tag 1.1.0
      git tag v1.1.0 HEAD~1; git tag -f -am t 1.1.0 HEAD >/dev/null
      """
    )
    // Of two spellings the one with v; an annotated one before both.
    #expect(try sandbox.releases() == ["-: ", "1.1.0: C", "1.0.0: A, B"])
  }

  @Test func tagsOfTagsAndOfTrees() throws {
    let sandbox = try sandbox(
      """
      c "feat: a"; git tag -am one inner; git tag -am two v1.0.0 inner; c "feat: b"
      git tag v1.1.0 'HEAD^{tree}'; git tag v1.2.0 HEAD:f1
      """
    )
    #expect(try sandbox.releases() == ["-: B", "1.0.0: A"])
  }
}
