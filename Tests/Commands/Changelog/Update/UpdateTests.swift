import ByteKit
import DiagnosticKit
import ProcessKit
import TestSupport
import Testing

@testable import ChangelogTool

@Suite struct UpdateTests {
  private func sandbox(_ recipe: ByteString) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.repository(recipe)
    return sandbox
  }

  @Test func makesAFileAndThenLeavesItAlone() throws {
    let sandbox = try sandbox(
      "c 'feat: a'; git tag v1.0.0; c 'feat(api): b'; c 'docs: c'; c 'fix: d (#3)'"
    )
    let first = sandbox.changelog()
    #expect(first.status == .success)
    #expect(first.output.isEmpty)
    #expect(
      first.errors == """
        added 2 entries to 'CHANGELOG.md'
        no new entry for 1 commit: 1 type 'docs'

        """
    )
    let text = try sandbox.read("CHANGELOG.md")
    #expect(
      text.hasSuffix(
        """
        ## [Unreleased]

        ### Added

        - **api:** B

        ### Fixed

        - D (#3)

        """
      )
    )
    let second = sandbox.changelog("update", "-v")
    #expect(second.status == .success)
    #expect(second.errors.contains("'CHANGELOG.md' lacks nothing\n"))
    #expect(second.errors.contains("docs: c (type 'docs')"))
    #expect(try sandbox.read("CHANGELOG.md") == text)
    #expect(sandbox.changelog("update", "-q").errors.isEmpty)
  }

  @Test func checkChangesNothing() throws {
    let sandbox = try sandbox("c 'feat: a'")
    let check = sandbox.changelog("update", "--check")
    #expect(check.status == .failure)
    #expect(check.output == "Added: A\n")
    let dry = sandbox.changelog("-n")
    #expect(dry.status == .success)
    #expect(dry.output.contains("+- A\n"))
    #expect(!(try sandbox.tryGit("cat-file", "-e", ":CHANGELOG.md")).succeeded)
    #expect(try sandbox.git("status", "--porcelain").isEmpty)
    #expect(sandbox.changelog().status == .success)
    #expect(sandbox.changelog("update", "--check").status == .success)
  }

  /// H24: what was edited by hand stays, what is missing is added, once.
  @Test func handEditsSurvive() throws {
    let sandbox = try sandbox("c 'feat: a'; git tag v1.0.0; c 'feat: b'; c 'feat: c'; c 'feat: d'")
    sandbox.changelog()
    let edited = try sandbox.read("CHANGELOG.md").text
      .replacing("- B\n- C\n- D\n", with: "- D, told better\n- By hand\n- C\n")
    try sandbox.write(ByteString(edited), to: "CHANGELOG.md")
    #expect(sandbox.changelog().status == .success)
    #expect(try sandbox.read("CHANGELOG.md").text == edited)
    try sandbox.bash("echo x >new; git add .; git commit -qm 'fix: e'")
    sandbox.changelog()
    let expected = edited.replacing("- C\n", with: "- C\n\n### Fixed\n\n- E\n")
    #expect(try sandbox.read("CHANGELOG.md").text == expected)
    sandbox.changelog()
    #expect(try sandbox.read("CHANGELOG.md").text == expected)
  }

  /// Rule 2, in a clone that never wrote anything itself.
  @Test func whatACommitOnceAddedStaysAway() throws {
    let sandbox = try sandbox(
      """
      c 'feat: a'; git tag v1.0.0; c 'feat: b'; c 'feat: long one that is wrapped by hand'
      printf '## [Unreleased]\\n\\n### Added\\n\\n- B\\n- Long one that is\\n  wrapped by hand\\n' >CHANGELOG.md
      git add .; tick; git commit -qm 'docs: log'
      printf '## [Unreleased]\\n' >CHANGELOG.md; git add .; tick; git commit -qm 'docs: less'
      c 'feat: d'; mkdir sub; cd sub
      """
    )
    sandbox.workingDirectory = sandbox.path("repo/sub")
    let check = sandbox.changelog("update", "--check", "-v")
    #expect(check.output == "Added: D\n")
    #expect(check.errors.contains("feat: b (was listed and edited away)"))
  }

  @Test func whatTheCloneRemembersChangesNoAnswer() throws {
    let sandbox = try sandbox(
      """
      c 'feat: a'; git tag v1.0.0; c 'feat: x'; git switch -qc side; c 'feat: s'; git switch -q main; c 'feat: b'
      printf '## Unreleased\\n\\n- B\\n' >CHANGELOG.md; git add .; tick; git commit -qm 'docs: log'
      git tag v1.1.0; git merge -q --no-ff -m m side; c 'feat: d'
      """
    )
    let memory = sandbox.path("repo/.git/changelog")
    // Three times: nothing remembered, all remembered, and remembered of another file.
    for _ in 0..<2 {
      #expect(sandbox.changelog("update", "--check").output == "Added: S\nAdded: D\n")
    }
    #expect(try sandbox.read(memory + "/added").hasPrefix("CHANGELOG.md\n"))
    #expect(try !sandbox.read(memory + "/boundary").isEmpty)
    let other = sandbox.changelog("--changelog", "OTHER.md", "update", "--check").output
    #expect(other == "Added: S\nAdded: D\n")
    // A tag on a branch that is not merged, behind which commits of main are.
    try sandbox.bash(
      "git switch -qc r; tick; git commit -q --allow-empty -m x; git tag v1.2.0; git switch -q main"
    )
    #expect(sandbox.changelog("update", "--check").output == "Added: S\nAdded: D\n")
    try sandbox.bash(
      """
      printf '## Unreleased\\n\\n- D\\n' >CHANGELOG.md; git add .; tick; git commit -qm 'docs: log'
      printf '# Log\\n' >CHANGELOG.md; git add .; tick; git commit -qm 'docs: less'
      """
    )
    #expect(sandbox.changelog("update", "--check").output == "Added: S\n")
    try sandbox.write("nonsense\n+D\n+S\n", to: memory + "/added")
    try sandbox.write("nonsense\n", to: memory + "/boundary")
    #expect(sandbox.changelog("update", "--check").output == "Added: S\n")
  }

  @Test func whatAnEarlierReleaseAddedDoesNotCount() throws {
    let sandbox = try sandbox(
      """
      c 'feat: a'
      printf -- '- Same\\n' >CHANGELOG.md; git add .; tick; git commit -qm 'docs: log'
      printf '# Log\\n' >CHANGELOG.md; git add .; tick; git commit -qm 'docs: less'
      git tag v1.0.0; c 'feat: same'
      """
    )
    #expect(sandbox.changelog("update", "--check").output == "Added: Same\n")
  }

  @Test func aRequestsNumberInTheFileIsEnough() throws {
    let sandbox = try sandbox("c 'feat: a (#7)'; c 'fix: b (#70)'; c 'fix: c (!8)'")
    try sandbox.write(
      "## Unreleased\n\n- All the things, see [#7](https://x.y/7) and !8\n",
      to: "CHANGELOG.md"
    )
    #expect(sandbox.changelog("update", "--check").output == "Fixed: B (#70)\n")
  }

  @Test func anAmendedCommitIsTheOldOneIfItSaysTheSame() throws {
    let sandbox = try sandbox("c 'feat: a'; git tag v1.0.0; c 'feat: b'")
    sandbox.changelog()
    let text = try sandbox.read("CHANGELOG.md").text.replacing("- B\n", with: "- Better\n")
    try sandbox.write(ByteString(text), to: "CHANGELOG.md")
    try sandbox.bash("tick; git commit -q --amend --no-edit")
    sandbox.changelog()
    #expect(try sandbox.read("CHANGELOG.md").text == text)
    // In a later release the same words are a new change.
    try sandbox.bash("git tag v1.1.0; tick; git commit -q --allow-empty -m 'feat: b'")
    #expect(sandbox.changelog("update", "--check").output == "Added: B\n")
  }

  @Test func entriesAreWrittenAsTheFileWritesThem() throws {
    let sandbox = try sandbox("c 'Add b'; c 'Fix `X` for @you'")
    try sandbox.write(
      "\u{FEFF}# Log\r\n\r\n## Unreleased\r\n\r\n### Added\r\n\r\n* one\r\n* two",
      to: "CHANGELOG.md"
    )
    sandbox.changelog()
    #expect(
      try sandbox.read("CHANGELOG.md")
        == "\u{FEFF}# Log\r\n\r\n## Unreleased\r\n\r\n### Added\r\n\r\n* one\r\n* two\r\n* add b\r\n\r\n### Fixed\r\n\r\n* fix `X` for \\@you"
    )
  }

  @Test func addTakesATextOrCommits() throws {
    let sandbox = try sandbox(
      "c 'feat: a'; c 'docs: b'; c $'fix: c\\n\\nChangelog: none'; c 'feat: d'"
    )
    #expect(sandbox.changelog("add", "-m", "fix(api): by hand").status == .success)
    #expect(sandbox.changelog("add").status == .success)
    #expect(sandbox.changelog("add", "HEAD~2", "HEAD~1").status == .success)
    let text = try sandbox.read("CHANGELOG.md")
    #expect(
      text.contains("### Added\n\n- D\n\n### Changed\n\n- B\n\n### Fixed\n\n- **api:** By hand\n")
    )
    #expect(sandbox.changelog("add", "HEAD").status == .success)
    #expect(try sandbox.read("CHANGELOG.md") == text)
    #expect(sandbox.changelog("add", "nonsense").status == .fatal)
    #expect(sandbox.changelog("add", "-m", "x", "HEAD").status == .usage)
    #expect(sandbox.changelog("add", "-m", " ").status == .usage)
    #expect(sandbox.changelog("add", "--check", "-m", "new one").status == .failure)
    #expect(try sandbox.read("CHANGELOG.md") == text)
  }

  @Test func linksFollowTheRemote() throws {
    let sandbox = try sandbox("c 'feat: a (#7)'; git tag v1.0.0; c 'fix: b #8'")
    try sandbox.git("remote", "add", "up", "ssh://git@git.example.com:2222/o/r.git")
    #expect(sandbox.changelog("update", "--check").output == "Fixed: B #8\n")
    try sandbox.git("config", "changelog.host", "gitea")
    #expect(
      sandbox.changelog("update", "--check").output
        == "Fixed: B [#8](https://git.example.com/o/r/issues/8)\n"
    )
    try sandbox.git("remote", "set-url", "up", "gh:o/r")
    try sandbox.git("config", "url.https://user:secret@github.com:444/.insteadOf", "gh:")
    try sandbox.git("config", "--unset", "changelog.host")
    sandbox.changelog()
    let text = try sandbox.read("CHANGELOG.md")
    #expect(text.contains("- B [#8](https://github.com:444/o/r/issues/8)\n"))
    #expect(text.hasSuffix("\n[unreleased]: https://github.com:444/o/r/compare/v1.0.0...HEAD\n"))
    #expect(!text.contains("secret"))
    try sandbox.git("config", "changelog.host", "svn")
    #expect(sandbox.changelog("update").status == .fatal)
  }

  @Test func configurationChangesTheMap() throws {
    let sandbox = try sandbox("c 'docs: a'; c 'feat: b'; c $'x\\n\\nLog: fixed'")
    try sandbox.git("config", "changelog.docs.category", "changed")
    try sandbox.git("config", "changelog.feat.category", "none")
    try sandbox.git("config", "changelog.trailer", "Log")
    #expect(sandbox.changelog("update", "--check").output == "Changed: A\nFixed: X\n")
  }
}
