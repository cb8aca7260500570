import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// Cases 24 and 31, and the rest of undo, log and the configuration's rewrite.
@Suite struct UndoCaseTests {
  private static let merged: ByteString = """
    new; feat; git merge -q feat; git push -q
    for b in a b; do git branch -q $b feat; git push -qu origin $b; done
    for b in a b feat; do git --git-dir=../remote.git branch -qD $b; done; git fetch -qp
    """

  // MARK: 24: what comes back

  @Test func refAndConfigurationComeBack() throws {
    let lab = try Lab(
      """
      \(Self.merged); git config branch.a.description $'two\\nlines "quoted" \\\\'
      git config branch.a.foreignKey x; git config branch.a.pushRemote fork
      """
    )
    let before = try lab.state()
    let report = try lab.report()
    #expect(try lab.branches() == ["main"])
    #expect(try !lab.configuration().contains("branch.a."))
    // A new branch of the name is not gone at birth.
    let run = try #require(report.run)
    #expect(try lab.prune("--undo=\(run)").shellStatus == 0)
    #expect(try lab.state() == before)
    #expect(try lab.git("config", "branch.a.foreignKey") == "x")
  }

  @Test func oneBranchComesBack() throws {
    let lab = try Lab(Self.merged)
    _ = try lab.prune()
    #expect(try lab.prune("--undo", "a").shellStatus == 0)
    #expect(try lab.branches() == ["a", "main"])
    #expect(try lab.prune("--undo", "nosuch").shellStatus == 1)
    #expect(try lab.prune("--undo").shellStatus == 0)
    #expect(try lab.branches() == ["a", "b", "feat", "main"])
  }

  @Test func aRunThatWasUndoneInPartsIsUndone() throws {
    let lab = try Lab(Self.merged)
    _ = try lab.prune("a")
    _ = try lab.prune()
    #expect(try lab.prune("--undo", "b").shellStatus == 0)
    #expect(try lab.prune("--undo", "feat").shellStatus == 0)
    // The last run that was not undone is now the first one.
    #expect(try lab.prune("--undo").output.contains("restored a"))
  }

  // MARK: across runs

  private static let twice: ByteString = """
    \(merged); git prune-gone -q a
    git branch -q a main; git push -qu origin a; git --git-dir=../remote.git branch -qD a
    git switch -q a; ci again 1; git switch -q main; git merge -q a; git push -q; git fetch -qp
    git prune-gone -q a; git prune-gone -q b
    """

