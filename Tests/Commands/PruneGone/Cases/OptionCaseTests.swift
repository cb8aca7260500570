import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// Options, output and exit statuses.
@Suite struct OptionCaseTests {
  private static let merged: ByteString = """
    new; feat; git merge -q feat; git push -q
    for b in a b; do git branch -q $b feat; git push -qu origin $b; done
    for b in a b feat; do git --git-dir=../remote.git branch -qD $b; done; git fetch -qp
    """

  // MARK: the command line

  @Test(
    arguments: [
      (["--json", "--porcelain"], 129), (["-z"], 129), (["--json", "-z"], 129), (["--forc"], 129),
      (["--push"], 129), (["--max-deletes", "x"], 129), (["--older-than", "-1"], 129),
      (["--older-than", "x"], 129), (["--nonsense"], 129), (["--log", "x"], 129), (["-h"], 129),
      (["--older-than", "9223372036854775807", "-n"], 0), (["--undo", "--log"], 129),
      (["--apply", "p", "x"], 129), (["--jobs", "2"], 129), (["--under", ".", "--jobs", "0"], 129),
      (["-i", "--under", "."], 129),
      (["-i"], 128), (["--dry"], 0), (["--no-fet"], 0), (["--porcel"], 0),
      (["--apply", "nosuch"], 128), (["--under", "nosuch"], 128), (["--version"], 0),
    ] as [([ByteString], Int32)]
  )
  func commandLinesGiveTheirStatus(arguments: [ByteString], status: Int32) throws {
    let lab = try Lab(Self.merged)
    let before = try lab.state()
    let result = try lab.sandbox.run("git", ["prune-gone"] + arguments)
    #expect(result.shellStatus == status, "\(result.errorOutput)")
    if status != 0 { #expect(try lab.state() == before) }
    #expect(!(result.output + result.errorOutput).isEmpty)
  }

  @Test func theDeclarationIsComplete() {
    #expect(PruneGoneDeclaration.problems.isEmpty)
  }

  // MARK: filters

  @Test func patternsAndProtectionChoose() throws {
    let lab = try Lab(
      """
      \(Self.merged); git branch -q x/y/z feat; git config branch.x/y/z.remote origin
      git config branch.x/y/z.merge refs/heads/x/y/z; git config --add prune-gone.protect 'x*'
      git config branch.b.deleteMerged false
      """
    )
    let report = try lab.report("-n", "--protect", "fe?t")
    #expect(try report.fate("x/y/z") == "keep/protected")
    #expect(try report.fate("feat") == "keep/protected")
    #expect(try report.fate("b") == "keep/protected")
    #expect(try report.fate("a") == "delete")
    #expect(try lab.prune("-n").output.contains("git branch -D"))
    let chosen = try lab.report("f*")
    #expect(try chosen.fate("feat") == "deleted")
    #expect(try chosen.fate("a") == "keep/filtered")
  }

  @Test func mineMeansTheTipsAuthor() throws {
    let lab = try Lab(
      """
      \(Self.merged); git -c user.email=other@example.com switch -q a
      GIT_AUTHOR_EMAIL=other@example.com git commit -q --allow-empty -m x; git switch -q main
      git merge -q a; git push -q
      """
    )
    let report = try lab.report("-n", "--mine")
    #expect(try report.fate("a") == "keep/filtered")
    #expect(try report.fate("feat") == "delete")
    // The identity is that of this repository.
    try lab.git("config", "user.email", "other@example.com")
    #expect(try lab.report("-n", "--mine").fate("a") == "delete")
    lab.sandbox.set("GIT_AUTHOR_EMAIL", "third@example.com")
    #expect(try lab.report("-n", "--mine").fate("a") == "keep/filtered")
  }

  @Test func olderThanCountsFromTheCommitterDate() throws {
    let lab = try Lab(
      """
      new; now=$(date +%s)
      for days in 3 10; do
        git switch -qc d$days main
        GIT_COMMITTER_DATE="@$((now - days * 86400 - 60)) +0000" git commit -q --allow-empty -m x
        git push -qu origin d$days; git switch -q main; git merge -q --no-ff -m m d$days
      done
      git push -q; for d in d3 d10; do git --git-dir=../remote.git branch -qD $d; done
      """
    )
    let report = try lab.report("-n", "--older-than", "9")
    #expect(try report.fate("d3") == "keep/filtered")
    #expect(try report.fate("d10") == "delete")
    #expect(try lab.report("-n", "--older-than=10").fate("d10") == "delete")
    #expect(try lab.report("-n", "--older-than=11").fate("d10") == "keep/filtered")
  }

  @Test func maxDeletesStopsEverything() throws {
    let lab = try Lab(Self.merged)
    let before = try lab.state()
    for limit: ByteString in ["2", "0", "74%"] {
      let report = try lab.report("--max-deletes", limit)
      #expect(report.status == 3)
      #expect(try report.fate("a") == "keep/breaker")
      #expect(try lab.state() == before)
    }
    #expect(try lab.report("--max-deletes", "75%").status == 0)
    #expect(try lab.branches() == ["main"])
  }

  @Test(arguments: ["merged", "pushed", "all"] as [ByteString])
  func configurationSetsWhatGoes(level: ByteString) throws {
    let lab = try Lab(
      "new; feat; git switch -qc own; ci o 1; git push -qu origin own; ci o 2; git switch -q main"
    )
    _ = try lab.prune()
    try lab.bash("gone feat; gone own; git config prune-gone.delete \(level)")
    let report = try lab.report("-n")
    #expect(try report.fate("feat") == (level == "merged" ? "keep/unproven" : "delete"))
    #expect(try report.fate("own") == (level == "all" ? "delete" : "keep/unproven"))
    #expect(try lab.report("-n", "--no-force").fate("feat") == "keep/unproven")
    try lab.git("config", "prune-gone.delete", "nonsense")
    #expect(try lab.prune("-n").shellStatus == 128)
  }

  @Test(
    arguments: [
      ("timeout", "0"), ("timeout", "-5"), ("keep", "-1"), ("keep", "9223372036854775807"),
      ("keep", "x"), ("delete", "some"),
    ] as [(ByteString, ByteString)]
  )
  func configurationOutOfRangeIsRefused(key: ByteString, value: ByteString) throws {
    let lab = try Lab("\(Self.merged); git config prune-gone.\(key) \(value)")
    let result = try lab.prune()
    #expect(result.shellStatus == 128)
    #expect(result.errorOutput.contains("prune-gone.\(key)"))
    #expect(try lab.branches() == ["a", "b", "feat", "main"])
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "99999999999999999999"])
  func anyDateInACommitCanBeCompared(date: ByteString) throws {
    let lab = try Lab(
      """
      new
      tip=$(printf 'tree %s\nparent %s\nauthor a <a@b> %s +0000\ncommitter a <a@b> %s +0000\n\nx\n' \
        $(git rev-parse main^{tree} main) \(date) \(date) \
        | git hash-object -t commit -w --stdin --literally)
      git update-ref refs/heads/odd $tip; git config branch.odd.remote origin
      git config branch.odd.merge refs/heads/odd
      """
    )
    #expect(try lab.report("-n", "--older-than", "1")["odd"].state == "gone")
  }

