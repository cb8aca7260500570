import ByteKit
import ChangelogTool
import FileKit
import ProcessKit
import TestSupport
import Testing

@Suite struct ReleaseCommandTests {
  private func repository(_ changelog: ByteString? = nil) throws -> ChangelogRepository {
    let repository = try ChangelogRepository()
    repository.sandbox.set("SOURCE_DATE_EPOCH", "1714953600")
    if let changelog {
      try repository.write(changelog)
      try repository.git("add", ".")
      try repository.git("commit", "-qm", "chore: changelog")
    }
    return repository
  }

  private let old: ByteString = """
    # Changelog

    ## [Unreleased]

    ### Added

    - By hand

    ## [1.0.0] - 2024-01-01

    - Zero

    """

  @Test func movesUnreleasedUnderTheVersionAndTheDate() throws {
    let repository = try repository(old)
    let result = try repository.changelog("release", "1.1.0")
    #expect(result.succeeded, "\(result.errorOutput)")
    #expect(
      try repository.read()
        == ByteString(
          old.text.replacing(
            "## [Unreleased]\n",
            with: "## [Unreleased]\n\n## [1.1.0] - 2024-05-06\n"
          )
        )
    )
    #expect(result.output.isEmpty)
  }

  @Test func aReleaseThatAHookRefusedCanBeMadeLater() throws {
    let repository = try repository(
      "# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2024-01-01\n\n- Zero\n"
    )
    try repository.git("tag", "v1.0.0")
    try repository.commit("fix: crash")
    try repository.sandbox.bash(
      "mkdir -p .git/hooks; printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/*"
    )
    let state = try repository.state()
    #expect(try repository.changelog("release", "1.1.0", "--commit").shellStatus == 128)
    #expect(try repository.state() == state)
    try repository.sandbox.bash("rm .git/hooks/pre-commit")
    #expect(try repository.changelog("release", "1.1.0", "--commit").succeeded)
    let section = try #require(Document(parsing: repository.read()).section(for: Version(1, 1, 0)))
    #expect(section.bullets.map(\.text) == ["Crash"])
  }

  @Test func theDateIsUTCWithoutTheEpochVariable() throws {
    let repository = try repository(old)
    repository.sandbox.set("SOURCE_DATE_EPOCH", nil)
    repository.sandbox.set("TZ", "Pacific/Kiritimati")
    let before = try repository.sandbox.bash("date -u +%F")
    #expect(try repository.changelog("release", "1.1.0").succeeded)
    let after = try repository.sandbox.bash("date -u +%F")
    let date = Document(parsing: try repository.read()).section(for: Version(1, 1, 0))?.date
    #expect(date == before || date == after)
  }

  @Test func whatSomebodyPutTogetherIsReleasedAsItIs() throws {
    let repository = try repository(old)
    try repository.git("tag", "v1.0.0")
    try repository.commit("fix: crash")
    let result = try repository.changelog("release", "minor")
    #expect(result.succeeded)
    #expect(result.errorOutput.text.contains("1 commit is not listed in it"))
    let section = try #require(Document(parsing: repository.read()).section(for: Version(1, 1, 0)))
    #expect(section.bullets.map(\.text) == ["By hand"])
  }

  @Test func anEmptySectionIsFilledFromTheCommits() throws {
    let repository = try repository(old)
    try repository.git("tag", "v1.0.0")
    #expect(try repository.changelog("release", "minor").succeeded)
    try repository.git("commit", "-qam", "Release 1.1.0")
    try repository.git("tag", "v1.1.0")
    try repository.commit("fix: crash")
    #expect(try repository.changelog("release").succeeded)
    let section = try #require(Document(parsing: repository.read()).section(for: Version(1, 1, 1)))
    #expect(section.groups.compactMap(\.title) == ["Fixed"])
    #expect(section.bullets.map(\.text) == ["Crash"])
  }

  @Test func withoutAFileOneIsMade() throws {
    let repository = try repository()
    try repository.commit("feat: first")
    #expect(try repository.changelog("release").succeeded)
    let document = Document(parsing: try repository.read())
    #expect(document.section(for: Version(0, 1, 0))?.bullets.map(\.text) == ["First"])
    #expect(document.unreleased?.isEmpty == true)
  }

  @Test(arguments: [
    ("auto", "1.1.0"), ("patch", "1.0.1"), ("minor", "1.1.0"), ("major", "2.0.0"),
    ("1.5.0", "1.5.0"),
    ("v1.5.0", "1.5.0"), ("1.1.0-rc.1", "1.1.0-rc.1"),
  ])
  func versionsAreMadeOfLevels(_ argument: String, _ version: String) throws {
    let repository = try repository(old)
    try repository.git("tag", "v1.0.0")
    let result = try repository.changelog("release", ByteString(argument))
    #expect(result.succeeded, "\(result.errorOutput)")
    let wanted = try #require(Version(parsing: ByteString(version)))
    #expect(Document(parsing: try repository.read()).section(for: wanted)?.label == wanted.spelling)
  }

  @Test func preReleasesAreNumbered() throws {
    let repository = try repository(old)
    try repository.git("tag", "v1.0.0")
    #expect(
      try repository.changelog("release", "minor", "--pre", "rc", "--commit", "--tag").succeeded
    )
    #expect(try repository.git("tag", "--points-at", "HEAD") == "v1.1.0-rc.1")
    try repository.commit("feat: more")
    #expect(try repository.changelog("release", "--pre", "rc", "--commit", "--tag").succeeded)
    #expect(try repository.git("tag", "--points-at", "HEAD") == "v1.1.0-rc.2")
    #expect(try repository.changelog("release", "--commit", "--tag").succeeded)
    #expect(try repository.git("tag", "--points-at", "HEAD") == "v1.1.0")
    let document = Document(parsing: try repository.read())
    #expect(document.sections.compactMap(\.version) == [Version(1, 1, 0), Version(1, 0, 0)])
    #expect(document.section(for: Version(1, 1, 0))?.bullets.map(\.text) == ["By hand", "More"])
  }

  @Test(arguments: [
    (["1.0.0"], 128, "already has a section"), (["0.9.0"], 128, "is below 'v1.2.0'"),
    (["1.2.0"], 128, "already tagged"),
    (["1.x"], 129, "is no version"), (["1.3.0", "--tag"], 129, "needs '--commit'"),
    (["1.3.0", "1.4.0"], 129, "one version"),
  ])
  func refusesAndChangesNothing(_ arguments: [String], _ status: Int32, _ message: String) throws {
    let repository = try repository(old)
    try repository.git("tag", "v1.2.0")
    let before = try repository.state()
    let result = try repository.sandbox.run(
      "git",
      ["changelog", "release"] + arguments.map { ByteString($0) }
    )
    #expect(result.shellStatus == status)
    #expect(result.errorOutput.text.contains(message), "\(result.errorOutput)")
    #expect(try repository.state() == before)
  }

  @Test func anEmptyReleaseIsRefused() throws {
    let repository = try repository(
      "# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2024-01-01\n\n- a\n"
    )
    try repository.git("tag", "v1.0.0")
    let before = try repository.state()
    #expect(try repository.changelog("release", "1.1.0").shellStatus == 128)
    #expect(try repository.changelog("release").shellStatus == 128)
    #expect(try repository.state() == before)
  }

  @Test func twiceIsOnce() throws {
    let repository = try repository(old)
    #expect(try repository.changelog("release", "1.1.0").succeeded)
    let once = try repository.state()
    #expect(!(try repository.changelog("release", "1.1.0").succeeded))
    #expect(try repository.state() == once)
  }

  @Test func aDryRunPrintsTheDifference() throws {
    let repository = try repository(old)
    let before = try repository.state()
    let result = try repository.changelog("-n", "release", "1.1.0", "--commit", "--tag")
    #expect(result.succeeded)
    #expect(result.output.contains("+## [1.1.0] - 2024-05-06\n"))
    #expect(try repository.state() == before)
    try repository.sandbox.write(result.output, to: "../diff")
    try repository.git("apply", "../diff")
    #expect(try repository.read().contains("## [1.1.0] - 2024-05-06"))
  }

  @Test func editLetsThePersonGoOverIt() throws {
    let repository = try repository(old)
    repository.sandbox.set("GIT_EDITOR", "sed -i 's/By hand/By editor/'")
    #expect(try repository.changelog("--edit", "release", "1.1.0").succeeded)
    #expect(try repository.read().contains("- By editor\n"))
    repository.sandbox.set("GIT_EDITOR", "false")
    try repository.commit("feat: x")
    let before = try repository.state()
    #expect(!(try repository.changelog("--edit", "release", "1.2.0").succeeded))
    #expect(try repository.state() == before)
  }

  @Test func commitAndTagGoThroughGit() throws {
    let repository = try repository(old)
    try repository.write("staged\n", to: "other")
    try repository.git("add", "other")
    try repository.sandbox.bash(
      "printf '#!/bin/sh\\necho $(basename $0) >>../log\\n' >.git/hooks/commit-msg; chmod +x .git/hooks/commit-msg"
    )
    let result = try repository.changelog("release", "1.1.0", "--commit", "--tag")
    #expect(result.succeeded, "\(result.errorOutput)")
    #expect(
      try repository.git("show", "--format=%s", "--name-only", "HEAD")
        == "Release 1.1.0\n\nCHANGELOG.md"
    )
    #expect(try repository.git("status", "--porcelain") == "A  other")
    #expect(try repository.read("../log") == "commit-msg\n")
    #expect(try repository.git("cat-file", "-t", "v1.1.0") == "tag")
    #expect(
      try repository.git("for-each-ref", "--format=%(contents)", "refs/tags/v1.1.0")
        == "v1.1.0\n\n### Added\n\n- By hand\n"
    )
    #expect(try repository.changelog("check").succeeded)
  }

  @Test func aNewFileIsCommittedToo() throws {
    let repository = try repository()
    try repository.commit("feat: first")
    #expect(try repository.changelog("release", "--commit").succeeded)
    #expect(try repository.git("show", "--format=", "--name-only", "HEAD") == "CHANGELOG.md")
    #expect(try repository.git("status", "--porcelain") == "")
  }

  @Test func aFailingHookLeavesEverythingAsItWas() throws {
    for changelog in [old, nil] {
      let repository = try repository(changelog)
      try repository.commit("feat: first")
      try repository.sandbox.bash(
        "printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"
      )
      let before = try repository.state()
      #expect(try repository.changelog("release", "1.1.0", "--commit", "--tag").shellStatus == 128)
      #expect(try repository.state() == before)
    }
  }

  @Test func tagAloneTagsWhatIsCommitted() throws {
    let repository = try repository(old)
    #expect(try repository.changelog("release", "1.1.0", "--commit").succeeded)
    #expect(try repository.changelog("release", "--tag").succeeded)
    #expect(try repository.git("tag", "--points-at", "HEAD") == "v1.1.0")
  }

  @Test func tagsFollowTheHighestOneAndThePrefix() throws {
    let repository = try repository(old)
    try repository.git("tag", "1.0.0")
    #expect(try repository.changelog("release", "--commit", "--tag").succeeded)
    #expect(try repository.git("tag", "--points-at", "HEAD") == "1.1.0")
    let other = try self.repository(old)
    try other.git("tag", "api-v1.0.0")
    #expect(try other.changelog("--tag-prefix", "api-", "release", "--commit", "--tag").succeeded)
    #expect(try other.git("tag", "--points-at", "HEAD") == "api-v1.1.0")
  }

  @Test func aTagIsSignedIfTheConfigurationSigns() throws {
    let repository = try repository(old)
    try repository.sandbox.bash(
      """
      ssh-keygen -q -t ed25519 -N '' -f ../key
      git config gpg.format ssh; git config user.signingKey "$PWD/../key"; git config tag.gpgSign true
      """
    )
    #expect(try repository.changelog("release", "1.1.0", "--commit", "--tag").succeeded)
    #expect(try repository.git("cat-file", "tag", "v1.1.0").contains("BEGIN SSH SIGNATURE"))
  }

  @Test(arguments: [
    (0, "1970-01-01"), (951_782_399, "2000-02-28"), (951_782_400, "2000-02-29"),
    (1_709_164_800, "2024-02-29"),
    (4_107_542_399, "2100-02-28"), (4_107_542_400, "2100-03-01"), (-1, "1969-12-31"),
    (253_402_300_799, "9999-12-31"),
  ])
  func daysAreThoseOfTheCalendar(_ seconds: Int64, _ day: String) {
    #expect(CalendarDate(secondsSinceEpoch: seconds).iso == ByteString(day))
  }

  @Test func yankMarksAVersionOnce() throws {
    let repository = try repository(old)
    #expect(try repository.changelog("yank", "v1.0.0").succeeded)
    let once = try repository.read()
    #expect(once == ByteString(old.text.replacing("2024-01-01", with: "2024-01-01 [YANKED]")))
    #expect(try repository.changelog("yank", "1.0.0").succeeded)
    #expect(try repository.read() == once)
    #expect(try repository.changelog("yank", "3.0.0").shellStatus == 128)
    #expect(try repository.changelog("yank").shellStatus == 129)
  }

  @Test func showPrintsOneSection() throws {
    let repository = try repository(
      """
      # Changelog

      ## [Unreleased]

      - New [a]

      ## [1.0.0] - 2024-01-01

      Prose.

      - Zero

      ## v0.9.0
      - Old

      [a]: https://h/a
      [b]: https://h/b
      """
    )
    #expect(try repository.changelog("show").output == "Prose.\n\n- Zero\n")
    #expect(try repository.changelog("show", "latest").output == "Prose.\n\n- Zero\n")
    #expect(
      try repository.changelog("show", "unreleased").output == "- New [a]\n\n[a]: https://h/a\n"
    )
    #expect(try repository.changelog("show", "0.9.0").output == "- Old\n")
    #expect(try repository.changelog("show", "v1.0.0").output == "Prose.\n\n- Zero\n")
    #expect(try repository.changelog("show", "7.0.0").shellStatus == 128)
  }
}