  @Test func aBranchComesBackAsTheLatestRunHadIt() throws {
    let lab = try Lab(Self.twice)
    let result = try lab.prune("--undo", "a")
    #expect(result.shellStatus == 0, "\(result.errorOutput)")
    #expect(try lab.id("a") == lab.id("main"))
    // The other runs stay as they were.
    #expect(
      try lab.prune("--log").output.lines.map { $0.contains("(undone)") } == [false, true, false]
    )
  }

  @Test(arguments: [["a", "b"], ["b", "a"], ["?"], ["[ab]", "feat*"]] as [[ByteString]])
  func branchesOfSeveralRunsComeBackTogether(patterns: [ByteString]) throws {
    let lab = try Lab("\(Self.twice); git prune-gone -q feat")
    let result = try lab.sandbox.run("git", ["prune-gone", "--undo"] + patterns)
    #expect(result.shellStatus == 0, "\(result.errorOutput)")
    #expect(try lab.id("a") == lab.id("main"))
    #expect(try lab.has("b"))
    #expect(try lab.has("feat") == patterns.contains("feat*"))
  }

  @Test func aBranchThatNoRunDeletedChangesNothing() throws {
    let lab = try Lab(Self.twice)
    let before = try lab.state()
    let result = try lab.prune("--undo", "a", "nosuch")
    #expect(result.shellStatus == 1)
    #expect(result.errorOutput.contains("no run deleted a branch 'nosuch'"))
    #expect(try lab.state() == before)
    // The hint leads to what can be had.
    #expect(result.errorOutput.contains("git prune-gone --log -v"))
    #expect(try lab.prune("--log", "-v").output.contains("    b  "))
  }

  @Test func whatElseCouldComeBackIsSaid() throws {
    let lab = try Lab(Self.twice)
    let result = try lab.prune("--undo")
    #expect(result.errorOutput.contains("hint: 2 other runs deleted 2 branches"))
    _ = try lab.prune("--undo")
    #expect(try !lab.prune("--undo").errorOutput.contains("hint: "))
  }

  @Test func whatIsThereAgainIsMarkedInTheLog() throws {
    let lab = try Lab(Self.merged)
    _ = try lab.prune()
    _ = try lab.prune("--undo", "b")
    let lines = try lab.prune("--log", "-v").output.lines.filter { $0.hasPrefix("    ") }
    #expect(lines.map { $0.hasSuffix("(is there)") } == [false, true, false])
    #expect(try lab.prune("--log", "--json").output.contains("\"present\": true"))
  }

  @Test func aBranchThatCameBackIsRemembered() throws {
    let lab = try Lab(Self.merged)
    _ = try lab.prune()
    _ = try lab.prune("--undo", "a")
    let record = try lab.sandbox.read(".git/prune-gone/restored")
    #expect(record.contains("refs/heads/a\0\(try lab.id("a"))\0"))
    #expect(!record.contains("refs/heads/b"))
    // What somebody moves, or takes away, is remembered no longer.
    try lab.bash("git branch -f a main~1")
    _ = try lab.prune("--undo", "b")
    #expect(try !lab.sandbox.read(".git/prune-gone/restored").contains("refs/heads/a"))
    _ = try lab.prune("--force", "b")
    #expect(try !lab.has("b"))
    #expect(try !lab.sandbox.read(".git/prune-gone/restored").contains("refs/heads/b"))
  }

  @Test(arguments: [[], ["-v"], ["--json"], ["--porcelain"]] as [[ByteString]])
  func theLogOfManyRunsStartsNoProcess(options: [ByteString]) throws {
    let lab = try Lab(Self.merged)
    try lab.bash(
      """
      for i in $(seq 40); do
        git branch -q a$i main; git config branch.a$i.remote origin
        git config branch.a$i.merge refs/heads/a$i
        git prune-gone -q --no-fetch a$i
      done
      mkdir ../shim; printf '#!/bin/sh\\necho "$@" >>"%s/started"\\nexit 1\\n' "$PWD/.." >../shim/git
      chmod +x ../shim/git
      """
    )
    let command = Sandbox.products.appendingPath("git-prune-gone")
    let path = try #require(lab.sandbox.environment["PATH"])
    lab.sandbox.set("PATH", "\(lab.sandbox.path("shim")):\(path)")
    let result = try lab.sandbox.run(command, ["--log"] + options)
    #expect(result.shellStatus == 0, "\(result.errorOutput)")
    #expect(result.output.lines.count >= 40)
    #expect(!FileSystem.exists(lab.sandbox.path("started")))
  }

  @Test func aNameThatWasUsedAgainIsRefused() throws {
    let lab = try Lab("\(Self.merged); git config branch.a.description old")
    _ = try lab.prune()
    try lab.bash("git branch -q a main~1; git branch -q b/c main")
    let result = try lab.prune("--undo")
    #expect(result.shellStatus == 1)
    #expect(result.errorOutput.contains("cannot bring back 'a'"))
    #expect(result.errorOutput.contains("cannot bring back 'b'"))
    #expect(try lab.branches() == ["a", "b/c", "feat", "main"])
    #expect(try lab.id("a") == lab.id("main~1"))
    #expect(try !lab.configuration().contains("branch.a.description"))
  }

  @Test func nothingShowsInTheHistoryAndNothingIsPushed() throws {
    let lab = try Lab(
      "new; feat; gone feat; tip=$(git rev-parse feat); git update-ref refs/x $tip; git update-ref -d refs/x"
    )
    let tip = try lab.id("feat")
    _ = try lab.prune("--force")
    #expect(try !lab.has("feat"))
    #expect(try !lab.git("log", "--all", "--format=%H").contains(tip))
    try lab.bash("git init -q --bare ../mirror.git; git push -q --mirror ../mirror.git")
    let there = try lab.sandbox.run("git", ["-C", "../mirror.git", "cat-file", "-e", tip])
    #expect(!there.succeeded)
    #expect(try lab.prune("--undo").shellStatus == 0)
    #expect(try lab.id("feat") == tip)
  }

  @Test func garbageCollectionKeepsTheRuns() throws {
    let lab = try Lab("new; feat; gone feat")
    let tip = try lab.id("feat")
    _ = try lab.prune("--force")
    // A year later, by the strictest rules that git has by default for others.
    try lab.bash(
      """
      git reflog expire --expire=now --expire-unreachable=now HEAD
      git -c gc.reflogExpire=now -c gc.reflogExpireUnreachable=now gc -q --prune=now
      """
    )
    #expect(try lab.git("cat-file", "-t", tip) == "commit")
    #expect(try lab.prune("--undo").shellStatus == 0)
    #expect(try lab.id("feat") == tip)
  }

  @Test func aRunThatWasExpiredByHandIsSaidToBe() throws {
    let lab = try Lab("new; feat; gone feat")
    _ = try lab.prune("--force")
    #expect(try lab.prune("--log", "--porcelain").output.contains("\tkept"))
    try lab.bash("git reflog expire --expire=all --all; git gc -q --prune=now")
    let log = try lab.prune("--log")
    #expect(log.output.contains("expired"))
    let undo = try lab.prune("--undo")
    #expect(undo.shellStatus == 1)
    #expect(undo.errorOutput.contains("expired"))
  }

  @Test func oldRunsAreDropped() throws {
    let lab = try Lab("new; feat; gone feat; git config prune-gone.keep 0")
    let tip = try lab.id("feat")
    _ = try lab.prune("--force")
    try lab.bash(
      "sleep 1.1; git branch -q x main; git config branch.x.remote origin; git config branch.x.merge refs/heads/x"
    )
    _ = try lab.prune()
    let log = try lab.prune("--log", "--porcelain")
    #expect(log.output.lines.count == 2, "\(log.output)")
    try lab.bash("git reflog expire --expire=now HEAD; git gc -q --prune=now")
    #expect(try !lab.sandbox.run("git", ["cat-file", "-e", tip]).succeeded)
  }

  @Test func runsAreListedNewestFirst() throws {
    let lab = try Lab(Self.merged)
    _ = try lab.prune("a")
    _ = try lab.prune("b", "f*")
    let log = try lab.prune("--log")
    #expect(log.output.lines.count == 2)
    #expect(log.output.lines[0].contains("2 branches"))
    #expect(log.output.lines[1].contains("1 branch"))
    #expect(try lab.prune("--log", "-v").output.contains("    a  "))
    let second = log.output.lines[1].split(on: UInt8(ascii: " "))[0]
    #expect(try lab.prune("--undo=\(second)").shellStatus == 0)
    #expect(try lab.branches() == ["a", "main"])
    #expect(try lab.prune("--log").output.lines[1].contains("(undone)"))
    #expect(try lab.prune("--undo=ffffff").shellStatus == 1)
  }

  @Test func withoutARunThereIsNothingToUndo() throws {
    let lab = try Lab("new")
    #expect(try lab.prune("--undo").shellStatus == 1)
    #expect(try lab.prune("--log").shellStatus == 0)
  }

  @Test func noIdentityIsNeeded() throws {
    let lab = try Lab(
      "\(Self.merged); git config --global --unset user.name; git config --global --unset user.email; git config --global user.useConfigOnly true"
    )
    let before = try lab.state()
    #expect(try lab.prune().shellStatus == 0)
    #expect(try lab.branches() == ["main"])
    #expect(try lab.prune("--undo").shellStatus == 0)
    #expect(try lab.state() == before)
  }

  // MARK: 31: two branches on one tip, a symbolic ref

  @Test func branchesOnOneTipAndSymbolicRefsComeBack() throws {
    let lab = try Lab(
      """
      \(Self.merged); git symbolic-ref refs/heads/alias refs/heads/main
      git config branch.alias.remote origin; git config branch.alias.merge refs/heads/alias
      """
    )
    let before = try lab.state()
    let report = try lab.report()
    #expect(try report.fate("alias") == "deleted")
    #expect(try lab.branches() == ["main"], "the target of the symbolic ref stays")
    #expect(try lab.prune("--undo").shellStatus == 0)
    #expect(try lab.state() == before)
    #expect(try lab.git("symbolic-ref", "refs/heads/alias") == "refs/heads/main")
  }

  // MARK: the configuration's rewrite

  @Test func everyOtherByteIsKept() throws {
    let lab = try Lab(
      #"""
      new; git branch a; git branch x; git branch keep
      cp .git/config ../head
      printf '; before\n[branch "a"]\n\tremote = origin # why\n   merge=refs/heads/a\n# of keep\n[branch "keep"]\r\n\tdescription = "q"\n[BRANCH.X]\n remote = origin\n merge = refs/heads/x\n[core]\n\teditor = vi\n[branch "a"] rebase = true\n[alias]\n\tst = status' >>.git/config
      { cat ../head; printf '; before\n# of keep\n[branch "keep"]\r\n\tdescription = "q"\n[core]\n\teditor = vi\n[alias]\n\tst = status'; } >../wanted
      chmod 640 .git/config; mv .git/config ../real; ln -s ../../real .git/config
      """#
    )
    let before = try lab.git("config", "--local", "--list").lines.sorted()
    #expect(try lab.report().run != nil)
    #expect(try lab.branches() == ["keep", "main"])
    let content = try FileSystem.read(lab.sandbox.path("real"))
    let wanted = try FileSystem.read(lab.sandbox.path("wanted"))
    #expect(
      content == wanted
        + "\n[gc \"refs/prune-gone\"]\n\treflogExpire = never\n\treflogExpireUnreachable = never\n"
    )
    #expect(try FileSystem.readLink(lab.sandbox.path("w/.git/config")) == "../../real")
    #expect(try FileSystem.status(of: lab.sandbox.path("real"))?.permissions == 0o640)
    #expect(try lab.prune("--undo").shellStatus == 0)
    let after = try lab.git("config", "--local", "--list").lines.filter { !$0.hasPrefix("gc.") }
    #expect(after.sorted() == before)
  }

  @Test func includedFilesAreReportedAndLeftAlone() throws {
    let lab = try Lab(
      """
      \(Self.merged); printf '[branch "a"]\\n\\tdescription = elsewhere\\n' >.git/more
      git config include.path more
      """
    )
    let result = try lab.prune()
    #expect(result.shellStatus == 0)
    #expect(result.errorOutput.contains("'a'"))
    #expect(result.errorOutput.contains(".git/more"))
    #expect(try lab.sandbox.read(".git/more").contains("elsewhere"))
  }

  @Test func ownSettingsForTheReflogStay() throws {
    let lab = try Lab("\(Self.merged); git config gc.refs/prune-gone.reflogExpire 200.days")
    _ = try lab.prune()
    #expect(try lab.git("config", "--get-all", "gc.refs/prune-gone.reflogExpire") == "200.days")
    #expect(try lab.git("config", "gc.refs/prune-gone.reflogExpireUnreachable") == "never")
  }
}
