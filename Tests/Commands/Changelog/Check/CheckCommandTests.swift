import ByteKit
import ChangelogTool
import ProcessKit
import TestSupport
import Testing

@Suite struct CheckCommandTests {
  /// H18: a branch adds an entry under Unreleased while main releases.
  static func misfiled(rebasing: Bool = false, driver: Bool = false) throws -> ChangelogRepository {
    let repository = try ChangelogRepository()
    repository.sandbox.set("SOURCE_DATE_EPOCH", "1714953600")
    try repository.write(ChangelogRepository.head)
    if driver { try repository.changelog("setup", "--merge-driver") }
    try repository.git("add", ".")
    try repository.git("commit", "-qm", "feat: one")
    try repository.git("switch", "-qc", "side")
    try repository.write(ChangelogRepository.head + "- Three\n")
    try repository.git("commit", "-qam", "feat: three")
    try repository.git("switch", "-q", "main")
    #expect(try repository.changelog("release", "1.1.0", "--commit", "--tag").succeeded)
    if rebasing {
      try repository.git("switch", "-q", "side")
      try repository.git("rebase", "-q", "main")
    } else {
      try repository.git("merge", "-q", "-m", "Merge side", "side")
    }
    return repository
  }

  static let released: ByteString = """
    # Changelog

    ## [Unreleased]

    ## [1.1.0] - 2024-05-06

    ### Added

    - One
    - Two

    """

  @Test(arguments: [false, true])
  func findsWhatACleanMergeOrRebaseMisfiled(_ rebasing: Bool) throws {
    let repository = try Self.misfiled(rebasing: rebasing)
    #expect(try repository.read() == Self.released + "- Three\n")
    let result = try repository.changelog("check")
    #expect(result.shellStatus == 1)
    #expect(result.output == "misfiled: CHANGELOG.md:11: 'Three' was not in 1.1.0\n")
    #expect(try repository.read() == Self.released + "- Three\n")
  }

  @Test(arguments: [false, true])
  func withTheMergeDriverNothingIsMisfiled(_ rebasing: Bool) throws {
    let repository = try Self.misfiled(rebasing: rebasing, driver: true)
    #expect(
      try repository.read()
        == ByteString(
          Self.released.text.replacing(
            "[Unreleased]\n",
            with: "[Unreleased]\n\n### Added\n\n- Three\n"
          )
        )
    )
    let result = try repository.changelog("check")
    #expect(result.shellStatus == 0, "\(result.output)")
  }

  @Test func onATerminalItOffersToMoveThemBack() throws {
    let repository = try Self.misfiled()
    let result = try repository.sandbox.run(
      "script",
      ["-qec", "git changelog check", "/dev/null"],
      input: "y\n"
    )
    #expect(result.succeeded, "\(result.output)")
    #expect(
      try repository.read()
        == ByteString(
          Self.released.text.replacing(
            "[Unreleased]\n",
            with: "[Unreleased]\n\n### Added\n\n- Three\n"
          )
        )
    )
    #expect(try repository.changelog("check").succeeded)
  }

  @Test func rewordingAndCuratingARelease() throws {
    let repository = try Self.misfiled(driver: true)
    try repository.sandbox.bash(
      """
      sed -i 's/- Two/- Two, in better words/' CHANGELOG.md
      printf -- '- Forgotten\\n' >>CHANGELOG.md
      git commit -qam 'docs: go over 1.1.0'
      """
    )
    let result = try repository.changelog("check")
    #expect(result.succeeded, "\(result.output)")
  }

  @Test func reportsMissingEntries() throws {
    let repository = try ChangelogRepository()
    try repository.write(ChangelogRepository.head)
    try repository.git("add", ".")
    try repository.git("commit", "-qm", "feat: one")
    #expect(try repository.changelog("check").succeeded)
    try repository.commit("fix: crash")
    let result = try repository.changelog("check")
    #expect(result.shellStatus == 1)
    #expect(result.output == "missing: Fixed: Crash\n")
    #expect(try repository.changelog("check", "HEAD~1..HEAD").shellStatus == 1)
    #expect(try repository.changelog("check", "HEAD..HEAD").shellStatus == 0)
    #expect(try repository.changelog("check", "none..HEAD").shellStatus == 128)
  }

  @Test(arguments: [
    (
      "## [1.0.0]\n\n- a\n\n## v1.0.0\n", "malformed: CHANGELOG.md:5: another section for '1.0.0'\n"
    ),
    (
      "## Unreleased\n\n## [Unreleased]\n",
      "malformed: CHANGELOG.md:3: another section for 'Unreleased'\n"
    ),
    (
      "## 1.0.0\n\n## Unreleased\n",
      "malformed: CHANGELOG.md:3: 'Unreleased' stands below a release\n"
    ),
    ("## [1.0.0] - 2023-02-29\n", "malformed: CHANGELOG.md:1: '2023-02-29' is no date\n"),
    (
      "just text\n\n- and a list\n",
      "malformed: CHANGELOG.md: no heading names a version or 'Unreleased'\n"
    ),
    (
      "## Unreleased\n\n<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> side\n",
      "malformed: CHANGELOG.md:3: conflict marker\nmalformed: CHANGELOG.md:5: conflict marker\nmalformed: CHANGELOG.md:7: conflict marker\n"
    ),
    ("# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2024-02-29\n\n1.0.0 is out.\n", ""),
  ])
  func reportsWhatIsMalformed(_ content: String, _ output: String) throws {
    let repository = try ChangelogRepository()
    try repository.write(ByteString(content))
    try repository.git("add", ".")
    try repository.git("commit", "-qm", "chore: start")
    let result = try repository.changelog("check")
    #expect(result.output == ByteString(output))
    #expect(result.shellStatus == (output.isEmpty ? 0 : 1))
  }

  @Test func saysThatTheMergeDriverIsNotInThisClone() throws {
    let repository = try Self.misfiled(driver: true)
    try repository.git("clone", "-q", ".", "../clone")
    repository.sandbox.workingDirectory = repository.sandbox.path("clone")
    let result = try repository.changelog("check")
    #expect(result.shellStatus == 1)
    #expect(result.output == "the merge driver of 'CHANGELOG.md' is not installed in this clone\n")
    #expect(result.errorOutput.contains("setup --merge-driver"))
    try repository.changelog("setup", "--merge-driver")
    #expect(try repository.changelog("check").succeeded)
    #expect(try repository.git("status", "--porcelain") == "")
  }
}