  // MARK: refusals

  @Test func oneBranchThatGitRefusesDoesNotStopTheRest() throws {
    let lab = try Lab("\(Self.merged); touch .git/refs/heads/a.lock")
    let report = try lab.report()
    #expect(report.status == 1)
    #expect(try report.fate("a") == "failed")
    #expect(try report["a"].explanation.hasPrefix("cannot lock ref 'refs/heads/a'"))
    #expect(try report.fate("b") == "deleted")
    #expect(try report.fate("feat") == "deleted")
    #expect(try lab.branches() == ["a", "main"])
    #expect(try lab.git("config", "branch.a.remote") == "origin")
    #expect(try lab.prune("--undo").succeeded)
    #expect(try lab.branches() == ["a", "b", "feat", "main"])
  }

  // MARK: plans

  @Test func aReviewedPlanIsCarriedOut() throws {
    let lab = try Lab(Self.merged)
    let plan = try lab.prune("-n", "--json").output
    try lab.sandbox.write(plan, to: "plan.json")
    // Another branch that came up since is not in the plan.
    try lab.bash(
      "git branch -q late feat; git config branch.late.remote origin; git config branch.late.merge refs/heads/late"
    )
    try lab.bash("git switch -q b; git commit -q --allow-empty -m moved; git switch -q main")
    try lab.git("worktree", "add", "-q", "../wt", "a")
    let report = try lab.report("--apply", "plan.json")
    #expect(report.status == 1)
    #expect(try report.fate("feat") == "deleted")
    #expect(try report.fate("b") == "keep/moved")
    #expect(try report.fate("a") == "keep/held")
    #expect(try report.fate("late") == "keep/filtered")
    #expect(try lab.branches() == ["a", "b", "late", "main"])
    // What is gone already has changed, too.
    #expect(try lab.prune("--apply", "plan.json").shellStatus == 1)
  }

  @Test func proofsAreLookedAtAgain() throws {
    let lab = try Lab("\(Self.merged); git switch -q --detach main")
    let plan = try lab.prune("-n", "--json").output
    try lab.sandbox.write(plan, to: "../plan.json")
    try lab.bash("git branch -qf main main~1; git push -qf origin main")
    let report = try lab.report("--apply", "../plan.json")
    #expect(try report.fate("feat") == "keep/unproven")
    #expect(try report.fate("a") == "keep/unproven")
  }

