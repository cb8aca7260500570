import ByteKit
import DiagnosticKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// Owners, worktrees, submodules, bare repositories, hooks, other formats, and `--under`.
struct PlacesTests {
  private let work = WhoamiBox.rule("gitdir:~/work/")

  /// Whether files can be given away here.
  private static let isRoot: Bool = {
    let process = Subprocess("id", ["-u"], environment: .current, workingDirectory: "/")
    return (try? process.run())?.output.trimmed == "0"
  }()

  @Test(.enabled(if: isRoot)) func anothersRepositoryIsRefused() throws {
    let box = try WhoamiBox(WhoamiBox.home, "chown -R 12345 .")
    #expect(
      box.transcript() == """
        REFUSED  detected dubious ownership in repository at '$ROOT/home/work/r'
          fix  git config --global --add safe.directory $ROOT/home/work/r
        exit: 3

        """
    )
    #expect(box.whoami("--verify").output.hasSuffix("git agrees\n"))
    // Root called through sudo trusts the caller's files.
    box.sandbox.set("SUDO_UID", "12345")
    #expect(box.transcript() == "Home <home@x>  ~/.gitconfig:3\n")
    #expect(box.whoami("--verify").status == .success)
    box.sandbox.set("SUDO_UID", nil)
    try box.bash("git config --global --add safe.directory \(box.sandbox.workingDirectory)")
    #expect(box.whoami().status == .success)
    #expect(box.whoami("--verify").status == .success)
  }

  @Test func gitsOwnSwitchForOwnersCounts() throws {
    let box = try WhoamiBox(WhoamiBox.home)
    box.sandbox.set("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    #expect(box.whoami("--porcelain").output.contains("state\tREFUSED\nrefused\tdetected dubious"))
    #expect(box.whoami("--verify").output.contains("git agrees"))
  }

  @Test func barePlacesAndHooks() throws {
    let box = try WhoamiBox(work, "git init -q --bare ~/work/b.git")
    box.go(to: "work/b.git")
    #expect(box.transcript("--short") == "Work <work@x>\n")
    try box.bash("git config --global safe.bareRepository explicit")
    #expect(box.whoami("--porcelain").output.contains("state\tREFUSED"))
    #expect(box.whoami("--verify").output.contains("git agrees"))
  }

  @Test func hooksSeeWhatIsRecorded() throws {
    let box = try WhoamiBox(
      work,
      """
      printf '#!/bin/sh\\ngit whoami --short --author >seen; git whoami --verify -q || echo differs >>seen\\n' \
        >.git/hooks/pre-commit
      chmod +x .git/hooks/pre-commit
      git commit -q --allow-empty -m x --author='Other <other@x>'
      """
    )
    #expect(try box.sandbox.read("seen") == "Other <other@x>\n")
  }

  @Test func otherFormatsWork() throws {
    let box = try WhoamiBox(WhoamiBox.rule("onbranch:topic"))
    try box.bash("git init -q --object-format=sha256 ~/sha; git -C ~/sha checkout -q -b topic")
    box.go(to: "sha")
    #expect(box.whoami("--verify").output.contains("Work <work@x>"))
    #expect(box.whoami("--explain").output.contains("format         sha256, files"))
  }

  @Test func everythingBelowAFolder() throws {
    let box = try WhoamiBox(
      work,
      """
      git commit -q --allow-empty -m c
      git worktree add -q ../linked -b l
      git -c protocol.file.allow=always submodule --quiet add ~/work/r sub
      git init -q ../odd; git -C ../odd config user.email odd@x
      git init -q --bare ~/play/b.git; mkdir -p ~/play/none/.git
      git init -q ~/play/broken; echo '[bad' >>~/play/broken/.git/config
      ln -s ~/work ~/play/link
      """
    )
    box.go(to: ".")
    #expect(
      box.transcript("--under", ".", "--check") == """
        play/b.git   bare       Home <home@x>          ~/.gitconfig:3
        play/broken             -              BROKEN  bad config line 6 in file .git/config
        work/linked  worktree   Work <work@x>  OK      ~/.gitconfig:5 [includeIf "gitdir:~/work/"] \
        -> ~/.gitconfig-work:3
        work/odd                Work <odd@x>   WRONG   'work@x' is expected here (~/.gitconfig:5 \
        [includeIf "gitdir:~/work/"] -> ~/.gitconfig-work:3), but .git/config:7 wins
        work/r                  Work <work@x>  OK      ~/.gitconfig:5 [includeIf "gitdir:~/work/"] \
        -> ~/.gitconfig-work:3
        work/r/sub   submodule  Work <work@x>  OK      ~/.gitconfig:5 [includeIf "gitdir:~/work/"] \
        -> ~/.gitconfig-work:3

        6 repositories: 1 BROKEN, 1 WRONG, 1 unchecked, 3 OK; 3 identities
        exit: 1

        """
    )
    #expect(box.whoami("--under", ".").status == .success)
    #expect(box.whoami("--under", "nowhere").status == .fatal)
    let porcelain = box.whoami("--under", "work", "--porcelain").output
    #expect(porcelain.contains("repository\t$ROOT/home/work/odd\nstate\tWRONG\n"))
    #expect(box.whoami("--under", "work", "--json").output.contains("\"kind\": \"worktree\""))
    // Another GIT_DIR is none of theirs.
    box.sandbox.set("GIT_DIR", box.sandbox.path("home/work/odd/.git"))
    #expect(box.whoami("--under", "work/r").output.contains("Work <work@x>"))
  }

  @Test func manyAreAsEachAlone() throws {
    let box = try WhoamiBox(
      "\(work)[includeIf \"gitdir:~/all/3*/\"]\n\tpath = ~/.gitconfig-work\n",
      "for i in $(seq 40); do git init -q ~/all/$i; done; git -C ~/all/7 config user.name Seven"
    )
    box.go(to: "all")
    let rows = box.whoami("--under", ".", "--porcelain").output.split(separator: "\n")
    let names = rows.filter { $0.hasPrefix("author.name") || $0.hasPrefix("author.email") }
    #expect(names.count == 80)
    for number in [1, 3, 7, 30, 39] {
      box.go(to: "all/\(number)")
      let alone = try box.sandbox.git("var", "GIT_AUTHOR_IDENT")
      let start = try #require(rows.firstIndex { $0.hasSuffix("/all/\(number)") })
      let line = try #require(rows[start...].first { $0.hasPrefix("author.email\t") })
      let email = line.split(separator: "\t")[1]
      #expect(alone.text.contains("<\(email)>"))
    }
  }
}
