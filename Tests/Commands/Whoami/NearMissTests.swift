import ByteKit
import FileKit
import TestSupport
import Testing

/// Rules that were meant to match and do not: each is named, and its fix makes git agree.
struct NearMissTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    /// `~/.gitconfig`.
    let config: ByteString
    /// What the reason says.
    let reason: String
    /// Run in `~/work/r` beforehand.
    var script: ByteString = "true"
    /// Where the question is asked, from HOME.
    var place: ByteString = "work/r"

    var testDescription: String { config.lines.dropFirst(3).joined(separator: " ").text }

    init(
      _ condition: ByteString,
      _ reason: String,
      _ script: ByteString = "true",
      in place: ByteString = "work/r"
    ) {
      self.init(config: WhoamiBox.rule(condition), reason, script, in: place)
    }

    init(
      config: ByteString,
      _ reason: String,
      _ script: ByteString = "true",
      in place: ByteString = "work/r"
    ) {
      self.config = config
      self.reason = reason
      self.script = script
      self.place = place
    }
  }

  static let acme: ByteString = "git remote add origin https://github.com/acme/x.git"
  static let acmeSSH: ByteString = "git remote add origin git@github.com:acme/x.git"
  /// `~/link` leads to `~/work`.
  static let link: ByteString = "ln -s work ~/link"
  static let hasURL: ByteString = "hasconfig:remote.*.url:"

  static let directories: [Mistake] = [
    Mistake("gitdir:~/work", "without '/' at its end"),
    Mistake("gitdir:~/work/r", "without '/' at its end"),
    Mistake("gitdir:work", "without '/' at its end"),
    Mistake("gitdir: ~/work/", "the blank after the colon"),
    Mistake("gitdir:\t~/work/ ", "the blank after the colon"),
    Mistake("gitdir:~/work/ ", "the blank at the end"),
    Mistake("gitdir:~/work/*", "'*' stops at '/'"),
    Mistake("gitdir:~/*/.git", "'*' stops at '/'"),
    Mistake("gitdir:~/wo**", "'**' glued"),
    Mistake("gitdir:~/Work/", "'gitdir/i' does not mind"),
    Mistake("gitdir:~/WORK", "'gitdir/i' does not mind"),
    Mistake("gitdir:$HOME/work/", "write '~' for '$HOME'"),
    Mistake("gitdir:${HOME}/work", "write '~' for '${HOME}'"),
    Mistake("gitdir:~/work//", "'//' is not '/'"),
    Mistake("gitdir:~//work/", "'//' is not '/'"),
    Mistake("gitdir:~/play/../work/", "are not resolved"),
    Mistake("gitdir:~/./work/", "are not resolved"),
    Mistake("gitdir:~/link/", "git compares the real path, '~/work'", link),
    Mistake("gitdir:~/link", "git compares the real path, '~/work'", link),
    Mistake("gitdir:~/link/r/", "git compares the real path, '~/work/r'", link),
    Mistake("gitdir:~/work/r/.git/", "'.git/' means"),
    Mistake("gitdir:~/{play,work}/", "braces mean themselves"),
    Mistake("gitdir:~nosuchuser/work/", "there is no user 'nosuchuser'"),
    Mistake("gitdir:~work/", "there is no user 'work'"),
    Mistake("gitdir:/work/", "begins at the root"),
    Mistake("gitdir:~/work/sub/", "this is a linked worktree", worktree, in: "work/sub"),
    Mistake("gitdir:~/work/r/sub/", "this is a submodule", submodule, in: "work/r/sub"),
    Mistake("gitdir:~/work/apart/", "the git directory lies elsewhere", apart, in: "work/apart"),
  ]

  /// A worktree in `~/work/sub` of a repository elsewhere.
  static let worktree: ByteString = """
    git init -q ~/play; git -C ~/play commit -q --allow-empty -m c; git -C ~/play worktree add -q ~/work/sub
    """
  static let submodule: ByteString = """
    git init -q ~/s; git -C ~/s commit -q --allow-empty -m c
    git -c protocol.file.allow=always submodule --quiet add ~/s sub
    """
  static let apart: ByteString =
    "mkdir ~/gitdirs; git init -q --separate-git-dir ~/gitdirs/apart ~/work/apart"

  static let keywords: [Mistake] = [
    Mistake("GitDir:~/work/", "unknown keyword 'GitDir:'"),
    Mistake("dir:~/work/", "unknown keyword 'dir:'"),
    Mistake("path:~/work", "unknown keyword 'path:'"),
    Mistake("gitdri:~/work/", "unknown keyword 'gitdri:'"),
    Mistake("gitdir/I:~/Work/", "unknown keyword 'gitdir/I:'"),
    Mistake("gitdir=~/work/", "after 'gitdir' comes a colon"),
    Mistake("~/work/", "the keyword is missing"),
    Mistake("branch:main", "unknown keyword 'branch:'"),
    Mistake("onBranch:main", "unknown keyword 'onBranch:'"),
    Mistake("hasconfig:remote.origin.url:https://github.com/acme/**", "the only form", acme),
    Mistake("hasconfig:remote.*.URL:https://github.com/acme/", "the only form", acme),
    Mistake("hasConfig:remote.*.url:https://github.com/acme/**", "the only form", acme),
  ]

  static let urls: [Mistake] = [
    Mistake(hasURL + "https://github.com/acme/", "'/' at the end has no meaning", acme),
    Mistake(hasURL + "https://github.com/acme", "it must match the whole address", acme),
    Mistake(hasURL + " https://github.com/acme/**", "the blank after the colon", acme),
    Mistake(hasURL + "git@github.com:acme/**", "the remote's address has another form", acme),
    Mistake(
      hasURL + "https://github.com/acme/**",
      "the remote's address has another form",
      acmeSSH
    ),
    Mistake(hasURL + "ssh://git@github.com/acme/**", "another form", acmeSSH),
    Mistake(hasURL + "github.com/acme/**", "another form", acme),
    Mistake(hasURL + "https://github.com/Acme/**", "upper and lower case", acme),
    Mistake(hasURL + "https://github.com/acme/x", "another ending", acme),
    Mistake(hasURL + "**/acme/**", "is no '/'", acmeSSH),
    Mistake(
      hasURL + "https://github.com/*",
      "'*' stops at '/'",
      "git remote add origin https://github.com/acme/x.git"
    ),
    Mistake(
      hasURL + "https://github.com/acme/**",
      "before 'url.https://github.com/acme/.insteadOf'",
      "git remote add origin acme:x; git config url.https://github.com/acme/.insteadOf acme:"
    ),
    Mistake(
      hasURL + "https://github.com/acme/**",
      "not at 'pushurl'",
      "git remote add origin https://github.com/me/x; "
        + "git config remote.origin.pushurl https://github.com/acme/x"
    ),
  ]

  static let branches: [Mistake] = [
    Mistake("onbranch:refs/heads/main", "without 'refs/heads/'"),
    Mistake("onbranch: main", "the blank after the colon"),
    Mistake("onbranch:Main", "upper and lower case"),
    Mistake("onbranch:feat", "not those below it", "git checkout -q -b feat/a/b"),
    Mistake("onbranch:feat/*", "'*' stops at '/'", "git checkout -q -b feat/a/b"),
    Mistake("onbranch:b", "from its beginning", "git checkout -q -b feat/a/b"),
  ]

  static let files: [Mistake] = [
    Mistake(
      config: "\(WhoamiBox.home)[includeIf \"gitdir:~/work/\"]\n\tpath = ~/.gitconfg-work\n",
      "'.gitconfig-work' is there"
    ),
    Mistake(
      config: "\(WhoamiBox.home)[includeIf \"gitdir:~/work/\"]\n\tpath = $HOME/.gitconfig-work\n",
      "write '~' for '$HOME'"
    ),
    Mistake(
      config: "\(WhoamiBox.home)[include]\n\tpath = conf/rules\n",
      "a relative path starts from the folder",
      """
      mkdir ~/conf; printf '[includeIf "gitdir:~/work/"]\\n\\tpath = .gitconfig-work\\n' >~/conf/rules
      """
    ),
  ]

  static let later: [Mistake] = [
    Mistake(
      config: "[includeIf \"gitdir:~/work/\"]\n\tpath = ~/.gitconfig-work\n\(WhoamiBox.home)",
      "is overridden by the later home@x"
    ),
    Mistake(
      config: "[INCLUDEIF \"gitdir:~/work/\"]\n\tpath = ~/.gitconfig-work\n\(WhoamiBox.home)",
      "is overridden by the later home@x"
    ),
    Mistake(
      config: "[include]\n\tpath = ~/.gitconfig-work\n\(WhoamiBox.home)",
      "is overridden by the later home@x"
    ),
    Mistake("gitdir:~/work/", "is overridden by the later loc@x", "git config user.email loc@x"),
  ]

  static let sections: [Mistake] = [
    Mistake(
      "gitdir:~/work/",
      "only the section 'user' counts",
      "sed -i 's/user/User.work/' ~/.gitconfig-work"
    ),
    Mistake(
      "gitdir:~/work/",
      "only the section 'user' counts",
      "sed -i 's/user/user \"work\"/' ~/.gitconfig-work"
    ),
    Mistake(
      "gitdir:~/work/",
      "only the section 'user' counts",
      "sed -i 's/user/users/' ~/.gitconfig-work"
    ),
    Mistake(
      "gitdir:~/work/",
      "only the section 'user' counts",
      "sed -i 's/user/identity/' ~/.gitconfig-work"
    ),
    Mistake(
      "gitdir:~/work/",
      "the name is 'user.email'",
      "sed -i 's/email/mail/;/name/d' ~/.gitconfig-work"
    ),
  ]

  @Test(arguments: directories + keywords + urls + branches + files + later + sections)
  func namesAndMends(_ mistake: Mistake) throws {
    let box = try WhoamiBox(mistake.config, mistake.script)
    box.go(to: mistake.place)
    try box.sandbox.git("config", "--global", "--list")
    let before = try box.sandbox.git("var", "GIT_AUTHOR_IDENT")
    #expect(!before.contains("<work@x>"), "\(before)")
    let explained = box.whoami("--explain").output
    #expect(explained.contains(mistake.reason), "\(explained)")
    let fixes = explained.split(separator: "\n").compactMap { line in
      line.firstRange(of: "fix  ").map { String(line[$0.upperBound...]) }
    }
    let fix = try #require(fixes.first, "\(explained)")
    let root = box.sandbox.root
    try box.bash(ByteString(fix.replacing("$ROOT", with: root.text)))
    let after = try box.sandbox.git("var", "GIT_AUTHOR_IDENT")
    #expect(after.contains("<work@x>"), "\(fix): \(after)")
    #expect(box.whoami("--short").output == box.whoami("--short", "--author").output)
    #expect(box.whoami("--verify").output.contains("git agrees"))
  }

  /// Rules that are right, for other places: nothing is said about them.
  @Test(arguments: [
    "gitdir:~/play/", "gitdir:~/play", "gitdir:~/wor/", "gitdir:ork/", "onbranch:topic",
    "onbranch:ain",
    "hasconfig:remote.*.url:https://github.com/other/**", "gitdir:~/work/other/",
  ])
  func isQuietAboutRulesForOtherPlaces(_ condition: String) throws {
    let box = try WhoamiBox(WhoamiBox.rule(ByteString(condition)), Self.acme)
    #expect(box.whoami().output == "Home <home@x>  ~/.gitconfig:3\n")
    #expect(!box.whoami("--explain").output.contains("fix"))
  }

  @Test func rebaseHidesTheBranch() throws {
    let box = try WhoamiBox(
      WhoamiBox.rule("onbranch:topic"),
      """
      ci f 1; ci f 2; git checkout -q -b topic HEAD~; ci f 3; git rebase main >/dev/null 2>&1 || true
      """
    )
    let run = box.whoami()
    #expect(run.output.contains("while 'topic' is being rebased"))
    #expect(run.output.contains("fix  git -c 'include.path=~/.gitconfig-work' rebase --continue"))
    try box.bash(
      "echo 3 >f; git add f; GIT_EDITOR=: git -c 'include.path=~/.gitconfig-work' rebase --continue"
    )
    #expect(try box.sandbox.git("log", "-1", "--format=%ce") == "work@x")
  }

  @Test func twoMistakesAtOnceAreBothNamed() throws {
    let box = try WhoamiBox(WhoamiBox.rule("gitdir: $HOME/work"))
    let output = box.whoami("--explain").output
    #expect(output.contains("the blank after the colon"))
    #expect(output.contains("write '~' for '$HOME'"))
    #expect(output.contains("without '/' at its end"))
    #expect(output.contains("'includeIf.gitdir: $HOME/work' 'includeIf.gitdir:~/work/'"))
  }
}