  @Test func aForcedPlanKeepsItsMeaning() throws {
    let lab = try Lab("new; feat; gone feat")
    let plan = try lab.prune("-n", "--force", "--json").output
    try lab.sandbox.write(plan, to: "plan.json")
    #expect(try lab.report("--apply", "plan.json", "-n").fate("feat") == "delete")
    #expect(try lab.report("--apply", "plan.json").fate("feat") == "deleted")
    try lab.sandbox.write("{}", to: "plan.json")
    #expect(try lab.prune("--apply", "plan.json").shellStatus == 128)
  }

  // MARK: dry runs

  @Test func aDryRunWritesNothing() throws {
    let lab = try Lab("\(Self.merged); git --git-dir=../remote.git branch -q new main")
    let list = "find .git -type f -newer ../stamp | sort" as ByteString
    try lab.bash("touch ../stamp; sleep 0.05")
    _ = try lab.prune("-n", "--force", "--switch")
    #expect(try lab.bash(list).isEmpty)
    #expect(try lab.git("for-each-ref", "refs/remotes/origin/new").isEmpty)
  }

  // MARK: output

  @Test func peopleReadWhatBecameOfEachBranch() throws {
    let lab = try Lab(
      "\(Self.merged); git switch -qc own; ci o 1; git config branch.own.remote origin; git config branch.own.merge refs/heads/own; git switch -q main"
    )
    let result = try lab.prune("--no-fetch")
    let lines = result.output.lines
    #expect(lines[0] == "deleted 3 branches:")
    #expect(lines[1] == "  a     merged into origin/main")
    #expect(lines[4] == "kept 1 branch:")
    #expect(lines[5] == "  own  1 commit that is nowhere else")
    #expect(lines.last?.hasPrefix("bring them back with: git prune-gone --undo=") == true)
    #expect(result.errorOutput.isEmpty)
    #expect(try lab.prune("-q").output.isEmpty)
    #expect(try lab.prune("-v").output.contains("main  its upstream is there"))
  }

  @Test func hostileNamesNeverReachTheTerminalRaw() throws {
    let lab = try Lab(
      "new; name=$(printf 'x\\302\\233\\342\\200\\256y'); git branch \"$name\"; git config branch.$name.remote origin; git config branch.$name.merge refs/heads/$name"
    )
    let result = try lab.prune("-n")
    #expect(result.output.contains("x<U+009B><U+202E>y"))
  }

  @Test func secretsInAddressesAreNeitherShownNorStored() throws {
    let lab = try Lab(
      """
      \(Self.merged)
      git remote set-url origin 'http://user:s3cret@127.0.0.1:9/r.git'
      git config url.http://127.0.0.1:9/.insteadOf nothing
      """
    )
    let result = try lab.prune("--json")
    #expect(result.shellStatus == 2)
    #expect(!(result.output + result.errorOutput).contains("s3cret"))
    let stored = try lab.bash("grep -rl s3cret .git | grep -v '^.git/config$' || true")
    #expect(stored.isEmpty)
    #expect(try lab.sandbox.read(".git/prune-gone/seen").contains("http://user:***@127.0.0.1:9/"))
  }

  // MARK: 26: nothing waits for an answer

  @Test(.timeLimit(.minutes(1)))
  func aServerThatAsksForAPasswordFailsAtOnce() throws {
    let lab = try Lab(
      """
      \(Self.merged)
      git config credential.helper '!f() { sleep 100; }; f'
      git config prune-gone.timeout 2
      cat >../server.py <<'END'
      import http.server, sys
      class H(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              self.send_response(401); self.send_header('WWW-Authenticate', 'Basic realm="x"')
              self.send_header('Content-Length', '0'); self.end_headers()
          def log_message(self, *a): pass
      s = http.server.HTTPServer(('127.0.0.1', 0), H)
      print(s.server_port, flush=True); sys.stdout.close(); s.serve_forever()
      END
      """
    )
    let output = try lab.bash(
      """
      exec 3< <(python3 ../server.py 2>/dev/null); server=$!
      read -r port <&3
      git remote set-url origin http://127.0.0.1:$port/r.git
      status=0; git prune-gone --json >../out 2>../err </dev/null || status=$?; echo $status
      git config --unset credential.helper
      status=0; git prune-gone --json >../out2 2>../err2 </dev/null || status=$?; echo $status
      kill $server
      """
    )
    #expect(output == "2\n2")
    #expect(try FileSystem.read(lab.sandbox.path("err")).contains("no answer within 2 s"))
    #expect(try lab.has("feat"))
  }

