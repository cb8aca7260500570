import ByteKit
import IdentityKit
import ProcessKit
import TestSupport
import Testing

/// Situations beyond identity-cases.sh, in its language, with the installed git as the judge.
struct SituationsTests {
  /// Those that need another user's files are skipped where that cannot be arranged.
  @Test(arguments: [
    // Ownership: git file, work tree and git directory are looked at, each by itself.
    "std gitdir:~/work/; repo; own 12345 .git",
    "std gitdir:~/work/; repo; chown -h 12345 . || exit 77",
    "std gitdir:~/work/; repo; own 12345 .; export SUDO_UID=12345",
    "std gitdir:~/work/; repo; own 12345 .; export SUDO_UID=12346",
    "std gitdir:~/work/; repo; own 12345 .; export SUDO_UID=",
    "std gitdir:~/work/; repo; own 12345 .; export SUDO_UID=12345x",
    "std gitdir:~/work/; repo; own 12345 .; mkdir -p a/b; cd a/b",
    "std gitdir:~/work/; gi --bare ~/work/b; cd ~/work/b; own 12345 .",
    "std gitdir:~/work/; gi --bare ~/work/b; own 12345 ~/work/b; cd ~/work/b/refs",
    "std gitdir:~/play/; mk ~/work/r; ci ~/work/r; mkdir ~/play; g -C ~/work/r worktree add ~/play/w; cd ~/play/w; own 12345 .git",
    "std gitdir:~/work/; mk ~/work/r; ci ~/work/r; g -C ~/work/r worktree add ~/w; cd ~/w; own 12345 ~/work/r/.git/worktrees/w",
    "std gitdir:~/work/; mk ~/work/r; mv ~/work/r/.git ~/g; ln -s ~/g ~/work/r/.git; cd ~/work/r; chown -h 12345 .git || exit 77",
    "std gitdir:~/work/; repo; own 12345 .; export GIT_DIR=.git",
    "std gitdir:~/work/; repo; own 12345 .; OPTS=(-c safe.directory=*)",
    "std gitdir:~/work/; repo; own 12345 .; OPTS=(-c safe.directory=\"$PWD/\")",
    "std gitdir:~/work/; repo; own 12345 .; OPTS=(-c 'safe.directory=~/work/r')",
    "std gitdir:~/work/; repo; own 12345 .; OPTS=(-c 'safe.directory=~nosuchuser0/r')",
    "std gitdir:~/work/; repo; own 12345 .; OPTS=(-c \"safe.directory=$HOME/work/*\")",
    "std gitdir:~/work/; repo; own 12345 .; OPTS=(-c \"safe.directory=$HOME/*\" -c safe.directory)",
    "std gitdir:~/work/; repo; own 12345 .; OPTS=(-c safe.directory=.)",
    "std gitdir:~/work/; repo; own 12345 .; OPTS=(-c safe.directory=work/r)",
    "home <<<$'[safe]\\n directory = ~/work/r/.git'; repo; own 12345 .",
    "home <<<$'[include]\\n path = ~/s'; printf '[safe]\\n directory = *\\n' >~/s; repo; own 12345 .",
    "home </dev/null; repo; g config safe.directory '*'; own 12345 .",
    "home </dev/null; repo; own 12345 .; printf '[user\\n' >>~/.gitconfig",
    // Bare repositories in the way.
    "home <<<$'[safe]\\n bareRepository = explicit'; gi --bare ~/b; cd ~/b",
    "home <<<$'[safe]\\n bareRepository = explicit'; gi --bare ~/b; cd ~/b; export GIT_DIR=.",
    "home <<<$'[safe]\\n bareRepository = explicit'; repo; mkdir sub; cd sub; gi --bare .; mkdir x; cd x",
    "home <<<$'[safe]\\n bareRepository = all'; gi --bare ~/b; cd ~/b/objects",
    "home <<<$'[safe]\\n bareRepository = some'; gi --bare ~/b; cd ~/b",
    // Formats.
    "home </dev/null; repo; g config core.repositoryFormatVersion 2",
    "home </dev/null; repo; g config core.repositoryFormatVersion 1; g config extensions.a.b x",
    "home </dev/null; repo; g config core.repositoryFormatVersion 1; g config extensions.a x; g config extensions.b x",
    "home </dev/null; repo; g config extensions.nosuch x",
    "home </dev/null; repo; g config extensions.objectFormat sha1",
    "home </dev/null; repo; g config core.repositoryFormatVersion 1; g config extensions.objectFormat md5",
    "home </dev/null; repo; g config core.repositoryFormatVersion 1; g config extensions.refStorage reftable",
    "home </dev/null; repo; g config core.repositoryFormatVersion x",
    "home </dev/null; repo; g config core.bare maybe",
    "home </dev/null; repo; printf '[core]\\n worktree\\n' >>.git/config",
    "home </dev/null; repo; printf '[extensions]\\n worktreeConfig = maybe\\n' >>.git/config",
    "std gitdir:~/work/; command git init -q --object-format=sha256 ~/work/r; cd ~/work/r",
    "std onbranch:main; command git init -q -b main --object-format=sha256 ~/work/r; cd ~/work/r; ci .; g checkout --detach",
    // The environment of a real hook.
    """
    std gitdir:~/work/; repo; mkdir -p .git/hooks sub
    printf '#!/bin/bash\\nexport -p >"$HOME/hook"; pwd >"$HOME/place"\\n' >.git/hooks/pre-commit
    chmod +x .git/hooks/pre-commit; cd sub; g commit --allow-empty -m x --author='Other <other@x>'
    source "$HOME/hook"; cd "$(cat "$HOME/place")"
    """,
    """
    std onbranch:wt; repo; ci .; g worktree add -b wt ~/wt; mkdir -p .git/hooks
    printf '#!/bin/bash\\nexport -p >"$HOME/hook"; pwd >"$HOME/place"\\n' >.git/hooks/pre-commit
    chmod +x .git/hooks/pre-commit; cd ~/wt; g commit --allow-empty -m x
    source "$HOME/hook"; cd "$(cat "$HOME/place")"
    """,
    "std gitdir:~/work/; mk ~/work/r ~/play/p; cd ~/work/r; export GIT_DIR=.git; cd ~/play/p",
    "std gitdir:~/work/; mk ~/work/r ~/play/p; cd ~/play/p; export GIT_DIR=../../work/r/.git GIT_WORK_TREE=..",
    "std gitdir:~/work/; mk ~/work/r; ci ~/work/r; g -C ~/work/r worktree add ~/w; cd ~; export GIT_DIR=w/.git",
    "std gitdir:~/work/; repo; export GIT_WORK_TREE=$T/nowhere/deep",
    "std gitdir:~/work/; repo; g config core.worktree $T/nowhere/deep",
    "std gitdir:~/work/; repo; mkdir d; export GIT_DIR=$PWD/d; id2 D d@x >d/config",
    "home </dev/null; repo; export GIT_COMMON_DIR=$T/nowhere",
    "home </dev/null; repo; export GIT_OBJECT_DIRECTORY=$T/nowhere",
    "home </dev/null; repo; ci .; g worktree add ../w; : >.git/worktrees/w/commondir; cd ../w",
    // The search.
    "home </dev/null; repo; export GIT_DISCOVERY_ACROSS_FILESYSTEM=maybe",
    "home </dev/null; repo; export GIT_CONFIG_NOSYSTEM=maybe",
    "home </dev/null; repo; id2 L l@x >>.git/config; mkdir a; cd a; export GIT_CEILING_DIRECTORIES=/nowhere::$PWD/..:$HOME/work/",
    "home </dev/null; repo; id2 L l@x >>.git/config; mkdir a; cd a; ln -s ~/work ~/l; export GIT_CEILING_DIRECTORIES=$HOME/l/r",
    "home </dev/null; repo; id2 L l@x >>.git/config; mkdir a; cd a; ln -s ~/work ~/l; export GIT_CEILING_DIRECTORIES=:$HOME/l/r",
    "home </dev/null; repo; id2 L l@x >>.git/config; cd .git/refs/heads",
    "home </dev/null; repo; id2 L l@x >>.git/config; printf 'gitdir: ../r/.git\\r\\n\\n' >~/work/x; mkdir ~/work/y; mv ~/work/x ~/work/y/.git; cd ~/work/y",
    "home </dev/null; mkdir -p ~/work/y; printf 'gitdir: ' >~/work/y/.git; cd ~/work/y",
    "home </dev/null; mkdir -p ~/work/y; printf 'nonsense' >~/work/y/.git; cd ~/work/y",
    "home </dev/null; mkdir -p ~/work/y; : >~/work/y/.git; cd ~/work/y",
    "home </dev/null; mkdir -p ~/work/y; mkfifo ~/work/y/.git; cd ~/work/y",
    "home </dev/null; repo; rm -r .git/refs",
    "home </dev/null; repo; printf '%040d' 7 >.git/HEAD; inc 'onbranch:**' ~/x >>.git/config; id2 X x@x >~/x",
    // Files that cannot be read, or are none.
    "home </dev/null; mkdir -p ~/.config/git/config; repo",
    "rm -f ~/.gitconfig; mkdir ~/.gitconfig; repo; id2 L l@x >>.git/config",
    "home </dev/null; repo; mkdir .git/x; mv .git/config .git/x/; mkdir .git/config",
    "home </dev/null; repo; ln -s loop ~/loop; printf '[include]\\n path = ~/loop\\n' >>.git/config",
    "ln -s loop ~/.gitconfig; ln -s .gitconfig ~/loop; repo",
    "home <<<$'[include]\\n path = ~/.gitconfig/x'; repo",
    // Odd names and values.
    "repo; printf '[user \"a\\0b\"]\\n email = e@x\\n[user \"name\\0\"]\\n x = N\\n' >>.git/config",
    "repo; printf '[user]\\n name = N\\0M\\n email = e@x\\n' >>.git/config",
    "repo; printf '[ \"x\"]\\na=1\\n[.y]\\nb=2\\n[z.]\\nc=3\\n[u.V \"W\"]\\nd=4\\n[user]\\nname=N\\nemail=e@x' >>.git/config",
    "repo; printf 'name = N\\n[user]\\n name = M\\n email = e@x\\n' >.git/config",
    "home <<<$'[author]\\n name = A\\n[committer]\\n email = c@x\\n[user]\\n useConfigOnly = true'; repo",
    "home <<<$'[user]\\n useConfigOnly = 1k\\n useConfigOnly = 0x0'; repo",
    "repo; export EMAIL='  e@x  ' GIT_AUTHOR_NAME='  .A.  ' GIT_COMMITTER_NAME='C,'",
    "home <<<$'[user]\\n name = \"\\\\n\"'; repo",
    "home <<<$'[includeIf \"gitdir:~/work/\"]\\n other = x\\n path\\n'; repo",
    "home <<<$'[includeIf \"gitdir:~/play/\"]\\n path\\n'; repo",
    "home <<<$'[includeIf \"hasconfig:remote.*.url:x\"]\\n other = x\\n'; repo; printf '[remote \"z\"]\\n url\\n' >>.git/config",
    "home <<<$'[includeIf]\\n path = ~/x\\n[include \"x\"]\\n path = ~/x'; id2 X x@x >~/x; repo",
    "home </dev/null; repo; export HOME=",
    "std 'gitdir:~/work/'; repo; export HOME=$T/no/where GIT_CONFIG_GLOBAL=$HOME/.gitconfig",
    "home </dev/null; repo; export GIT_CONFIG_SYSTEM=$T/x/../sys; id2 S s@x >$T/sys; printf '[a]\\n b = c\\n' >~/.gitconfig",
    "home </dev/null; repo; export XDG_CONFIG_HOME=.; mkdir git; id2 X x@x >git/config; : >~/.gitconfig",
    "home </dev/null; repo; export GIT_CONFIG_GLOBAL=../g; id2 G g@x >../g; mkdir a; cd a; id2 H h@x >../../g2",
    "home </dev/null; repo; export GIT_CONFIG_GLOBAL=g; printf '[user\\n' >g; mkdir a; cd a; id2 H h@x >g",
    "home </dev/null; repo; export GIT_CONFIG_GLOBAL=g; id2 G g@x >g; mkdir a; cd a; printf '[user\\n' >g",
  ])
  func answersAsGit(_ script: String) throws {
    let sandbox = try Sandbox()
    let file = sandbox.path("script")
    try sandbox.write(ByteString("\(script)\n"), to: file)
    let probe: Probe
    do {
      probe = try Probe(["-f", file, sandbox.path("t")], in: sandbox)
    } catch is Probe.Unfit {
      return
    }
    #expect(Ours(probe).differences(from: probe) == [])
  }

