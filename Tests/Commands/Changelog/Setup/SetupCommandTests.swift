import ByteKit
import ChangelogTool
import FileKit
import ProcessKit
import TestSupport
import Testing

/// `setup`, and the hook that it installs at work.
@Suite struct SetupCommandTests {
  private func repository(hook: Bool = true) throws -> ChangelogRepository {
    let repository = try ChangelogRepository()
    try repository.write(ChangelogRepository.head)
    try repository.git("add", ".")
    try repository.git("commit", "-qm", "feat: one and two")
    if hook {
      let result = try repository.changelog("setup", "--hook")
      #expect(result.succeeded, "\(result.errorOutput)")
    }
    return repository
  }

  private let head = ChangelogRepository.head

  // MARK: Installing

  @Test(arguments: ["*.bin binary\n", "*.bin binary", "*.a x\r\n*.b y\r\n", "*.a x\n\n*.b y"])
  func installingTwiceIsOnceAndUndoTakesAllOut(_ attributes: String) throws {
    let repository = try repository(hook: false)
    try repository.write(ByteString(attributes), to: ".gitattributes")
    func all() throws -> ByteString {
      try repository.sandbox.bash(
        "cat .git/config .gitattributes; ls .git/hooks; cat .git/hooks/post-commit 2>/dev/null || :"
      )
    }
    let before = try all()
    #expect(try repository.changelog("setup").succeeded)
    let once = try all()
    #expect(once.contains("\nCHANGELOG.md merge=changelog"))
    #expect(
      once.contains(
        "merge-driver %O %A %B %L %P || git merge-file -L ours -L base -L theirs --marker-size=%L %A %O %B"
      )
    )
    #expect(try repository.changelog("setup", "--hook", "--merge-driver").succeeded)
    #expect(try all() == once)
    #expect(try repository.changelog("setup", "--undo").succeeded)
    #expect(try all() == before)
    #expect(try repository.changelog("setup", "--undo").succeeded)
    #expect(try all() == before)
  }

  @Test(arguments: [
    "#!/bin/sh\nexec sh -c 'echo theirs >>../log'\n",
    "#!/usr/bin/env bash\nset -e\necho theirs >>../log",
    "#!/usr/bin/awk -f\nBEGIN { print \"theirs\" >> \"../log\" }\n",
  ])
  func anExistingHookIsChained(_ old: String) throws {
    let repository = try repository(hook: false)
    let hook = repository.path.appendingPath(".git/hooks/post-commit")
    try FileSystem.writeAtomically(ByteString(old), to: hook, permissions: 0o755)
    try repository.changelog("setup", "--hook")
    try repository.commit("feat: three")
    #expect(try repository.read("../log") == "theirs\n")
    #expect(try repository.read() == head + "- Three\n")
    try repository.changelog("setup", "--undo", "--hook")
    #expect(try FileSystem.read(hook) == ByteString(old))
    #expect(try FileSystem.status(of: hook)?.permissions == 0o755)
  }

  @Test func hooksPathIsRespected() throws {
    let repository = try repository(hook: false)
    try repository.git("config", "core.hooksPath", "../hooks")
    try repository.changelog("setup", "--hook")
    #expect(FileSystem.exists(repository.sandbox.path("hooks/post-commit")))
    #expect(!FileSystem.exists(repository.path.appendingPath(".git/hooks/post-commit")))
    try repository.commit("feat: three")
    #expect(try repository.read() == head + "- Three\n")
  }

  @Test func signingIsSaidToAskTwice() throws {
    let repository = try repository(hook: false)
    try repository.git("config", "commit.gpgSign", "true")
    #expect(try repository.changelog("setup", "--hook").errorOutput.contains("twice"))
  }

  // MARK: The hook at work

  @Test func eachCommitGetsItsEntryOnce() throws {
    let repository = try repository()
    try repository.commit("feat: three")
    #expect(try repository.git("show", "HEAD:CHANGELOG.md") + "\n" == head + "- Three\n")
    #expect(try repository.git("log", "--format=%s") == "feat: three\nfeat: one and two")
    #expect(try repository.git("status", "--porcelain") == "")
    try repository.commit("docs: nothing for the changelog")
    #expect(try repository.read() == head + "- Three\n")
  }

  @Test func otherStagedFilesStayStagedAndUnstagedLinesUnstaged() throws {
    let repository = try repository()
    try repository.write("x\n", to: "x")
    try repository.write("y\n", to: "y")
    try repository.git("add", ".")
    try repository.write(head + "- Mine\n")
    try repository.git("commit", "-qm", "feat: three", "--", "x")
    #expect(try repository.git("show", "--format=", "--name-only", "HEAD") == "CHANGELOG.md\nx")
    #expect(try repository.git("show", "HEAD:CHANGELOG.md") + "\n" == head + "- Three\n")
    #expect(try repository.git("status", "--porcelain") == " M CHANGELOG.md\nA  y")
    #expect(try repository.read() == head + "- Mine\n- Three\n")
  }

  @Test func amendingReplacesTheEntry() throws {
    let repository = try repository()
    try repository.commit("feat: three")
    try repository.git("commit", "-q", "--amend", "-m", "fix: new words")
    #expect(try repository.read() == head + "\n### Fixed\n\n- New words\n")
    try repository.git("commit", "-q", "--amend", "--no-edit")
    #expect(try repository.read() == head + "\n### Fixed\n\n- New words\n")
    #expect(try repository.git("status", "--porcelain") == "")
  }

  @Test func aCommitThatListsItselfIsLeftAlone() throws {
    let repository = try repository()
    try repository.write("x\n", to: "x")
    try repository.write(head + "- Said by hand\n")
    try repository.git("add", ".")
    try repository.git("commit", "-qm", "feat: three")
    #expect(try repository.read() == head + "- Said by hand\n")
    try repository.write("z\n", to: "x")
    #expect(try repository.changelog("commit", "-qam", "feat: four").succeeded)
    #expect(try repository.read() == head + "- Said by hand\n- Four\n")
    #expect(try repository.git("log", "-g", "-1", "--format=%gs") == "commit: feat: four")
  }

  @Test func mergesFixupsAndPublishedCommitsAreLeftAlone() throws {
    let repository = try repository()
    try repository.git("switch", "-qc", "side")
    try repository.commit("feat: side")
    try repository.git("switch", "-q", "main")
    try repository.commit("chore: main")
    try repository.git("merge", "-q", "--no-ff", "-m", "feat: merge", "side")
    #expect(try repository.read() == head + "- Side\n")
    try repository.write("q\n", to: "q")
    try repository.git("add", "q")
    try repository.git("commit", "-q", "--fixup", "HEAD~1")
    #expect(try repository.read() == head + "- Side\n")
    #expect(try repository.git("rev-list", "--count", "HEAD") == "5")
  }

  @Test func aRebaseIsNotDisturbed() throws {
    let repository = try repository()
    try repository.changelog("setup", "--undo")
    try repository.git("switch", "-qc", "side")
    try repository.commit("feat: a")
    try repository.commit("feat: b")
    try repository.changelog("setup", "--hook")
    try repository.git("switch", "-q", "main")
    try repository.commit("feat: main")
    try repository.git("switch", "-q", "side")
    try repository.git("rebase", "-q", "main")
    #expect(try repository.read() == head + "- Main\n")
    #expect(try repository.git("log", "--format=%s", "main..") == "feat: b\nfeat: a")
  }

  @Test func theHookMakesTheFileIfThereIsNone() throws {
    let repository = try ChangelogRepository()
    #expect(try repository.changelog("setup", "--hook").succeeded)
    try repository.commit("feat: first")
    #expect(try repository.git("ls-tree", "--name-only", "HEAD") == "CHANGELOG.md\nfile1")
    #expect(try repository.git("status", "--porcelain") == "")
    #expect(Document(parsing: try repository.read()).bullets.map(\.text) == ["First"])
  }

  @Test func withoutTheToolTheHookIsSilent() throws {
    let repository = try repository()
    try repository.sandbox.bash(
      "sed -i \"s|'[^']*'|'/none/git-changelog'|g\" .git/hooks/post-commit"
    )
    try repository.write("x\n", to: "x")
    try repository.git("add", "x")
    let result = try repository.sandbox.run("git", ["commit", "-qm", "feat: three"])
    #expect(result.succeeded)
    #expect(result.errorOutput.isEmpty)
  }

  @Test func theHookKeepsMessageAndAuthor() throws {
    let repository = try repository()
    try repository.write("x\n", to: "x")
    try repository.git("add", "x")
    try repository.git(
      "commit",
      "-q",
      "--cleanup=verbatim",
      "--author=A <a@a>",
      "--date=2001-02-03T04:05:06Z",
      "-m",
      "feat: three\n\n# kept  \n\n\nend"
    )
    #expect(
      try repository.git("log", "-1", "--format=%an %aI%n%B")
        == "A 2001-02-03T04:05:06+00:00\nfeat: three\n\n# kept  \n\n\nend\n"
    )
    #expect(try repository.read() == head + "- Three\n")
  }
}
