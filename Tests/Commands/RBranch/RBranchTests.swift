import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// `git rbranch` against real repositories and remotes; R numbers are those of the specification.
struct RBranchTests {
  private let upstreamOf: ByteString = "--format=%(refname:lstrip=2)|%(upstream)|%(upstream:track)"

  @Test func createsSwitchesPublishes() throws {
    let box = try RBranchSandbox()
    let result = try box.rbranch("feature/x")
    #expect(result.termination == .exited(0))
    let head = try box.git("rev-parse", "--short=12", "HEAD").text
    #expect(
      result.output.text == """
        created 'feature/x' at \(head) (HEAD) and switched to it
        published it to 'origin' (the only remote); its upstream is 'origin/feature/x'

        """
    )
    #expect(try box.git("symbolic-ref", "HEAD") == "refs/heads/feature/x")
    #expect(
      try box.git("for-each-ref", upstreamOf, "refs/heads/feature")
        == "feature/x|refs/remotes/origin/feature/x|"
    )
    #expect(
      try box.git("rev-parse", "origin/feature/x", "HEAD").lines.count == 2
    )
    #expect(
      try box.git("--git-dir=../remote.git", "rev-parse", "feature/x")
        == box.git("rev-parse", "main")
    )
    #expect(try box.git("switch", "-q", "-").isEmpty)
    #expect(try box.git("symbolic-ref", "--short", "HEAD") == "main")
  }

  @Test func worksFromASubfolderAndALinkedWorktree() throws {
    let box = try RBranchSandbox("mkdir sub; git worktree add -q ../linked -b side")
    box.sandbox.workingDirectory = box.sandbox.path("w/sub")
    #expect(try box.rbranch("one").succeeded)
    box.sandbox.workingDirectory = box.sandbox.path("linked")
    #expect(try box.rbranch("two").succeeded)
    #expect(try box.git("symbolic-ref", "--short", "HEAD") == "two")
    #expect(try box.git("rev-parse", "two@{upstream}") == box.git("rev-parse", "side"))
  }

  @Test func staysWithNoSwitch() throws {
    let box = try RBranchSandbox()
    let result = try box.rbranch("--no-switch", "x")
    #expect(result.succeeded)
    #expect(try box.git("symbolic-ref", "--short", "HEAD") == "main")
    #expect(
      try box.git("for-each-ref", upstreamOf, "refs/heads/x") == "x|refs/remotes/origin/x|"
    )
  }

  @Test func carriesUncommittedChangesAlong() throws {
    let box = try RBranchSandbox("echo changed >base; echo new >new")
    #expect(try box.rbranch("x").succeeded)
    #expect(try box.git("status", "--porcelain") == " M base\n?? new")
  }

  @Test(arguments: ["true", "always", "simple", "inherit", "false"])
  func setsOnlyItsOwnUpstream(autoSetup: String) throws {
    // R1, R5, R20: the start point is never what the new branch tracks.
    let box = try RBranchSandbox("git config branch.autoSetupMerge \(ByteString(autoSetup))")
    #expect(try box.rbranch("x", "origin/main").succeeded)
    #expect(
      try box.git("for-each-ref", upstreamOf, "refs/heads/x") == "x|refs/remotes/origin/x|"
    )
    #expect(try box.git("config", "--get-all", "branch.x.merge") == "refs/heads/x")
  }

  @Test func startsWhereItIsTold() throws {
    let box = try RBranchSandbox("ci base 1; git tag -am t v1; ci base 2; ci f 3")
    for (name, start) in [("a", "HEAD~1"), ("b", "v1"), ("c", "main...v1")]
      as [(ByteString, ByteString)]
    {
      #expect(try box.rbranch(name, start).succeeded)
    }
    #expect(try box.git("rev-parse", "a") == box.git("rev-parse", "main~1"))
    #expect(try box.git("rev-parse", "b") == box.git("rev-parse", "v1^{commit}"))
    #expect(try box.git("rev-parse", "c") == box.git("rev-parse", "v1^{commit}"))
    try box.expectNothingChanged(status: 128, saying: "'nope' is not a commit", "d", "nope")
    try box.expectNothingChanged(status: 128, saying: "not a commit", "d", "HEAD:base")
    try box.expectNothingChanged(status: 128, saying: "not a commit", "d", "--", "--all")
  }

  // MARK: Names

  @Test func takesNamesThatAShellWouldNot() throws {
    let box = try RBranchSandbox("git tag v1")
    let names: [ByteString] = [
      "x$(touch${IFS}PWNED)", "日本", "q'uote", "v1", "a|b&c;d", "%(refname)",
    ]
    for name in names {
      let result = try box.rbranch(name)
      #expect(result.succeeded, "\(name.text): \(result.errorOutput.text)")
      #expect(try box.git("symbolic-ref", "HEAD") == "refs/heads/\(name)")
      #expect(
        try box.git("for-each-ref", "--format=%(upstream)", "refs/heads/\(name)")
          == "refs/remotes/origin/\(name)"
      )
    }
    #expect(!FileSystem.exists(box.sandbox.path("w/PWNED")))
    #expect(!FileSystem.exists(box.sandbox.path("remote.git/PWNED")))
  }

  @Test(arguments: [
    "x y", "x$(touch PWNED)", "a..b", "HEAD", "@", "refs/heads/x", "origin/x", "x.lock", "-dash",
    "a:b", "",
  ])
  func refusesNames(name: String) throws {
    let box = try RBranchSandbox()
    try box.expectNothingChanged(status: 128, saying: "fatal: '", "--", ByteString(name))
    #expect(!FileSystem.exists(box.sandbox.path("w/PWNED")))
  }

  @Test func refusesWhatIsThere() throws {
    let box = try RBranchSandbox("feat; git branch dir/x")
    try box.expectNothingChanged(status: 128, saying: "already exists", "feat")
    try box.expectNothingChanged(status: 128, saying: "'feat'", "feat/x")
    try box.expectNothingChanged(status: 128, saying: "'dir/x'", "dir")
  }

  @Test func refusesANameThatDiffersOnlyByCase() throws {
    let box = try RBranchSandbox("git branch Feature; git config core.ignoreCase true")
    try box.expectNothingChanged(status: 128, saying: "only by case", "feature")
    _ = try box.git("config", "core.ignoreCase", "false")
    #expect(try box.rbranch("feature").succeeded)
  }

  @Test func putsThePrefixBefore() throws {
    let box = try RBranchSandbox("git config rbranch.prefix '{user}/'")
    #expect(try box.rbranch("x").succeeded)
    #expect(try box.rbranch("home/y").succeeded)
    #expect(
      try box.git("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/home")
        == "home/x\nhome/y"
    )
    #expect(try box.rbranch("--publish", "main").succeeded)
    // The identity of this folder counts.
    _ = try box.git("config", "user.email", "7+jane@users.noreply.github.com")
    #expect(try box.rbranch("--no-switch", "z").output.text.contains("'jane/z'"))
  }

  @Test func warnsOfAGuessedIdentity() throws {
    let box = try RBranchSandbox()
    try FileSystem.writeAtomically("", to: box.sandbox.home.appendingPath(".gitconfig"))
    let result = try box.rbranch("x")
    #expect(result.succeeded)
    #expect(result.errorOutput.lines.first?.text.contains("git whoami") == true)
    #expect(
      try !box.rbranch("--porcelain", "y").output.lines.filter { $0.hasPrefix("message\t") }.isEmpty
    )
  }

  // MARK: Preflight

  @Test func refusesAnUnbornHead() throws {  // R15
    let box = try RBranchSandbox(
      "git init -q ../empty; git -C ../empty remote add origin ../remote.git"
    )
    box.sandbox.workingDirectory = box.sandbox.path("empty")
    let result = try box.rbranch("x")
    #expect(result.termination == .exited(128))
    #expect(result.errorOutput.text.contains("no commit yet"))
    #expect(try box.git("symbolic-ref", "HEAD") == "refs/heads/main")
  }

  @Test(arguments: [
    ("merge", "git merge feat"), ("rebase", "git rebase feat"),
    ("cherry-pick", "git cherry-pick feat"), ("revert", "git revert HEAD~1"),
    ("bisect", "git bisect start HEAD HEAD~1"), ("am", "git am p"),
  ])
  func refusesDuring(operation: String, command: String) throws {  // R16
    let box = try RBranchSandbox(
      """
      git switch -qc feat; ci base feat; git switch -q main; ci base main; ci base again
      git format-patch -q -1 --stdout feat >p
      \(ByteString(command)) >/dev/null 2>&1 || true
      """
    )
    try box.expectNothingChanged(status: 128, saying: "a \(operation) is in progress", "x")
  }

  @Test func refusesASwitchThatWouldLoseAChange() throws {  // R4
    let box = try RBranchSandbox("ci base 1; echo mine >base")
    try box.expectNothingChanged(status: 128, saying: "losing changes", "x", "HEAD~1")
    #expect(try box.rbranch("--no-switch", "x", "HEAD~1").succeeded)
    let other = try RBranchSandbox("ci base 1; echo mine >untracked; touch -d tomorrow base")
    #expect(try other.rbranch("x", "HEAD~1").succeeded)
    #expect(try other.git("status", "--porcelain") == "?? untracked")
  }

  @Test func choosesTheRemote() throws {  // R6, R7
    let box = try RBranchSandbox(
      "git remote rename origin a; git init -q --bare ../b.git; git remote add b ../b.git"
    )
    _ = try box.git("config", "--remove-section", "branch.main")
    try box.expectNothingChanged(status: 128, saying: "'a', 'b'", "x")
    _ = try box.git("config", "remote.pushDefault", "b")
    let result = try box.rbranch("x")
    #expect(result.output.text.contains("'b' (remote.pushDefault); its upstream is 'b/x'"))
    _ = try box.git("config", "rbranch.remote", "a")
    #expect(try box.rbranch("y").output.text.contains("'a' (rbranch.remote)"))
    #expect(try box.rbranch("z", "-r", "b").output.text.contains("'b' (--remote)"))
    try box.expectNothingChanged(
      status: 128,
      saying: "git remote add <name> ../b.git",
      "-r",
      "../b.git",
      "u"
    )
    try box.expectNothingChanged(status: 128, saying: "no remote 'c'", "-r", "c", "u")
    let bare = try RBranchSandbox("git remote remove origin")
    try bare.expectNothingChanged(status: 128, saying: "no remote is configured", "x")
  }

  @Test func refusesAPushMirror() throws {  // R23
    let box = try RBranchSandbox("git config remote.origin.mirror true")
    try box.expectNothingChanged(status: 128, saying: "push mirror", "x")
  }

  @Test func pushesNoTagsAlong() throws {  // R23
    let box = try RBranchSandbox("git config push.followTags true; git tag -am t v1")
    #expect(try box.rbranch("x").succeeded)
    #expect(try box.git("--git-dir=../remote.git", "tag").isEmpty)
  }

  // MARK: Publishing

  @Test func neverMovesABranchOfTheServer() throws {  // R2, R10
    let box = try RBranchSandbox(
      """
      git push -q origin main:refs/heads/taken main:refs/heads/same
      git update-ref -d refs/remotes/origin/taken; git update-ref -d refs/remotes/origin/same
      ci base 1
      """
    )
    try box.expectNothingChanged(status: 1, saying: "already has a branch 'taken'", "taken")
    try box.expectNothingChanged(status: 1, saying: "already has a branch 'same'", "same", "main~1")
  }

  @Test func warnsWhenTheFetchRefspecsLeaveItOut() throws {  // R3
    let box = try RBranchSandbox("git remote set-branches origin main")
    let result = try box.rbranch("--json", "x")
    #expect(result.termination == .exited(0))
    #expect(result.output.text.contains("\"upstream\": null"))
    #expect(result.output.text.contains("git remote set-branches --add origin x"))
    #expect(try box.git("config", "branch.x.merge") == "refs/heads/x")
  }

  @Test func rollsBackWhenAHookRefuses() throws {  // R9, R12
    let box = try RBranchSandbox(
      "printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/pre-push; chmod +x .git/hooks/pre-push"
    )
    try box.expectNothingChanged(status: 1, saying: "rolled back", "x")
    try box.expectNothingChanged(status: 1, saying: "rolled back", "--no-switch", "x")
    #expect(try box.rbranch("--no-verify", "x").succeeded)
    let server = try RBranchSandbox(
      "printf '#!/bin/sh\\necho no entry; exit 1\\n' >../remote.git/hooks/pre-receive; chmod +x ../remote.git/hooks/pre-receive"
    )
    try server.expectNothingChanged(status: 1, saying: "pre-receive hook declined", "x")
    try server.expectNothingChanged(status: 1, saying: "remote: no entry", "x")
  }

  @Test func rollsBackToWhereItWas() throws {  // R24
    for setUp in [
      "true", "git switch -qc other; git switch -q main", "git switch -q --detach",
      "ci base 1; git switch -qc other HEAD~1",
    ] as [ByteString] {
      let box = try RBranchSandbox(
        "ci base 9; \(setUp); printf '#!/bin/sh\\nexit 1\\n' >../remote.git/hooks/update; chmod +x ../remote.git/hooks/update"
      )
      try box.expectNothingChanged(status: 1, saying: "rolled back", "feature/x")
      try box.expectNothingChanged(status: 1, saying: "rolled back", "x", "main~1")
    }
  }

  @Test func keepsTheBranchIfAsked() throws {
    let box = try RBranchSandbox(
      "printf '#!/bin/sh\\nexit 1\\n' >../remote.git/hooks/update; chmod +x ../remote.git/hooks/update"
    )
    let result = try box.rbranch("--keep", "x")
    #expect(result.termination == .exited(1))
    #expect(result.errorOutput.text.contains("kept the local branch 'x'"))
    #expect(result.errorOutput.text.contains("git rbranch --publish x"))
    #expect(try box.git("symbolic-ref", "--short", "HEAD") == "x")
    #expect(try box.git("config", "--get-regexp", "^branch\\.x\\.").isEmpty)
    try FileSystem.remove(box.sandbox.path("remote.git/hooks/update"))
    #expect(try box.rbranch("--publish").succeeded)
  }

  @Test func explainsANameThatTheServerCannotHold() throws {  // R11
    let box = try RBranchSandbox(
      "git push -q origin main:refs/heads/feat; git update-ref -d refs/remotes/origin/feat"
    )
    try box.expectNothingChanged(status: 1, saying: "'origin' has a branch 'feat'", "feat/x")
  }

  @Test func explainsMissingPushOptions() throws {  // R13
    let box = try RBranchSandbox()
    try box.expectNothingChanged(status: 1, saying: "--push-option", "-o", "ci.skip", "x")
    _ = try box.git("--git-dir=../remote.git", "config", "receive.advertisePushOptions", "true")
    #expect(try box.rbranch("-o", "ci.skip", "x").succeeded)
  }

  @Test func pushesItsOwnRefWhateverAHookDoes() throws {  // R17
    let box = try RBranchSandbox(
      "printf '#!/bin/sh\\ngit switch -q main\\n' >.git/hooks/pre-push; chmod +x .git/hooks/pre-push"
    )
    let result = try box.rbranch("--porcelain", "x")
    #expect(result.succeeded)
    #expect(result.output.text.contains("switched\tfalse"))
    #expect(try box.git("for-each-ref", upstreamOf, "refs/heads/x") == "x|refs/remotes/origin/x|")
    #expect(
      try box.git("for-each-ref", upstreamOf, "refs/heads/main") == "main|refs/remotes/origin/main|"
    )
  }

  @Test func clearsLeftOverConfiguration() throws {  // R18
    let box = try RBranchSandbox(
      "git config branch.x.pushRemote nowhere; git config branch.x.description old; git config branch.x.merge refs/heads/z"
    )
    try FileSystem.writeAtomically(
      "#!/bin/sh\nexit 1\n",
      to: box.sandbox.path("remote.git/hooks/update"),
      permissions: 0o755
    )
    try box.expectNothingChanged(status: 1, saying: "rolled back", "x")
    try FileSystem.remove(box.sandbox.path("remote.git/hooks/update"))
    let result = try box.rbranch("x")
    #expect(
      result.output.text.contains("removed the left-over configuration 'branch.x.pushremote'")
    )
    #expect(
      try box.git("config", "--get-regexp", "^branch\\.x\\.")
        == "branch.x.remote origin\nbranch.x.merge refs/heads/x"
    )
  }

  @Test func refusesALockedConfiguration() throws {  // R21
    let box = try RBranchSandbox("touch .git/config.lock")
    try box.expectNothingChanged(status: 1, saying: "config.lock", "x")
    // Unlocked in time, the upstream is set after all.
    let late = try RBranchSandbox(
      "touch .git/config.lock; printf '#!/bin/sh\\n(sleep 0.5; rm .git/config.lock) >/dev/null 2>&1 &\\n' >.git/hooks/pre-push; chmod +x .git/hooks/pre-push"
    )
    let result = try late.rbranch("x")
    #expect(result.succeeded, "\(result.errorOutput.text)")
    #expect(try late.git("for-each-ref", upstreamOf, "refs/heads/x") == "x|refs/remotes/origin/x|")
  }

  @Test func namesAStaleRefInTheWay() throws {  // R22
    let box = try RBranchSandbox(
      "feat; git branch -qD feat; git --git-dir=../remote.git branch -qD feat"
    )
    try box.expectNothingChanged(status: 128, saying: "git fetch --prune origin", "feat/x")
    _ = try box.git("fetch", "-q", "--prune", "origin")
    #expect(try box.rbranch("feat/x").succeeded)
  }

  @Test func rollsBackWithoutANetwork() throws {
    let box = try RBranchSandbox("git remote set-url origin /nonexistent/x.git")
    try box.expectNothingChanged(status: 1, saying: "rolled back", "x")
  }

  @Test func leavesWhatWasTouchedMeanwhile() throws {
    let box = try RBranchSandbox(
      "printf '#!/bin/sh\\ngit commit -q --allow-empty -m more\\nexit 1\\n' >.git/hooks/pre-push; chmod +x .git/hooks/pre-push"
    )
    let result = try box.rbranch("x")
    #expect(result.termination == .exited(1))
    #expect(result.errorOutput.text.contains("has moved on"))
    #expect(result.errorOutput.text.contains("git branch -D x"))
    #expect(try box.git("log", "-1", "--format=%s", "x") == "more")
  }

  // MARK: --publish, --from-default, -n, output

  @Test func publishesWhatExists() throws {
    let box = try RBranchSandbox("git switch -qc x; ci f 1")
    #expect(
      try box.rbranch("--publish").output.text
        == "published 'x' to 'origin' (the only remote); its upstream is 'origin/x'\n"
    )
    let again = try box.rbranch("--publish", "--json", "x")
    #expect(again.succeeded)
    #expect(again.output.text.contains("\"pushed\": false"))
    _ = try box.git("branch", "--unset-upstream")
    #expect(try box.rbranch("--publish").succeeded)
    #expect(try box.git("rev-parse", "--abbrev-ref", "@{upstream}") == "origin/x")
    _ = try box.sandbox.bash("cd '\(box.sandbox.workingDirectory)'; ci f 2")
    try box.expectNothingChanged(status: 1, saying: "git push origin x", "--publish")
    try box.expectNothingChanged(status: 128, saying: "no branch 'y'", "--publish", "y")
    _ = try box.git("switch", "-q", "--detach")
    try box.expectNothingChanged(status: 128, saying: "detached", "--publish")
    for arguments in [
      ["--publish", "--keep"], ["--publish", "--no-switch"], ["--publish", "--from-default"],
      ["--publish", "x", "main"], ["--from-default", "y", "main"], ["--json", "--porcelain", "y"],
      [], ["a", "b", "c"],
    ] as [[ByteString]] {
      #expect(try box.sandbox.run("git", ["rbranch"] + arguments).termination == .exited(129))
    }
  }

  @Test func startsFromTheDefaultBranchOfNow() throws {
    let box = try RBranchSandbox(
      "git clone -q ../remote.git ../other; (cd ../other; ci base 7; git push -q); git switch -qc side; ci g 1"
    )
    let result = try box.rbranch("--from-default", "x")
    #expect(result.succeeded, "\(result.errorOutput.text)")
    #expect(try box.git("rev-parse", "x") == box.git("-C", "../other", "rev-parse", "HEAD"))
    #expect(try box.git("rev-parse", "origin/main") == box.git("rev-parse", "x"))
    _ = try box.git("--git-dir=../remote.git", "branch", "-m", "main", "trunk")
    #expect(try box.rbranch("--from-default", "y").output.text.contains("(origin/trunk)"))
  }

  @Test func aDryRunOnlyLooks() throws {
    let box = try RBranchSandbox(
      "git push -q origin main:refs/heads/taken; git update-ref -d refs/remotes/origin/taken; git config branch.x.description old"
    )
    let before = try box.state()
    let result = try box.rbranch("-n", "x")
    let head = try box.git("rev-parse", "--short=12", "HEAD").text
    #expect(
      result.output.text == """
        would create 'x' at \(head) (HEAD)
        would remove the left-over configuration 'branch.x.description'
        would switch to 'x'
        would push 'x' to 'origin' (the only remote)
        would set its upstream to 'origin/x'

        """
    )
    #expect(try box.state() == before)
    try box.expectNothingChanged(status: 128, saying: "already has a branch", "-n", "taken")
    try box.expectNothingChanged(status: 0, "-n", "--from-default", "x")
  }

  @Test func printsForScripts() throws {
    let box = try RBranchSandbox(
      "git remote set-url origin https://me:secret@example.invalid/x.git; git remote set-url --push origin ../remote.git"
    )
    let result = try box.rbranch("--porcelain", "a\"b")
    let oid = try box.git("rev-parse", "HEAD").text
    #expect(
      result.output.text == """
        # rbranch v1
        branch\t"a\\"b"
        start\tHEAD
        oid\t\(oid)
        remote.name\torigin
        remote.why\tthe only remote
        remote.url\t../remote.git
        upstream\t"origin/a\\"b"
        switched\ttrue
        pushed\ttrue
        rolledBack\tfalse
        pullRequest\t
        message\t"pushes to 'origin' go to '../remote.git', but fetches come from \
        'https://me:***@example.invalid/x.git': a fetch will not see 'a\\"b'"

        """
    )
    let records = try box.rbranch("--porcelain", "-z", "-n", "c\"d").output.split(on: 0)
    #expect(records.prefix(2) == ["# rbranch v1", "branch\tc\"d"])
    #expect(try box.rbranch("-z", "e").termination == .exited(129))
    _ = try box.git("remote", "set-url", "--push", "origin", "https://me:secret@127.0.0.1:1/x.git")
    let failed = try box.rbranch("--json", "b")
    #expect(failed.termination == .exited(1))
    #expect(failed.output.text.contains("\"rolledBack\": true"))
    #expect(!(failed.output + failed.errorOutput).text.contains("secret"))
    #expect(failed.output.text.contains("https://me:***@127.0.0.1:1/x.git"))
  }

  @Test func isQuiet() throws {
    let box = try RBranchSandbox()
    let result = try box.rbranch("-q", "x")
    #expect(result.succeeded)
    #expect(result.output.isEmpty)
    #expect(result.errorOutput.isEmpty)
  }

  @Test func saysEachStep() throws {
    let box = try RBranchSandbox()
    let said = try box.rbranch("-v", "x").errorOutput.text
    #expect(said.contains("git switch --quiet --no-track --no-guess -c x\n"))
    #expect(said.contains("refs/heads/x:refs/heads/x\n"))
  }

  @Test func needsARepository() throws {
    let box = try RBranchSandbox()
    box.sandbox.workingDirectory = box.sandbox.root
    let result = try box.rbranch("x")
    #expect(result.termination == .exited(128))
    #expect(result.errorOutput.text.hasPrefix("fatal: not a git repository"))
  }
}
