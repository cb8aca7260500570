import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// Cases 20 to 23, 25 and 27: repositories, refspecs, languages and names of all kinds.
@Suite struct PlaceCaseTests {
  // MARK: 20: formats

  @Test(
    arguments: [
      "export GIT_DEFAULT_HASH=sha256; new",
      "export GIT_DEFAULT_HASH=sha256 GIT_DEFAULT_REF_FORMAT=reftable; new",
      "new; git config core.repositoryFormatVersion 1; git config extensions.partialClone origin",
      "new; git config core.repositoryFormatVersion 1; git config extensions.worktreeConfig true",
      "new; git config core.repositoryFormatVersion 1; git config extensions.preciousObjects true",
    ] as [ByteString]
  )
  func everyFormatIsReadAndPruned(recipe: ByteString) throws {
    let lab = try Lab(
      """
      \(recipe); feat; git merge -q --no-ff -m m feat; git switch -qc squashed; ci g 1; ci h 1
      git push -qu origin squashed; git switch -qc open main; ci i 1; git push -qu origin open
      git switch -q main; ci z 1; git merge -q --squash squashed >/dev/null; git commit -qm squashed
      git push -q; for branch in feat squashed open; do gone $branch; done
      """
    )
    let before = try lab.state()
    let result = try lab.prune("-v")
    #expect(result.shellStatus == 0, "\(result.errorOutput)")
    #expect(result.errorOutput.contains("read by "))
    #expect(try lab.branches() == ["main", "open"], "\(result.output)")
    #expect(try lab.prune("--undo").shellStatus == 0)
    #expect(try lab.state() == before)
  }

  @Test func outsideARepositoryIsSaidAsGitSaysIt() throws {
    let lab = try Lab("mkdir w")
    let result = try lab.prune()
    #expect(result.shellStatus == 128)
    #expect(result.errorOutput.contains("not a git repository"))
  }

  // MARK: 21: refspecs

  @Test(
    arguments: [
      "git clone -q --mirror remote.git m",
      "git clone -q --bare remote.git m; git -C m config remote.origin.fetch '+refs/heads/*:refs/heads/*'",
      "git clone -q remote.git m; git -C m config --add remote.other.fetch 'main:copy'",
    ] as [ByteString]
  )
  func mirrorsAreRefused(recipe: ByteString) throws {
    let lab = try Lab(
      "new; feat; git merge -q feat; git push -q; cd ..; \(recipe); git --git-dir=remote.git branch -qD feat",
      in: "m"
    )
    let before = try lab.git("for-each-ref")
    for option: ByteString in ["--force", "-n"] {
      let result = try lab.prune(option)
      #expect(result.shellStatus == 128)
      #expect(result.errorOutput.contains("refs/heads"))
    }
    #expect(try lab.git("for-each-ref") == before)
  }

  @Test func tagsAreNeverPruned() throws {
    let lab = try Lab(
      "new; feat; git merge -q feat; git push -q; git tag local; git config fetch.pruneTags true; git --git-dir=../remote.git branch -qD feat"
    )
    #expect(try lab.report().fate("feat") == "deleted")
    #expect(try lab.git("tag") == "local")
    #expect(!FileSystem.exists(lab.sandbox.path("w/.git/FETCH_HEAD.lock")))
  }

  // MARK: 22: languages and output configuration

  @Test(arguments: ["de_DE.UTF-8", "ko_KR.UTF-8", "C"] as [ByteString])
  func languageAndOutputConfigurationChangeNothing(locale: ByteString) throws {
    let lab = try Lab(
      """
      new; feat; git merge -q feat; git push -q; gone feat
      git config color.ui always; git config column.ui always; git config core.pager 'sed s/^/X/'
      git config diff.noprefix true; git config diff.external false; git config core.quotePath false
      """
    )
    lab.sandbox.set("LC_ALL", locale)
    lab.sandbox.set("LANGUAGE", locale)
    let porcelain = try lab.prune("-n", "--porcelain")
    #expect(porcelain.output.lines.count == 3)
    #expect(porcelain.output.lines[0] == "# prune-gone v1")
    #expect(porcelain.output.lines[1].hasPrefix("delete\trefs/heads/feat\t"))
    #expect(!porcelain.output.bytes.contains(0x1b))
    #expect(try lab.report().fate("feat") == "deleted")
  }

  // MARK: 23: names

  private static let names: [ByteString] = [
    "q'uote", "a|b", "a&b", "(no-branch)", "x,y", "@x", "%(refname)", "x$(touch${IFS}P)", "日本",
    "origin/main", "refs/heads/x", "heads/main", "-dash", "a\"b", "v1", "--force",
    "ünï/código", "x;y", "`id`", "!bang", "#hash", "=eq", "a{b}", "UPPER.case", "a]b",
  ]

