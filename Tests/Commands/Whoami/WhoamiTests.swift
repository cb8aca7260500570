import ByteKit
import DiagnosticKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// What people and scripts get to see.
struct WhoamiTests {
  private let work = WhoamiBox.rule("gitdir:~/work/")

  @Test func oneLineWhenAllIsWell() throws {
    let box = try WhoamiBox(WhoamiBox.home)
    #expect(box.transcript() == "Home <home@x>  ~/.gitconfig:3\n")
  }

  @Test func theChainThatLetTheFileIn() throws {
    let box = try WhoamiBox(work)
    #expect(
      box.transcript() == """
        Work <work@x>  OK  ~/.gitconfig:5 [includeIf "gitdir:~/work/"] -> ~/.gitconfig-work:3

        """
    )
  }

  @Test func nameAndAddressApart() throws {
    let box = try WhoamiBox(WhoamiBox.home, "git config user.email loc@x")
    #expect(
      box.transcript() == """
        Home <loc@x>
          name   ~/.gitconfig:2
          email  .git/config:7

        """
    )
  }

  @Test func authorAndCommitterApart() throws {
    let box = try WhoamiBox(
      "\(WhoamiBox.home)[author]\n\temail = auth@x\n",
      "git config user.email loc@x"
    )
    #expect(
      box.transcript("--check") == """
        author     Home <auth@x>  MIXED
          name   ~/.gitconfig:2
          email  ~/.gitconfig:5  author.email
        committer  Home <loc@x>
          name   ~/.gitconfig:2
          email  .git/config:7
        ! name and address come from different kinds of source: user.name (~/.gitconfig:2) and \
        author.email (~/.gitconfig:5)
          fix  git config --file ~/.gitconfig --unset-all author.email
        ! author.email (~/.gitconfig:5) beats user.email = loc@x (.git/config:7): author.* and \
        committer.* always do
        exit: 1

        """
    )
    #expect(box.transcript("--short") == "Home <auth@x>\nHome <loc@x>\n")
    #expect(box.transcript("--short", "--committer", "--check") == "Home <loc@x>\n")
  }

  @Test func laterLineMakesItWrong() throws {
    let box = try WhoamiBox(work, "git config user.email loc@x")
    #expect(
      box.transcript("--check") == """
        Work <loc@x>  WRONG
          name   ~/.gitconfig:5 [includeIf "gitdir:~/work/"] -> ~/.gitconfig-work:2
          email  .git/config:7
        ! 'work@x' is expected here (~/.gitconfig:5 [includeIf "gitdir:~/work/"] -> \
        ~/.gitconfig-work:3), but .git/config:7 wins
          fix  git config --local --unset-all user.email
        exit: 1

        """
    )
    #expect(box.whoami().status == .success)
  }

  @Test func almostMatched() throws {
    let box = try WhoamiBox(WhoamiBox.rule("gitdir:~/work"))
    #expect(
      box.transcript() == """
        Home <home@x>  ~/.gitconfig:3
        ! ~/.gitconfig:5 [includeIf "gitdir:~/work"] -> ~/.gitconfig-work
          without '/' at its end it means the git directory itself, not what is below
          fix  git config --file ~/.gitconfig --rename-section 'includeIf.gitdir:~/work' \
        'includeIf.gitdir:~/work/'

        """
    )
  }

  @Test func brokenConfigurationIsDiagnosed() throws {
    let box = try WhoamiBox("[user]\n\tname = N\n[core]\n= x\n")
    #expect(
      box.transcript() == """
        BROKEN  bad config line 4 in file $ROOT/home/.gitconfig
          at   ~/.gitconfig:4
               = x
        exit: 4

        """
    )
    #expect(box.transcript("--short").hasPrefix("stderr:\nfatal: bad config line 4 in file"))
  }

  @Test func missingQuotesGit() throws {
    let box = try WhoamiBox("[user]\n\tuseConfigOnly = true\n\tname = N\n")
    #expect(
      box.transcript() == """
        MISSING  no email was given and auto-detection is disabled
          fix  git config --global user.email you@example.com
        exit: 2

        """
    )
    box.sandbox.set("GIT_AUTHOR_EMAIL", "a@x")
    #expect(box.transcript("--short", "--author") == "N <a@x>\n")
    #expect(box.whoami("--short").status == DiagnosticKit.ExitStatus(rawValue: 2))
  }

  @Test func exportedVariablesAreNamed() throws {
    let box = try WhoamiBox(WhoamiBox.home)
    box.sandbox.set("GIT_AUTHOR_NAME", "Env")
    box.sandbox.set("GIT_AUTHOR_EMAIL", "env@x")
    let output = box.whoami("--author").output
    #expect(
      output.contains("! GIT_AUTHOR_NAME and GIT_AUTHOR_EMAIL are set and beat user.name = Home")
    )
    #expect(output.contains("fix  unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL"))
  }

  @Test func leakedRepositoryIsNamed() throws {
    let box = try WhoamiBox(WhoamiBox.home, "git init -q ~/play/p")
    box.sandbox.set("GIT_DIR", box.sandbox.workingDirectory.appendingPath(".git"))
    box.go(to: "play/p")
    #expect(box.whoami().output.contains("beats the repository that you stand in, '~/play/p'"))
  }

  // MARK: - Expectations

  @Test func expectations() throws {
    let box = try WhoamiBox(work)
    #expect(box.whoami("--check", "--expect", "*@x").status == .success)
    #expect(box.whoami("--expect", "*@y").status == .failure)
    #expect(box.whoami("--expect", "*@y", "--expect", "work@*").status == .success)
    try box.bash("git config whoami.expect '*@corp.example'")
    #expect(box.whoami("--check", "-q").status == .failure)
    #expect(box.whoami("--check", "-q").output.isEmpty)
    try box.bash("git config user.email me@corp.example")
    #expect(box.whoami("--check").status == .success)
    try box.bash("git config --unset user.email; git config whoami.expect ''")
    #expect(box.whoami("--porcelain").output.contains("state\tUNCHECKED\n"))
  }

  @Test func knownAddressWithAnotherName() throws {
    let box = try WhoamiBox(work, "git config user.name Other")
    let run = box.whoami("--check")
    #expect(run.output.contains("Other <work@x>  MIXED"))
    #expect(run.output.contains("work@x is known as 'Work' (~/.gitconfig-work), not as 'Other'"))
    #expect(run.status == .failure)
  }

  // MARK: - Branches and verification

  @Test func atAnotherBranch() throws {
    let box = try WhoamiBox(WhoamiBox.rule("onbranch:feat/"))
    #expect(box.transcript("--short") == "Home <home@x>\n")
    #expect(box.transcript("--short", "--at", "feat/x") == "Work <work@x>\n")
    #expect(box.whoami("--at", "a..b").status == .fatal)
    try box.bash("git checkout -q -b feat/x")
    #expect(try box.sandbox.git("var", "GIT_AUTHOR_IDENT").hasPrefix("Work <work@x>"))
  }

  @Test func verifyFindsADifference() throws {
    let box = try WhoamiBox(WhoamiBox.home)
    try box.sandbox.write(
      "#!/bin/sh\necho 'Other <other@x> 1 +0000'\n",
      to: box.sandbox.path("bin/git")
    )
    try box.bash("chmod +x \(box.sandbox.path("bin/git"))")
    box.sandbox.set("PATH", box.sandbox.path("bin") + ":/usr/bin:/bin")
    let run = box.whoami("--verify")
    #expect(run.status == .failure)
    #expect(
      run.errors.contains("the author is 'Home <home@x>' here, but 'Other <other@x>' for git")
    )
  }

  // MARK: - Machine output

  @Test func porcelain() throws {
    let box = try WhoamiBox(work, "git config author.name 'A \"B\" C'")
    let file = "file:$ROOT/home/.gitconfig-work"
    let chain = "file:$ROOT/home/.gitconfig:5 includeIf.gitdir:~/work/"
    #expect(
      box.whoami("--porcelain").output == """
        # whoami v1
        state\tMIXED
        mixed\tname and address come from different kinds of source: author.name (.git/config:7) and \
        user.email (~/.gitconfig-work:3)
        author.name\t"A \\"B\\" C"\tfile:$ROOT/home/work/r/.git/config:7
        author.email\twork@x\t\(file):3\t\(chain)
        committer.name\tWork\t\(file):2\t\(chain)
        committer.email\twork@x\t\(file):3\t\(chain)
        signing.commit\tfalse
        signing.tag\tfalse
        signing.format\topenpgp
        signing.key\tWork <work@x>
        signing.program\tgpg

        """
    )
    let ended = box.whoami("--porcelain", "-z").output
    #expect(ended.hasPrefix("# whoami v1\0state\tMIXED\0"))
    #expect(ended.contains("author.name\tA \"B\" C\t"))
    #expect(box.whoami("-z").status == .usage)
    #expect(box.whoami("--json", "--porcelain").status == .usage)
  }

  @Test func machineOrigins() throws {
    let box = try WhoamiBox("")
    box.sandbox.set("GIT_AUTHOR_NAME", "Env")
    box.sandbox.set("GIT_CONFIG_COUNT", "1")
    box.sandbox.set("GIT_CONFIG_KEY_0", "user.email")
    box.sandbox.set("GIT_CONFIG_VALUE_0", "c@x")
    let output = box.whoami("--author", "--porcelain").output
    #expect(output.contains("author.name\tEnv\tenv:GIT_AUTHOR_NAME\n"))
    #expect(output.contains("author.email\tc@x\tcommand-line\n"))
    let json = box.whoami("--author", "--json").output
    #expect(json.contains("\"kind\": \"env\""))
    #expect(json.contains("\"kind\": \"command-line\""))
    #expect(json.contains("\"committer\": null"))
  }

  // MARK: - Signing and transport

  @Test func keyThatIsNotThere() throws {
    let box = try WhoamiBox(
      work,
      """
      git config commit.gpgSign true; git config gpg.format ssh; git config user.signingKey ~/.ssh/no.pub
      git remote add origin acme:x; git config url.git@github.com:acme/.insteadOf acme:
      git config core.sshCommand 'ssh -i ~/.ssh/work'
      """
    )
    let run = box.whoami()
    #expect(run.output.contains("  signing  ssh  ~/.ssh/no.pub"))
    #expect(run.output.contains("commits are to be signed, but there is no key '~/.ssh/no.pub'"))
    #expect(run.output.contains("  push     git@github.com:acme/x"))
    #expect(run.output.contains("  ssh      ssh -i ~/.ssh/work"))
    #expect(box.whoami("--porcelain").output.contains("transport.ssh-key\t~/.ssh/work\n"))
  }

  @Test func passwordsAreNotShown() throws {
    let box = try WhoamiBox(work, "git remote add origin https://me:secret@host.example/x")
    for option in ["--explain", "--json", "--porcelain"] as [ByteString] {
      let output = box.whoami(option).output
      #expect(output.contains("host.example"))
      #expect(!output.contains("secret"))
    }
  }

  @Test func namesCannotPaintTheTerminal() throws {
    let box = try WhoamiBox(WhoamiBox.home, "git config user.name \"$(printf 'a\\033[31mb')\"")
    #expect(!box.run([], columns: 80).output.contains("\u{1b}[31mb"))
    #expect(!box.run(["--short"], columns: 80).output.contains("\u{1b}"))
  }
}
