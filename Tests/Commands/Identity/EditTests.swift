import ByteKit
import DiagnosticKit
import FileKit
import TestSupport
import Testing

struct EditTests {
  @Test
  func theStoryGetsAThirdIdentityAndNoByteMoves() throws {
    let box = try IdentityBox.story()
    let before = try box.bash("cat ~/.gitconfig")
    let files = try box.bash("cat ~/*/.gitconfig")
    #expect(
      box.transcript(
        "add",
        "work",
        "--email",
        "w@corp.example",
        "--name",
        "Work",
        "--remote",
        "h.example/corp"
      ) == """
        identity 'work': ~/.config/git/identities/work.gitconfig
        h.example/corp: Work <w@corp.example>
        programs on libgit2, JGit or go-git ignore rules about remotes, and host aliases of ssh are \
        not resolved

        """
    )
    #expect(
      try box.bash("cat ~/.gitconfig") == before
        + "\n[include]\n\tpath = ~/.config/git/identities/rules"
    )
    #expect(try box.bash("cat ~/*/.gitconfig") == files)
    #expect(
      try box.bash("cat ~/.config/git/identities/work.gitconfig") == """
        # identity 'work', plain git configuration; git identity edits it, so may you
        [user]
        \tname = Work
        \temail = w@corp.example
        [whoami]
        \texpect = w@corp.example
        """
    )
    #expect(try box.author(in: "Private/p") == "Tony Stark <me@stark.example>")
    #expect(try box.author(in: "IronMan/i") == "Iron Man <me@stark.example>")
    #expect(try box.author(in: "other") == "Tony <tony@home.example>")
    for url in [
      "https://h.example/corp/a", "git@h.example:corp/a.git", "ssh://git@h.example:22/corp/a",
      "ssh://h.example/corp/sub/a", "https://me@h.example/corp/a", "h.example:corp/a",
    ] as [ByteString] {
      try box.bash("rm -rf ~/clone; git init -q ~/clone; git -C ~/clone remote add x \(url)")
      #expect(try box.author(in: "clone") == "Work <w@corp.example>", "\(url)")
    }
    for url in [
      "https://evil-h.example/corp/a", "https://h.example/corporation/a",
      "https://evil.example/h.example/corp/a", "git@h.example.org:corp/a",
    ] as [ByteString] {
      try box.bash("rm -rf ~/clone; git init -q ~/clone; git -C ~/clone remote add x \(url)")
      #expect(try box.author(in: "clone") == "Tony <tony@home.example>", "\(url)")
    }
  }

  @Test
  func aLinkedWorktreeAndASubmoduleFollow() throws {
    let box = try IdentityBox.story()
    box.identity("add", "work", "--email", "w@x.example", "--name", "W", "--dir", "~/work")
    try box.bash(
      """
      git init -q ~/lib; git -C ~/lib commit -q --allow-empty -m x
      git init -q ~/work/r; cd ~/work/r; git commit -q --allow-empty -m x
      git worktree add -q ~/elsewhere
      git -c protocol.file.allow=always submodule --quiet add ~/lib lib
      """
    )
    #expect(try box.author(in: "work/r") == "W <w@x.example>")
    #expect(try box.author(in: "elsewhere") == "W <w@x.example>")
    #expect(try box.author(in: "work/r/lib") == "W <w@x.example>")
  }

  @Test(arguments: ["a[b]c", "st*r", "q\"x", "b\\s", "sp ace", "ünï", "que?", "d#h;s"])
  func foldersOfAnyNameAreReached(_ name: String) throws {
    let box = try IdentityBox()
    let folder = box.sandbox.home.appendingPath(ByteString(name))
    #expect(
      box.identity("add", "w", "--email", "w@x.example", "--name", "W", "--dir", folder).status
        == .success
    )
    let repository = folder.appendingPath("sub/r")
    try FileSystem.makeDirectory(repository)
    box.sandbox.workingDirectory = repository
    try box.sandbox.git("init", "-q")
    #expect(try box.sandbox.git("var", "GIT_AUTHOR_IDENT").hasPrefix("W <w@x.example>"))
    box.sandbox.workingDirectory = box.sandbox.root
    let answer = try box.sandbox.git(
      "--git-dir",
      repository.appendingPath(".git"),
      "var",
      "GIT_COMMITTER_IDENT"
    )
    #expect(answer.hasPrefix("W <w@x.example>"))
    // Its neighbour, which an unescaped pattern would reach, keeps the user of all others.
    let other = box.sandbox.home.appendingPath("axc")
    try FileSystem.makeDirectory(other)
    box.sandbox.workingDirectory = other
    try box.sandbox.git("init", "-q")
    #expect(try box.sandbox.git("var", "GIT_AUTHOR_IDENT").hasPrefix("Home <"))
    #expect(box.identity("unassign", "--dir", folder).status == .success)
    box.sandbox.workingDirectory = repository
    #expect(try box.sandbox.git("var", "GIT_AUTHOR_IDENT").hasPrefix("Home <"))
  }

  @Test(arguments: [["~/w", "~/w/in", "~/w/in/er"], ["~/w/in/er", "~/w", "~/w/in"]])
  func theInnerFolderWinsInWhateverOrder(_ order: [String]) throws {
    let box = try IdentityBox()
    for (number, folder) in order.enumerated() {
      let name = ByteString("id\(number)")
      #expect(
        box.identity(
          "add",
          name,
          "--name",
          name,
          "--email",
          "\(name)@x",
          "--dir",
          ByteString(folder)
        ).status == .success
      )
    }
    try box.bash("git init -q ~/w/r; git init -q ~/w/in/r; git init -q ~/w/in/er/r")
    for (number, folder) in order.enumerated() {
      let place = ByteString(String(folder.dropFirst(2)) + "/r")
      #expect(try box.author(in: place) == "id\(number) <id\(number)@x>")
    }
  }

  @Test
  func assigningAgainReplacesThePathInPlace() throws {
    let box = try IdentityBox.story()
    box.identity("add", "new", "--email", "n@x.example", "--name", "N")
    let result = box.transcript("assign", "new", "--dir", "~/Private")
    #expect(result == "~/Private: N <n@x.example>\n")
    // The rule that was made by hand says it where it stands.
    #expect(
      try box.bash("sed -n 5,6p ~/.gitconfig") == """
        [includeIf "gitdir:~/Private/"]
        \tpath = ~/.config/git/identities/new.gitconfig
        """
    )
    #expect(try box.author(in: "Private/p") == "N <n@x.example>")
    #expect(box.transcript("assign", "new", "--dir", "~/Private/") == "nothing to change\n")
  }

  @Test
  func aHandMadeRuleInsideIsNotOverridden() throws {
    let box = try IdentityBox.story()
    try box.bash("git config --global includeIf.gitdir:~/w/oss/.path '~/IronMan/.gitconfig'")
    let before = try box.bash("cat ~/.gitconfig")
    let result = box.identity(
      "add",
      "work",
      "--email",
      "w@x.example",
      "--name",
      "W",
      "--dir",
      "~/w"
    )
    #expect(result.status == .failure)
    #expect(result.errors.contains("~/.gitconfig:10 for ~/w/oss would lose"))
    #expect(try box.bash("cat ~/.gitconfig; ls ~/.config/git 2>/dev/null || true") == before)
  }

  @Test
  func aRepositoryThatTheRuleWouldNotReachIsRefused() throws {
    let box = try IdentityBox(
      """
      git init -q ~/main; git -C ~/main commit -q --allow-empty -m x
      git -C ~/main worktree add -q ~/linked
      git init -q --separate-git-dir ~/apart.git ~/split
      mkdir ~/plain; git init -q --bare ~/bare
      """
    )
    box.identity("add", "w", "--email", "w@x.example", "--name", "W")
    for folder in ["linked", "split"] {
      let result = box.identity("assign", "w", "--dir", ByteString("~/\(folder)"))
      #expect(result.status == .failure, "\(folder)")
      #expect(result.errors.contains("would not reach"), "\(folder)")
    }
    #expect(box.identity("assign", "w", "--dir", "~/plain").status == .success)
    // A bare repository is matched from inside only.
    #expect(box.identity("assign", "w", "--dir", "~/bare").status == .failure)
  }

  @Test
  func aRemoteURLInAnIdentityIsRefusedForRemotes() throws {
    let box = try IdentityBox.story()
    try box.bash("git config --file ~/IronMan/.gitconfig remote.x.url https://h/x")
    let result = box.identity(
      "add",
      "w",
      "--email",
      "w@x.example",
      "--remote",
      "h.example/corp"
    )
    #expect(result.status == .failure)
    #expect(result.errors.contains("IronMan/.gitconfig:5 sets remote.x.url"))
    #expect(try box.author(in: "IronMan/i") == "Iron Man <me@stark.example>")
  }

  @Test
  func aLaterUserSectionIsOutrunByMovingOurLine() throws {
    let box = try IdentityBox()
    box.identity("add", "w", "--email", "w@x.example", "--name", "W", "--dir", "~/w")
    try box.bash("printf '[user]\\n\\temail = late@x\\n' >>~/.gitconfig; git init -q ~/v/r")
    #expect(box.identity("assign", "w", "--dir", "~/v").status == .success)
    #expect(try box.author(in: "v/r") == "W <w@x.example>")
    #expect(
      try box.bash("tail -2 ~/.gitconfig") == "[include]\n\tpath = ~/.config/git/identities/rules"
    )
  }

  @Test
  func setKeepsTheFormerAddressAndEveryOtherByte() throws {
    let box = try IdentityBox()
    box.identity("add", "w", "--email", "old@x.example", "--signing-key", "~/k.pub")
    try box.bash(
      "printf '[pull]\\n\\trebase = true # so\\n' >>~/.config/git/identities/w.gitconfig"
    )
    #expect(
      box.identity("set", "w", "--email", "a*b@[1.2.3.4]", "--no-signing-key").status == .success
    )
    #expect(
      try box.bash("cat ~/.config/git/identities/w.gitconfig") == #"""
        # identity 'w', plain git configuration; git identity edits it, so may you
        [user]
        	email = a*b@[1.2.3.4]
        [whoami]
        	expect = a\\*b@\\[1.2.3.4]
        [pull]
        	rebase = true # so
        [identity]
        	also = old@x.example
        """#
    )
    #expect(box.transcript("show", "w").contains("also      old@x.example"))
  }

  @Test
  func whatGitWouldMangleIsRefused() throws {
    let box = try IdentityBox()
    for arguments in [
      ["add", "w", "--email", ""], ["add", "w", "--email", "a<b@x"],
      ["add", "w", "--email", "a\nb"],
      ["add", "w/x", "--email", "a@x"], ["add", ".w", "--email", "a@x"], ["add", "w"],
      ["add", "w", "--email", "a@x", "--name", "<>"],
    ] as [[ByteString]] {
      #expect(box.run(arguments).status == .failure, "\(arguments)")
    }
    box.identity("add", "w", "--email", "a@x")
    #expect(box.identity("add", "W", "--email", "b@x").status == .failure)
  }

  @Test
  func aFileThatIsNoIdentityIsNotOverwritten() throws {
    let box = try IdentityBox(
      "mkdir -p ~/.config/git/identities; echo '[a]b=c' >~/.config/git/identities/w.gitconfig"
    )
    let result = box.identity("add", "w", "--email", "a@x")
    #expect(result.status == .success)
    #expect(result.errors.contains("the new file is 'w-2.gitconfig'"))
    #expect(try box.bash("cat ~/.config/git/identities/w.gitconfig") == "[a]b=c")
    #expect(box.transcript("show", "--path", "w").contains("w-2.gitconfig"))
  }

  @Test
  func theKeyThatWouldBeInheritedIsNamed() throws {
    let box = try IdentityBox(
      "git config --global user.signingKey home.pub; git config --global commit.gpgSign true"
    )
    let result = box.identity("add", "w", "--email", "a@x")
    #expect(result.errors.contains("signed with the key 'home.pub' of ~/.gitconfig:4"))
    #expect(!box.identity("add", "v", "--email", "b@x", "--no-signing").errors.contains("signed"))
  }

  @Test
  func removeTakesRulesAndFileAndLeavesHandMadeOnes() throws {
    let box = try IdentityBox.story()
    let before = try box.bash("cat ~/.gitconfig")
    box.identity("add", "w", "--email", "a@x", "--dir", "~/w", "--remote", "h.example")
    #expect(box.identity("remove", "w").status == .success)
    #expect(try box.bash("cat ~/.config/git/identities/*") == "")
    #expect(try box.bash("cat ~/.gitconfig").hasPrefix(before))
    #expect(
      box.transcript("remove", "IronMan") == """
        stderr:
        error: 'IronMan' was made by hand, so its lines are yours to delete
        hint: delete the rule 'gitdir:~/IronMan/' at ~/.gitconfig:8
        hint: then: rm ~/IronMan/.gitconfig
        exit: 1

        """
    )
  }

  @Test
  func undoTakesBackInOrderAndRefusesWhatChangedSince() throws {
    let box = try IdentityBox.story()
    let start = try box.bash("cat ~/.gitconfig")
    box.identity("add", "w", "--email", "a@x", "--name", "W", "--dir", "~/w")
    box.identity("rename", "w", "job")
    #expect(box.transcript("undo") == "taken back: git identity rename w job\n")
    try box.bash("git config --global alias.x y")
    let refused = box.identity("undo")
    #expect(refused.status == .failure)
    #expect(refused.output.contains("+[alias]"))
    try box.bash("git config --global --remove-section alias")
    #expect(box.transcript("undo") == "taken back: git identity add w\n")
    #expect(try box.bash("cat ~/.gitconfig; ls ~/.config/git/identities") == start)
    #expect(box.identity("undo").status == .failure)
    #expect(try box.bash("stat -c %a ~/.local/state/git-toolbox/identity") == "700")
  }

  @Test
  func aDryRunWritesNothingAndItsDiffIsWhatHappens() throws {
    let box = try IdentityBox.story()
    let arguments: [ByteString] = ["add", "w", "--email", "a@x", "--dir", "~/w"]
    let diff = box.run(arguments + ["-n"])
    #expect(try box.bash("ls -A ~") == ".gitconfig\nIronMan\nPrivate\nother")
    try box.sandbox.write(
      ByteString(diff.output.replacing("$ROOT", with: box.sandbox.root.text)),
      to: box.sandbox.path("diff")
    )
    try box.bash("cp -a ~ ../copy")
    #expect(box.run(arguments).status == .success)
    let relative = box.sandbox.home.dropping(prefix: "/") ?? ""
    try box.bash(
      """
      mkdir -p ../apply/\(relative); cp ~/../copy/.gitconfig ../apply/\(relative)/
      cd ../apply; git init -q; git apply ../diff
      diff -r \(relative)/.gitconfig ~/.gitconfig; diff -r \(relative)/.config ~/.config
      """
    )
  }
}