  @Test func anyNameIsDeletedAndComesBack() throws {
    let lab = try Lab("new; feat; git merge -q feat; git push -q; git tag v1 main~1")
    for name in Self.names {
      try lab.git("update-ref", "refs/heads/\(name)", "main")
      try lab.git("config", "branch.\(name).remote", "origin")
      try lab.git("config", "branch.\(name).merge", "refs/heads/\(name)")
    }
    try lab.bash("gone feat")
    let before = try lab.state()
    let report = try lab.report()
    #expect(report.status == 0)
    for name in Self.names { #expect(try report.fate(name.text) == "deleted") }
    #expect(try lab.branches() == ["main"])
    #expect(!FileSystem.exists(lab.sandbox.path("w/P")), "nothing was run by a shell")
    #expect(try lab.configuration().contains("branch.main.remote=origin"))
    #expect(try lab.prune("--undo").shellStatus == 0)
    #expect(try lab.state() == before)
  }

  @Test func restoreCommandsWorkInAShell() throws {
    let lab = try Lab("new; git remote set-head origin -a")
    for name in Self.names {
      try lab.git("update-ref", "refs/heads/\(name)", "main")
      try lab.git("config", "branch.\(name).remote", "origin")
      try lab.git("config", "branch.\(name).merge", "refs/heads/\(name)")
    }
    let before = try lab.state()
    let report = try lab.report()
    for name in Self.names {
      let command = try #require(try report[name.text].restore)
      _ = try lab.sandbox.run("sh", ["-c", ByteString(command)])
      #expect(try lab.has(name), "\(command)")
    }
    #expect(try lab.state() == before)
  }

  @Test func porcelainQuotesAsGitDoes() throws {
    let lab = try Lab(
      """
      new; git branch '日本'; git config branch.日本.remote origin
      git config branch.日本.merge refs/heads/日本
      """
    )
    let quoted = try lab.prune("-n", "--porcelain").output
    #expect(quoted.contains(#"delete\#t"refs/heads/\346\227\245\346\234\254"\#t"#))
    let raw = try lab.prune("-n", "--porcelain", "-z").output
    #expect(raw.contains("delete\trefs/heads/日本\t"))
    #expect(raw.split(on: 0).count == 4)
    #expect(!raw.contains("\n"))
  }

  @Test func aNameBecameAFolder() throws {
    let lab = try Lab(
      """
      new; feat; git merge -q feat; git push -q
      git --git-dir=../remote.git branch -qD feat
      git --git-dir=../remote.git branch feat/a main
      """
    )
    #expect(try lab.report().fate("feat") == "deleted")
    try lab.git("branch", "feat/a")
    let undo = try lab.prune("--undo")
    #expect(undo.shellStatus == 1)
    #expect(undo.errorOutput.contains("feat/a"))
  }

  // MARK: 25: file systems without case

  @Test func twinsThatDifferOnlyInCaseAreKept() throws {
    let lab = try Lab(
      """
      new; git switch -qc Feat; ci f 1; git push -qu origin Feat; git switch -q main
      git merge -q Feat; git push -q
      git --git-dir=../remote.git branch -m Feat feat
      """
    )
    try lab.git("config", "core.ignorecase", "true")
    for options: [ByteString] in [["-n", "--force"], ["--force"]] {
      let report = try Report(lab.sandbox.run("git", ["prune-gone", "--json"] + options))
      #expect(try report.fate("Feat") == "keep/unknown")
    }
    try lab.git("config", "core.ignorecase", "false")
    #expect(try lab.report().fate("Feat") == "deleted")
  }

  @Test func localTwinsAreKeptToo() throws {
    let lab = try Lab(
      """
      new; feat; git merge -q feat; git push -q; git branch FEAT; gone feat
      git config core.ignorecase true
      """
    )
    #expect(try lab.report().fate("feat") == "keep/unknown")
  }

  // MARK: 27: submodules

  @Test func submodulesAreLeftAlone() throws {
    let lab = try Lab(
      """
      new; feat; git merge -q feat; git push -q; gone feat
      git -c protocol.file.allow=always submodule --quiet add ../remote.git sub
      git commit -qm sub; cd sub; git branch -q gone-there
      git config branch.gone-there.remote origin; git config branch.gone-there.merge refs/heads/x
      """
    )
    let before = try lab.git("-C", "sub", "for-each-ref")
    _ = try lab.prune("--force")
    #expect(try lab.git("-C", "sub", "for-each-ref") == before)
    let under = try lab.prune("--force", "--under", "..")
    #expect(under.output.contains("1 repository") || under.output.contains("2 repositories"))
    #expect(try lab.git("-C", "sub", "for-each-ref") == before)
  }
}
