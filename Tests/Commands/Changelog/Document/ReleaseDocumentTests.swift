import ByteKit
import ChangelogTool
import Testing

@Suite struct ReleaseDocumentTests {
  private func releasing(
    _ version: Version,
    in content: ByteString,
    previous: ByteString? = nil,
    links: ReleaseRequest.Links? = nil,
    tagPrefix: ByteString = "v"
  ) throws -> ByteString {
    var document = Document(parsing: content)
    try document.release(
      ReleaseRequest(
        version: version,
        date: "2024-05-06",
        tag: tagPrefix + version.spelling,
        previousTag: previous,
        links: links
      )
    )
    return document.serialized
  }

  @Test func unreleasedMovesUnderTheVersion() throws {
    #expect(
      try releasing(
        Version(1, 1, 0),
        in: """
          # Changelog

          ## [Unreleased]

          ### Added

          - a

          ## [1.0.0] - 2024-01-01

          - old

          [unreleased]: https://github.com/o/r/compare/v1.0.0...HEAD
          [1.0.0]: https://github.com/o/r/releases/tag/v1.0.0

          """
      ) == """
        # Changelog

        ## [Unreleased]

        ## [1.1.0] - 2024-05-06

        ### Added

        - a

        ## [1.0.0] - 2024-01-01

        - old

        [unreleased]: https://github.com/o/r/compare/v1.1.0...HEAD
        [1.1.0]: https://github.com/o/r/compare/v1.0.0...v1.1.0
        [1.0.0]: https://github.com/o/r/releases/tag/v1.0.0

        """
    )
  }

  @Test(arguments: [
    ("## [1.0.0] - 2024-01-01", "## [1.1.0] - 2024-05-06"),
    ("## 1.0.0", "## 1.1.0"),
    ("## [1.0.0]", "## [1.1.0] - 2024-05-06"),
    ("# v1.0.0 (2024-01-01)", "# v1.1.0 (2024-05-06)"),
    ("## 1.0.0 - \"Zephyr\" (2024-01-01)", "## 1.1.0 - 2024-05-06"),
    ("### Version 1.0.0 / 2024.01.01 ###", "### Version 1.1.0 / 2024.05.06 ###"),
    ("## [1.0.0] - 2024-01-01 [YANKED]", "## [1.1.0] - 2024-05-06"),
    ("## 1.0.0 (January 1, 2024)", "## 1.1.0 (May 6, 2024)"),
    ("## 1.0.0 - 1 Jan 2024", "## 1.1.0 - 6 May 2024"),
    (
      "## [1.0.0](https://h/o/r/compare/v0.9.0...v1.0.0) (2024-01-01)",
      "## [1.1.0](https://h/o/r/compare/v1.0.0...v1.1.0) (2024-05-06)"
    ),
    (
      "## [v1.0.0](https://h/tree/v1.0.0) - 2024-01-01",
      "## [v1.1.0](https://h/tree/v1.1.0) - 2024-05-06"
    ),
    ("## <small>1.0.0 (2024-01-01)</small>", "## <small>1.1.0 (2024-05-06)</small>"),
    ("## pkg@1.0.0", "## pkg@1.1.0"),
    ("2024-01-01: Version 1.0.0", "2024-05-06: Version 1.1.0"),
    ("**1.0.0**", "**1.1.0**"),
  ])
  func theHeadingTakesTheFilesForm(_ old: String, _ new: String) throws {
    let content = ByteString("\(old)\n\n- old\n")
    var document = Document(parsing: content)
    try document.insert("new", category: "Added")
    let released = try releasing(Version(1, 1, 0), in: document.serialized)
    #expect(released.lines.contains(ByteString(new)), "\(released)")
    let parsed = Document(parsing: released)
    #expect(parsed.unreleased?.isEmpty == true)
    #expect(parsed.section(for: Version(1, 1, 0))?.bullets.map(\.text) == ["new"])
    #expect(parsed.section(for: Version(1, 0, 0))?.bullets.map(\.text) == ["old"])
  }

  @Test func underlinesFollowTheTitle() throws {
    #expect(
      try releasing(
        Version(1, 10, 0),
        in: "Unreleased\n==========\n\n  * b\n\n1.9.0 / 2012-03-04\n==================\n\n  * a\n"
      )
        == "Unreleased\n==========\n\n1.10.0 / 2024-05-06\n===================\n\n  * b\n\n1.9.0 / 2012-03-04\n==================\n\n  * a\n"
    )
  }

  @Test func aHeadingThatNamesTheComingVersionIsReplaced() throws {
    #expect(
      try releasing(
        Version(1, 3, 0),
        in: "## 1.3.0 (unreleased)\n\n- b\n\n## 1.2.0 (2024-01-01)\n\n- a\n"
      )
        == "## Unreleased\n\n## 1.3.0 (2024-05-06)\n\n- b\n\n## 1.2.0 (2024-01-01)\n\n- a\n"
    )
  }

  @Test func aCommentStaysWithUnreleased() throws {
    #expect(
      try releasing(Version(1, 0, 0), in: "## [Unreleased]\n<!-- add here -->\n\n- a\n")
        == "## [Unreleased]\n<!-- add here -->\n\n## [1.0.0] - 2024-05-06\n\n- a\n"
    )
  }

  @Test func preReleasesAreFoldedOldestFirstEachEntryOnce() throws {
    #expect(
      try releasing(
        Version(1, 1, 0),
        in: """
          ## [Unreleased]

          ### Added

          - a3

          ## [1.1.0-rc.2] - 2024-03-01

          ### Added

          - a2

          ### Fixed

          - f2

          ## [1.1.0-rc.1] - 2024-02-01

          ### Added

          - a1
            more
          - a3

          ## [1.0.0] - 2024-01-01

          - old

          [unreleased]: https://h/o/r/compare/v1.1.0-rc.2...HEAD
          [1.1.0-rc.2]: https://h/o/r/compare/v1.1.0-rc.1...v1.1.0-rc.2
          [1.1.0-rc.1]: https://h/o/r/compare/v1.0.0...v1.1.0-rc.1
          [1.0.0]: https://h/o/r/releases/tag/v1.0.0
          """,
        previous: "v1.1.0-rc.2"
      ) == """
        ## [Unreleased]

        ## [1.1.0] - 2024-05-06

        ### Added

        - a1
          more
        - a2
        - a3

        ### Fixed

        - f2

        ## [1.0.0] - 2024-01-01

        - old

        [unreleased]: https://h/o/r/compare/v1.1.0...HEAD
        [1.1.0]: https://h/o/r/compare/v1.0.0...v1.1.0
        [1.0.0]: https://h/o/r/releases/tag/v1.0.0
        """
    )
  }

  @Test func preReleasesAloneAreSomethingToRelease() throws {
    let content: ByteString = """
      # Changelog

      ## [Unreleased]

      ## [1.0.0-rc.1] - 2024-01-01

      ### Added

      - a

      """
    #expect(
      try releasing(Version(1, 0, 0), in: content) == """
        # Changelog

        ## [Unreleased]

        ## [1.0.0] - 2024-05-06

        ### Added

        - a

        """
    )
    #expect(throws: DocumentError.nothingToRelease) { try releasing(Version(1, 0, 1), in: content) }
  }

  @Test func nothingAndADoneVersionAreRefused() {
    #expect(throws: DocumentError.nothingToRelease) {
      try releasing(Version(1, 0, 0), in: "## [Unreleased]\n\n### Added\n")
    }
    #expect(throws: DocumentError.sectionExists("1.0.0")) {
      try releasing(Version(1, 0, 0), in: "## [Unreleased]\n\n- a\n\n## v1.0.0\n")
    }
  }

  @Test(arguments: [
    (
      "https://bitbucket.org/o/r/branches/compare/HEAD%0Dv1.0.0",
      "https://bitbucket.org/o/r/branches/compare/HEAD%0Dv1.1.0",
      "https://bitbucket.org/o/r/branches/compare/v1.1.0%0Dv1.0.0"
    ),
    (
      "https://gitlab.com/g/r/-/compare/v1.0.0...main",
      "https://gitlab.com/g/r/-/compare/v1.1.0...main",
      "https://gitlab.com/g/r/-/compare/v1.0.0...v1.1.0"
    ),
    (
      "https://dev.azure.com/o/p/_git/r/branchCompare?baseVersion=GTv1.0.0&targetVersion=GBmain&_a=files",
      "https://dev.azure.com/o/p/_git/r/branchCompare?baseVersion=GTv1.1.0&targetVersion=GBmain&_a=files",
      "https://dev.azure.com/o/p/_git/r/branchCompare?baseVersion=GTv1.0.0&targetVersion=GTv1.1.0&_a=files"
    ),
    (
      "https://h/o/r/compare/v0.9.0...HEAD", "https://h/o/r/compare/v1.1.0...HEAD",
      "https://h/o/r/compare/v1.0.0...v1.1.0"
    ),
  ])
  func compareLinksGoOn(_ old: String, _ unreleased: String, _ release: String) throws {
    let content = ByteString(
      "## [Unreleased]\n\n- a\n\n## [1.0.0] - 2024-01-01\n\n[Unreleased]: \(old)\n"
    )
    let lines = try releasing(Version(1, 1, 0), in: content, previous: "v1.0.0").lines
    #expect(
      lines.suffix(2) == [
        ByteString("[Unreleased]: \(unreleased)"), ByteString("[1.1.0]: \(release)"),
      ]
    )
  }

  @Test func theFirstReleaseStartsTheLinks() throws {
    let links = ReleaseRequest.Links(unreleased: "https://h/u", release: "https://h/r")
    #expect(
      try releasing(Version(0, 1, 0), in: "# C\n\n## [Unreleased]\n\n- a\n", links: links)
        == "# C\n\n## [Unreleased]\n\n## [0.1.0] - 2024-05-06\n\n- a\n\n[unreleased]: https://h/u\n[0.1.0]: https://h/r\n"
    )
    let unlinked: ByteString = "## [Unreleased]\n\n- a\n\n## [1.0.0] - 2024-01-01\n"
    #expect(!(try releasing(Version(1, 1, 0), in: unlinked, links: links).contains("https")))
  }

  @Test func yankingMarksTheHeadingOnce() throws {
    var document = Document(
      parsing: "## 1.1.0\r\n\r\n1.0.0 / 2012-03-04\r\n==================\r\n\r\n- a\r\n"
    )
    try document.yank("v1.0.0")
    let once = document.serialized
    #expect(
      once
        == "## 1.1.0\r\n\r\n1.0.0 / 2012-03-04 [YANKED]\r\n===========================\r\n\r\n- a\r\n"
    )
    try document.yank("1.0.0")
    #expect(document.serialized == once)
    #expect(throws: DocumentError.noSuchSection("3.0.0")) { try document.yank("3.0.0") }
  }
}
