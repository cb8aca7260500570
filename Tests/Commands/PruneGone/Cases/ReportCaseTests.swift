import ByteKit
import FileKit
import Foundation
import ProcessKit
import TestSupport
import Testing

/// What people read, and that what it tells them to do works: case 44 and section 3.
@Suite struct ReportCaseTests {
  private static let merged: ByteString = """
    new; feat; git merge -q feat; git push -q
    for b in a b; do git branch -q $b feat; git push -qu origin $b; done
    git switch -qc own; ci o 1; git config branch.own.remote origin
    git config branch.own.merge refs/heads/own; git switch -q main
    for b in a b feat; do git --git-dir=../remote.git branch -qD $b; done; git fetch -qp
    """

  // MARK: as much as a person reads

  @Test func whatAPatternLeavesOutIsNotListed() throws {
    let lab = try Lab("\(Self.merged); git branch odd; git config branch.odd.remote nowhere")
    let output = try lab.prune("-n", "a", "nosuch*").output
    #expect(output.contains("  a  merged into origin/main"))
    for name: ByteString in ["own", "feat", "odd"] { #expect(!output.contains("  \(name) ")) }
    #expect(output.contains("6 branches: 1 would go, 5 not selected"), "\(output)")
    let all = try lab.prune("-n", "-v", "a").output
    #expect(all.contains("own   matches no pattern"), "\(all)")
    // Selected, and kept, is listed.
    #expect(try lab.prune("-n", "o*").output.contains("  own  1 commit that is nowhere else"))
  }

  @Test(arguments: [["--remote", "up"], ["--older-than", "9999"]] as [[ByteString]])
  func whatAnOptionLeavesOutIsNotListed(options: [ByteString]) throws {
    let lab = try Lab("\(Self.merged); git remote add up ../remote.git")
    let result = try lab.sandbox.run("git", ["prune-gone", "-n"] + options)
    #expect(!result.output.contains("own"), "\(result.output)")
  }

  @Test(arguments: [100, 101])
  func manyKeptBranchesAreCounted(count: Int) throws {
    let lab = try Lab(
      """
      new; git switch -qc w0; ci x 1; git switch -q main
      for i in $(seq \(count - 2)); do echo "create refs/heads/w$i $(git rev-parse w0)"; done |
        git update-ref --stdin
      git branch master
      for b in master $(git for-each-ref --format='%(refname:lstrip=2)' refs/heads/w*); do
        printf '[branch "%s"]\\n\\tremote = origin\\n\\tmerge = refs/heads/%s\\n' $b $b
      done >>.git/config
      """
    )
    let lines = try lab.prune("-n").output.lines
    if count > 100 {
      #expect(
        lines == [
          "kept 101 branches (each with -v):", "  100  work that is nowhere else",
          "    1  protected",
          "nothing would be deleted", "102 branches: 101 kept, 1 not gone",
        ]
      )
    } else {
      #expect(lines.count == 103)
      #expect(lines.last == "101 branches: 100 kept, 1 not gone")
    }
    #expect(try lab.prune("-n", "-v").output.lines.count == count + 4)
  }

