import ByteKit
import ChangelogTool
import Testing

@Suite struct DocumentTests {
  /// Small changelogs of many habits; each must come back byte for byte.
  static let samples: [ByteString] = [
    "",
    "\n",
    "no newline at the end",
    "\u{FEFF}# Changelog\r\n\r\n## [Unreleased]\r\n\r\n- a\r\n",
    "# Changelog\n\n## [1.0.0] - 2024-01-02\n### Added\n- a\n  more of a\n\n  a paragraph of a\n- b\n  - nested\n\n[1.0.0]: https://example.com/1",
    "1.0.0 / 2012-03-04\n==================\n\n  * one\n  * two\n\n0.9.0 / 2012-01-01\n==================\n  * zero\n",
    "# 2.0.0\n\n```md\n## [9.9.9]\n- not an entry\n```\n\n* real\n\n# 1.0.0\n* old\n",
    "## v1.2.3\n<!--\n## [Unreleased]\n- hidden\n-->\n+ plus\n1. first\n2. second\n",
    "mixed\nline\r\nendings\n\r\n## 1.0.0\r\n- a\n- b\r\n",
    "old\rMac\r## 1.0.0\r- a\r",
    "## 1.0.0\n\n- invalid \u{1} control\n\t- tab\n \t - both\n---\n* * *\n",
  ]

  @Test(arguments: samples)
  func comesBackByteForByte(_ content: ByteString) {
    #expect(Document(parsing: content).serialized == content)
  }

  @Test func invalidUTF8ComesBack() {
    let content = ByteString([0x23, 0x20, 0xFF, 0x0A, 0x2D, 0x20, 0xE9, 0x0A])
    #expect(Document(parsing: content).serialized == content)
  }

  @Test(arguments: [
    ("## [1.1.1] - 2023-03-05", "1.1.1", "2023-03-05", false),
    ("## [0.0.5] - 2014-12-13 [YANKED]", "0.0.5", "2014-12-13", true),
    ("## 0.0.5 - 2014-12-13", "0.0.5", "2014-12-13", false),
    ("## v1.2.3", "1.2.3", nil, false),
    (
      "## [v1.2.3](https://example.com/compare/v1.2.2...v1.2.3) (2020-02-03)", "1.2.3",
      "2020-02-03", false
    ),
    ("### 1.2.3 (May 6, 2018)", "1.2.3", "May 6, 2018", false),
    ("# Version 1.2.3-rc.1 / 2020.02.03", "1.2.3-rc.1", "2020.02.03", false),
    ("## pkg-name@1.2.3", "1.2.3", nil, false),
    ("## api-v1.2.3 - 2020-02-03", "1.2.3", "2020-02-03", false),
    ("2016-12-22: Version 3.1.3", "3.1.3", "2016-12-22", false),
    ("**1.2.3**", "1.2.3", nil, false),
    ("## <small>1.2.3 (2018-09-08)</small>", "1.2.3", "2018-09-08", false),
    ("##1.2.3", "1.2.3", nil, false),
    ("## 1.2.3 ##", "1.2.3", nil, false),
  ])
  func readsVersionHeadings(
    _ line: String,
    _ version: String,
    _ date: String?,
    _ isYanked: Bool
  ) throws {
    let document = Document(parsing: ByteString("\(line)\n\n- a\n"))
    let section = try #require(document.newestRelease)
    #expect(section.version == Version(parsing: ByteString(version)))
    #expect(section.date == date.map { ByteString($0) })
    #expect(section.isYanked == isYanked)
    #expect(section.bullets.map(\.text) == ["a"])
  }

  @Test(arguments: [
    "## [Unreleased]", "## Unreleased", "## [unreleased]", "# UNRELEASED",
    "## [Unreleased][unreleased]",
    "## [Unreleased](https://example.com)", "## 1.3.0 (unreleased)", "## Next",
    "## [Nicht ver\u{F6}ffentlicht]",
    "Unreleased\n----------",
  ])
  func readsUnreleasedHeadings(_ heading: String) throws {
    let level = heading.hasPrefix("# ") ? "#" : "##"
    let document = Document(parsing: ByteString("\(heading)\n\n- a\n\n\(level) 1.2.0\n- b\n"))
    #expect(document.unreleased?.bullets.map(\.text) == ["a"])
    #expect(document.newestRelease?.version == Version(1, 2, 0))
  }

  @Test(arguments: [
    "## Upgrade to 2.0.0", "## Migrating from 1.0.0 to 2.0.0", "## Notes", "text 1.0.0",
    "    ## 1.0.0",
    "```\n## 1.0.0\n```", "<!-- ## 1.0.0 -->", "## 1.x", "> ## 1.0.0",
  ])
  func takesNothingElseForAVersion(_ line: String) {
    #expect(Document(parsing: ByteString("# Changelog\n\n\(line)\n\n- a\n")).newestRelease == nil)
  }

  @Test func bulletsAreReadWithAllThatBelongsToThem() throws {
    let document = Document(
      parsing: """
        ## [1.0.0]
        Prose before.

        ### Added
        - one
          goes on
        lazily

          - nested
            more
        - two

          ```
          - code
          ```
        - three

        after

        ### Fixed
        * four

        [1.0.0]: https://example.com
        """
    )
    let section = try #require(document.newestRelease)
    #expect(section.groups.map(\.title) == [nil, "Added", "Fixed"])
    #expect(section.groups[0].hasProse)
    #expect(section.groups[1].hasProse)
    #expect(section.groups[1].bullets.map(\.text) == ["one goes on lazily", "two", "three"])
    #expect(section.groups[1].bullets[0].children.map(\.text) == ["nested more"])
    #expect(section.groups[2].bullets.map(\.lines) == [20..<21])
    #expect(document.linkDefinitions.map(\.definition.label) == ["1.0.0"])
    #expect(section.body.upperBound == 21)
  }

  @Test func entriesAreFoundWhateverTheirDress() {
    let document = Document(
      parsing: """
        ## Unreleased
        - **Breaking:** **api:** Add a
          `long` option ([#12](https://example.com/12)).
          - nested one
        - Fix \\<b\\> (#7)
        """
    )
    #expect(document.contains(entry: "**Breaking:** **api:** Add a long option (#12)"))
    #expect(document.contains(entry: "add a long option"))
    #expect(document.contains(entry: "Nested one"))
    #expect(document.contains(entry: "Fix <b> (#7)"))
    #expect(!document.contains(entry: "Fix <b> (#8)"))
    #expect(!document.contains(entry: "Add a"))
    #expect(document.contains(reference: "#12"))
    #expect(!document.contains(reference: "#1"))
  }
}