  @Test func datesAreTakenAsGitTakesThem() throws {
    let sandbox = try Sandbox()
    let dates: [ByteString] = [
      "@1 +0000", "@1 0000", "@12345678901 -1200", "1700000000", "1700000000 +0100", "99999999",
      "100000000", "2020-01-01", "2020-01-01 10:00", "2020-01-01T10:00:00Z", "20200101T101010",
      "2020-13-01 10:00", "2020-31-12 10:00", "01.02.2020 10:00", "1.2.20 1:2:3", "12/31/1999 0:0",
      "Fri Jan 3 10:00:00 2020", "3 jan 2020 10:00 PM", "jan 2020 10:00", "now", "yesterday",
      "noon",
      "tomorrow 10:00", "", " ", "nonsense", "10:00", "2020", "10:00:00 2020-02-30",
      "25:00 2020-1-1",
      "2020-01-01 24:00", "2020-01-01 10:60", "1969-12-31 23:59:59 +0000",
      "1970-01-01 00:00:00 +0100",
      "2100-01-01 0:0", "2099-12-31 0:0", "Thu, 07 Apr 2005 22:13:13 +0200",
      "2008-02-14 20:30:45 CEST",
      "2005.04.07 22:13", "05/06/07 8:09", "8:09:10.5 2020-01-02", "2020-01-02 08:09:10.123 +01:30",
      "2020-01-02 8 PM", "2020-01-02 PM", "1 2 3", "Sat 12 12:12", "2020-01-02 101010", "0",
      "12345",
      "4102444800", "4102444799", "99999999999999999999", "2020-01-02\n10:00", "2020-1-2 1:2 UTC+5",
      "31/12/2020 1:1", "@", "@x +0000", "@1 +000", "@1 +00000", "2020-01-01 10:00 -99",
      "Z 2020-1-1 1:1",
    ]
    for date in dates {
      sandbox.set("GIT_AUTHOR_DATE", nil)
      let environment = sandbox.environment.setting(["GIT_AUTHOR_DATE": date])
      let process = Subprocess(
        "git",
        ["var", "GIT_AUTHOR_IDENT"],
        environment: environment,
        workingDirectory: sandbox.root
      )
      let git = try process.run()
      let ours = Ours(environment: environment, workingDirectory: sandbox.root)
      #expect((ours.author?.identity != nil) == git.succeeded, "'\(date)': \(git.errorOutput)")
    }
  }
}