  @Test func theSshCommandInForceKeepsWorking() throws {
    let lab = try Lab(
      """
      \(Self.merged)
      printf '#!/bin/sh\\necho "$@" >>"%s/../ssh.log"\\nexit 255\\n' "$PWD" >../ssh; chmod +x ../ssh
      git remote set-url origin ssh://git@host/r.git; git config core.sshCommand "$PWD/../ssh -i key"
      git config ssh.variant ssh
      """
    )
    #expect(try lab.prune("-n").shellStatus == 2)
    let log = try FileSystem.read(lab.sandbox.path("ssh.log"))
    #expect(log.hasPrefix("-i key -oBatchMode=yes"))
  }

  // MARK: --under

  @Test func brokenAndRefusedRepositoriesDoNotStopTheOthers() throws {
    let lab = try Lab(
      """
      \(Self.merged); cd ..; mkdir all; cp -a w all/one; cp -a w all/two
      mkdir -p all/deep/er; cp -a w all/deep/er/three; git clone -q --bare w all/bare.git
      cp -a w all/broken; rm -rf all/broken/.git/refs; echo nonsense >all/broken/.git/HEAD
      cp -a w all/mirror; git -C all/mirror config remote.m.fetch '+refs/*:refs/*'
      git -C all/one worktree add -q ../linked a
      """
    )
    let result = try lab.prune("--under", "../all")
    #expect(result.shellStatus == 1)
    for name: ByteString in ["all/one", "all/two", "all/deep/er/three"] {
      #expect(result.output.contains(name))
    }
    #expect(result.errorOutput.contains("all/broken"))
    #expect(result.errorOutput.contains("all/mirror"))
    #expect(
      try lab.git("-C", "../all/one", "for-each-ref", "--format=%(refname)", "refs/heads")
        == "refs/heads/a\nrefs/heads/main"
    )
    #expect(try lab.git("-C", "../all/deep/er/three", "branch") == "* main")
    #expect(result.output.lines.last?.contains("2 could not be worked in") == true)
  }

  @Test func underGivesOneDocumentAndTheWorstStatus() throws {
    let lab = try Lab("\(Self.merged); cd ..; mkdir all; cp -a w all/one; cp -a w all/two")
    let json = try lab.prune("-n", "--json", "--under", "../all")
    #expect(json.shellStatus == 0)
    #expect(try UnderReport.repositories(json.output).count == 2)
    try lab.git("-C", "../all/two", "remote", "set-url", "origin", "/nonexistent")
    #expect(try lab.prune("-n", "--under", "../all").shellStatus == 2)
    #expect(try lab.prune("-n", "--max-deletes", "1", "--under", "../all").shellStatus == 3)
    let porcelain = try lab.prune("-n", "--porcelain", "--under", "../all")
    #expect(porcelain.output.lines.filter { $0.hasPrefix("# repository ") }.count == 2)
    #expect(porcelain.output.lines.filter { $0 == "# prune-gone v1" }.count == 1)
  }

  @Test(arguments: [["-n"], ["-n", "-v"], ["-n", "--json"], ["-n", "--porcelain", "-z"]])
  func severalAtOnceAreShownInOrder(arguments: [ByteString]) throws {
    let lab = try Lab(
      """
      \(Self.merged); cd ..; mkdir all
      for i in $(seq 12); do cp -a w all/r$i; done
      git -C all/r3 remote set-url origin /nonexistent; echo x >all/r5/.git/HEAD
      """
    )
    func run(_ jobs: ByteString...) throws -> ProcessResult {
      try lab.sandbox.run("git", ["prune-gone", "--under", "../all"] + arguments + jobs)
    }
    let one = try run("--jobs=1")
    #expect(one.shellStatus == 1)
    for jobs in ["--jobs=5", "--jobs=40"] as [ByteString] {
      let many = try run(jobs)
      #expect(many.shellStatus == one.shellStatus)
      #expect(many.output == one.output)
      #expect(many.errorOutput == one.errorOutput)
    }
    #expect(try run().output == one.output)
  }

  @Test func severalReallyRunAtOnce() throws {
    // Each remote answers only once the other is asked too.
    let lab = try Lab(
      #"""
      \#(Self.merged); cd ..; mkdir all; cp -a w all/one; cp -a w all/two
      for i in one two; do
        printf '#!/bin/sh\ntouch %s\nfor i in $(seq 600); do\n[ -e %s ] && exec git-upload-pack "$@"\nsleep 0.1\ndone\nexit 1\n' \
          "$PWD/at-$i" "$PWD/at-$([ $i = one ] && echo two || echo one)" >$i.sh
        chmod +x $i.sh; git -C all/$i config remote.origin.uploadpack "$PWD/$i.sh"
      done
      """#
    )
    let result = try lab.prune("--under", "../all", "--jobs", "2")
    #expect(result.shellStatus == 0, "\(result.errorOutput)")
    #expect(result.output.lines.last?.contains("2 repositories: deleted 6 branches") == true)
    #expect(try lab.git("-C", "../all/two", "branch") == "* main")
  }
}
