import ByteKit
import ChangelogTool
import FileKit
import ProcessKit
import TestSupport
import Testing

/// The merge driver and `resolve` with real merges.
@Suite struct MergeDriverTests {
  /// Two branches that change the changelog; `main` is checked out.
  private func diverged(
    _ base: ByteString,
    _ ours: ByteString,
    _ theirs: ByteString,
    driver: Bool
  ) throws -> ChangelogRepository {
    let repository = try ChangelogRepository()
    try repository.write(base)
    if driver { try repository.changelog("setup", "--merge-driver") }
    try repository.git("add", ".")
    try repository.git("commit", "-qm", "base")
    try repository.git("switch", "-qc", "side")
    try repository.write(theirs)
    try repository.git("commit", "-qam", "theirs")
    try repository.git("switch", "-q", "main")
    try repository.write(ours)
    try repository.git("commit", "-qam", "ours")
    return repository
  }

  private let head = ChangelogRepository.head

  @Test func bothSidesEntriesAtOneSpotAreTaken() throws {
    let repository = try diverged(head, head + "- Ours\n", head + "- Theirs\n", driver: true)
    try repository.git("merge", "-q", "-m", "m", "side")
    #expect(try repository.read() == head + "- Ours\n- Theirs\n")
  }

  @Test func theDriverWorksInRebaseAndCherryPick() throws {
    for command: ByteString in ["rebase", "cherry-pick"] {
      let repository = try diverged(head, head + "- Ours\n", head + "- Theirs\n", driver: true)
      if command == "rebase" {
        try repository.git("switch", "-q", "side")
        try repository.git("rebase", "-q", "main")
      } else {
        try repository.git("cherry-pick", "side")
      }
      #expect(try repository.read() == head + "- Ours\n- Theirs\n")
    }
  }

  private func sides() -> (ours: ByteString, theirs: ByteString) {
    func side(_ word: String) -> ByteString {
      ByteString(head.text.replacing("- Two\n", with: "- Two, \(word)\n- \(word)\n"))
    }
    return (side("ours"), side("theirs"))
  }

  private let conflict: ByteString = """
    # Changelog

    ## [Unreleased]

    ### Added

    - One
    <<<<<<< ours
    - Two, ours
    =======
    - Two, theirs
    >>>>>>> theirs
    - ours
    - theirs

    """

  @Test func onlyAnEntryRewordedOnBothSidesIsAConflict() throws {
    let (ours, theirs) = sides()
    let repository = try diverged(head, ours, theirs, driver: true)
    #expect(try repository.sandbox.tryGit("merge", "-q", "side").shellStatus == 1)
    #expect(try repository.read() == conflict)
    #expect(try repository.git("ls-files", "--unmerged").lines.count == 3)
  }

  @Test func withoutTheToolGitMarksTheConflict() throws {
    let repository = try diverged(head, head + "- Ours\n", head + "- Theirs\n", driver: true)
    try repository.sandbox.bash(
      "git config merge.changelog.driver \"$(git config merge.changelog.driver | sed \"s|'[^']*'|'/none/git-changelog'|\")\""
    )
    #expect(try repository.sandbox.tryGit("merge", "-q", "side").shellStatus == 1)
    let content = try repository.read()
    #expect(content.contains("<<<<<<< ours\n- Ours\n=======\n- Theirs\n>>>>>>> theirs\n"))
  }

  @Test func whatIsNoChangelogIsMergedByGit() throws {
    let repository = try diverged(
      "a\nb\nc\nd\ne\n",
      "A\nb\nc\nd\ne\n",
      "a\nb\nc\nd\nE\n",
      driver: true
    )
    try repository.git("merge", "-q", "-m", "m", "side")
    #expect(try repository.read() == "A\nb\nc\nd\nE\n")
  }

  @Test func resolveSolvesWhatGitCouldNot() throws {
    let repository = try diverged(head, head + "- Ours\n", head + "- Theirs\n", driver: false)
    #expect(try repository.sandbox.tryGit("merge", "-q", "side").shellStatus == 1)
    #expect(try repository.changelog("update").shellStatus == 128)
    let result = try repository.changelog("resolve")
    #expect(result.succeeded, "\(result.errorOutput)")
    #expect(try repository.read() == head + "- Ours\n- Theirs\n")
    #expect(try repository.git("ls-files", "--unmerged") == "")
    #expect(try repository.changelog("resolve").succeeded)
    #expect(try repository.read() == head + "- Ours\n- Theirs\n")
  }

  @Test func resolveLeavesTheTrueConflictMarked() throws {
    let (ours, theirs) = sides()
    let repository = try diverged(head, ours, theirs, driver: false)
    #expect(try repository.sandbox.tryGit("merge", "-q", "side").shellStatus == 1)
    #expect(try repository.changelog("resolve").shellStatus == 1)
    #expect(try repository.read() == conflict)
    #expect(try repository.git("ls-files", "--unmerged").lines.count == 3)
  }

  @Test(arguments: ["merge", "diff3"])
  func resolveReadsMarkersAlone(_ style: String) throws {
    let repository = try diverged(head, head + "- Ours\n", head + "- Theirs\n", driver: false)
    try repository.git("config", "merge.conflictStyle", ByteString(style))
    #expect(try repository.sandbox.tryGit("merge", "-q", "side").shellStatus == 1)
    try repository.git("add", "CHANGELOG.md")
    try repository.git("commit", "-qm", "markers and all")
    #expect(try repository.changelog("-n", "resolve").output.contains("-<<<<<<< HEAD\n"))
    #expect(try repository.changelog("resolve").succeeded)
    #expect(try repository.read() == head + "- Ours\n- Theirs\n")
  }

  @Test func lineEndingsOfTheWorkTreeAreGitsToChoose() throws {
    let repository = try diverged(head, head + "- Ours\n", head + "- Theirs\n", driver: true)
    try repository.git("config", "core.autocrlf", "true")
    try repository.git("rm", "-q", "--cached", "-r", ".")
    try repository.git("reset", "-q", "--hard")
    try repository.git("merge", "-q", "-m", "m", "side")
    #expect(try repository.git("show", "HEAD:CHANGELOG.md") + "\n" == head + "- Ours\n- Theirs\n")
    #expect(try repository.git("status", "--porcelain") == "")
  }
}