  @Test func theLastLineCounts() throws {
    let lab = try Lab(Self.merged)
    let lines = try lab.prune().output.lines
    #expect(lines.dropLast().last == "5 branches: 3 deleted, 1 kept, 1 not gone")
    let quiet = try Lab("new; git branch x")
    #expect(
      try quiet.prune().output == "nothing to do: no local branch has an upstream that is gone\n"
    )
  }

  // MARK: the pager

  /// Runs a command line on a terminal; what is shown there.
  private func show(_ lab: Lab, _ command: ByteString) throws -> ByteString {
    let result = try lab.sandbox.run("script", ["-qec", command, "/dev/null"])
    return ByteString(result.output.bytes.filter { $0 != 13 })
  }

  @Test(
    arguments: [
      ("GIT_PAGER=\"sed s/^/P:/\" git prune-gone -n", true),
      ("GIT_PAGER=\"sed s/^/P:/\" git prune-gone --log", true),
      ("PAGER=\"sed s/^/P:/\" git prune-gone -n", true),
      ("PAGER=cat git -c core.pager=\"sed s/^/P:/\" prune-gone -n", true),
      ("GIT_PAGER=cat git -c core.pager=\"sed s/^/P:/\" prune-gone -n", false),
      ("GIT_PAGER= PAGER=\"sed s/^/P:/\" git prune-gone -n", false),
      ("GIT_PAGER=nosuchpager git prune-gone -n", false),
      ("GIT_PAGER=\"sed s/^/P:/\" git -P prune-gone -n", false),
      ("GIT_PAGER=\"sed s/^/P:/\" git -c pager.prune-gone=false prune-gone -n", false),
      ("GIT_PAGER_IN_USE=1 GIT_PAGER=\"sed s/^/P:/\" git prune-gone -n", false),
      ("GIT_PAGER=\"sed s/^/P:/\" git prune-gone -n | cat", false),
      ("GIT_PAGER=\"sed s/^/P:/\" git prune-gone -n --json", false),
      ("GIT_PAGER=\"sed s/^/P:/\" git prune-gone", false),
      ("GIT_PAGER=\"sed s/^/P:/\" git -c pager.prune-gone=true prune-gone -n", true),
    ] as [(ByteString, Bool)]
  )
  func thePagerIsGits(command: ByteString, isPaged: Bool) throws {
    let lab = try Lab("\(Self.merged); git prune-gone -q a")
    let shown = try show(lab, command)
    #expect(!shown.isEmpty)
    #expect(shown.lines.contains { $0.hasPrefix("P:") } == isPaged, "\(shown)")
    // Once, not twice.
    #expect(!shown.contains("P:P:"))
  }

  // MARK: a slow remote

  @Test func aSlowRemoteIsNamed() throws {
    let lab = try Lab(
      """
      \(Self.merged); printf '#!/bin/sh\\nsleep 2; exec git-upload-pack "$@"\\n' >../slow
      chmod +x ../slow; git config remote.origin.uploadpack "$PWD/../slow"
      """
    )
    let shown = try show(lab, "git prune-gone -n")
    #expect(shown.contains("asking 'origin' ..."), "\(shown)")
    #expect(shown.contains("would delete 3 branches"))
    // Nobody reads a word in a file.
    #expect(try !lab.prune("-n").errorOutput.contains("asking"))
    #expect(try !show(lab, "git prune-gone -n -q").contains("asking"))
  }

  // MARK: Ctrl-C

  @Test(arguments: [SIGINT, SIGTERM], [["-n"], [], ["--under", "."]] as [[ByteString]])
  func aSignalSaysOneLine(signal: Int32, arguments: [ByteString]) throws {
    let lab = try Lab(
      """
      \(Self.merged); printf '#!/bin/sh\\ntouch ../reached; exec sleep 60\\n' >../slow
      chmod +x ../slow; git config remote.origin.uploadpack "$PWD/../slow"
      """
    )
    let before = try lab.state()
    var process = Subprocess(
      "git-prune-gone",
      arguments,
      environment: lab.sandbox.environment,
      workingDirectory: lab.sandbox.workingDirectory
    )
    process.timeout = .seconds(60)
    let running = try process.start()
    while !FileSystem.exists(lab.sandbox.path("reached")) { usleep(10_000) }
    running.signal(signal)
    let result = running.wait()
    #expect(result.termination == .signaled(signal), "\(result)")
    #expect(result.errorOutput.lines.count == 1, "\(result.errorOutput)")
    #expect(result.errorOutput.hasPrefix("error: interrupted"))
    #expect(try lab.state() == before)
  }

  // MARK: hints and reasons that can be followed

  @Test func whatWasPushedNamesTheOption() throws {
    let lab = try Lab("new; feat; git branch base main; git prune-gone -q; gone feat")
    #expect(try lab.prune("-n").output.contains("was pushed as it is; --pushed deletes it"))
    _ = try lab.prune("--pushed")
    #expect(try !lab.has("feat"))
  }

  @Test(arguments: ["", "git worktree lock ../'wt 1'"] as [ByteString])
  func aMissingWorktreeIsNamed(lock: ByteString) throws {
    let lab = try Lab(
      """
      \(Self.merged); git worktree add -q ../'wt 1' feat; \(lock.isEmpty ? "true" : lock)
      """
    )
    #expect(try !lab.prune("-n").errorOutput.contains("worktree prune"))
    try lab.bash("rm -r ../'wt 1'")
    let result = try lab.prune()
    #expect(try lab.has("feat"))
    let hint = try #require(result.errorOutput.lines.first { $0.contains("worktree prune") })
    let range = try #require(hint.firstRange(of: "for good: "))
    try lab.bash(ByteString(hint.bytes[range.upperBound...]))
    _ = try lab.prune()
    #expect(try !lab.has("feat"))
  }

  @Test func aHookThatRefusesIsHeard() throws {
    let lab = try Lab(
      #"""
      new; feat; git merge -q feat; git push -q; gone feat
      printf '#!/bin/sh\n[ "$1" = prepared ] || exit 0\necho policy: ask Jo first; exit 1\n' \
        >.git/hooks/reference-transaction
      chmod +x .git/hooks/reference-transaction
      """#
    )
    let before = try lab.state()
    let result = try lab.prune("--no-fetch")
    #expect(result.shellStatus == 1)
    #expect(result.errorOutput.contains("policy: ask Jo first"), "\(result.errorOutput)")
    #expect(result.errorOutput.lines.filter { $0.contains("policy") }.count == 1)
    #expect(try lab.state() == before)
  }

  @Test func oneCauseIsSaidOnce() throws {
    let lab = try Lab(
      #"""
      \#(Self.merged)
      printf '#!/bin/sh\n[ "$1" = prepared ] && exit 1; exit 0\n' >.git/hooks/reference-transaction
      chmod +x .git/hooks/reference-transaction
      """#
    )
    let result = try lab.prune("--no-fetch")
    #expect(result.shellStatus == 1)
    #expect(result.errorOutput.lines.count == 1, "\(result.errorOutput)")
    #expect(result.errorOutput.contains("branch 'a' and 2 others are kept"))
  }

  // MARK: 43: judged by HEAD

  @Test func aFailingPostCheckoutHookIsAWarning() throws {
    let lab = try Lab(
      """
      new; feat; git merge -q feat; git push -q; git switch -q feat; gone feat
      printf '#!/bin/sh\\necho no lfs here >&2; exit 2\\n' >.git/hooks/post-checkout
      chmod +x .git/hooks/post-checkout
      """
    )
    let result = try lab.prune("--switch")
    #expect(result.shellStatus == 0, "\(result.errorOutput)")
    #expect(result.errorOutput.contains("warning: the post-checkout hook failed: no lfs here"))
    #expect(try lab.branches() == ["main"])
    #expect(try lab.git("symbolic-ref", "--short", "HEAD") == "main")
  }

  @Test func aSwitchThatGitRefusesIsRefused() throws {
    let lab = try Lab(
      """
      new; feat; git merge -q feat; git push -q; git switch -q feat; gone feat
      git branch -q other feat; git config branch.other.remote origin
      git config branch.other.merge refs/heads/other; touch .git/index.lock
      """
    )
    let result = try lab.prune("--switch")
    #expect(result.shellStatus == 128)
    #expect(result.errorOutput.contains("hint: without --switch"))
    try FileSystem.remove(lab.sandbox.path("w/.git/index.lock"))
    #expect(try lab.prune().shellStatus == 0)
    #expect(try lab.branches() == ["feat", "main"])
  }

  // MARK: 3 comes with what to do

  @Test func aBreakerSaysWhereToLook() throws {
    let lab = try Lab("\(Self.merged); rm -rf ../remote.git; git init -q --bare ../remote.git")
    let result = try lab.prune()
    #expect(result.shellStatus == 3)
    let hint = try #require(result.errorOutput.lines.first { $0.hasPrefix("hint: see what") })
    let range = try #require(hint.firstRange(of: "has: "))
    try lab.bash(ByteString(hint.bytes[range.upperBound...]))
    let limited = try Lab(Self.merged)
    let stopped = try limited.prune("--max-deletes", "2")
    #expect(stopped.shellStatus == 3)
    #expect(stopped.errorOutput.contains("hint: see which: git prune-gone --dry-run"))
    #expect(try limited.prune("--dry-run").output.contains("would delete 3 branches"))
    #expect(try limited.prune("--max-deletes", "3").shellStatus == 0)
  }
}
