import ByteKit
import ChangelogTool
import Testing

@Suite struct InsertTests {
  private func inserting(
    _ text: ByteString,
    _ category: ByteString = "Added",
    into content: ByteString
  ) throws -> ByteString {
    var document = Document(parsing: content)
    try document.insert(text, category: category)
    return document.serialized
  }

  @Test func aCategoryIsMadeAtItsCanonicalPlace() throws {
    let content: ByteString = """
      # Changelog

      ## [Unreleased]

      ### Changed

      - c

      ### Fixed

      - f

      ## [1.0.0] - 2024-01-01

      """
    #expect(
      try inserting("a", "Added", into: content) == """
        # Changelog

        ## [Unreleased]

        ### Added

        - a

        ### Changed

        - c

        ### Fixed

        - f

        ## [1.0.0] - 2024-01-01

        """
    )
    #expect(
      try inserting("r", "Removed", into: content) == """
        # Changelog

        ## [Unreleased]

        ### Changed

        - c

        ### Removed

        - r

        ### Fixed

        - f

        ## [1.0.0] - 2024-01-01

        """
    )
    #expect(
      try inserting("s", "Security", into: content) == """
        # Changelog

        ## [Unreleased]

        ### Changed

        - c

        ### Fixed

        - f

        ### Security

        - s

        ## [1.0.0] - 2024-01-01

        """
    )
    #expect(try inserting("x", "Fixed", into: content).contains("- f\n- x\n\n## [1.0.0]"))
  }

  @Test func theFilesOwnWordsBulletsAndBlankLinesAreTaken() throws {
    let content: ByteString = """
      # Next
      ## Bug Fixes
      * f
      # 1.0.0 (2020-01-01)
      ## Features
      * one
      """
    #expect(
      try inserting("a", "Added", into: content) == """
        # Next
        ## Features
        * a
        ## Bug Fixes
        * f
        # 1.0.0 (2020-01-01)
        ## Features
        * one
        """
    )
  }

  @Test func linesAreIndentedToTheText() throws {
    let content: ByteString = "## Unreleased\n\n  *   one\n      more\n"
    #expect(
      try inserting("two\nlines\n\nof it", into: content)
        == "## Unreleased\n\n  *   one\n      more\n  *   two\n      lines\n\n      of it\n"
    )
  }

  @Test func lineEndingsAndMissingNewlineAreKept() throws {
    #expect(
      try inserting("b", into: "\u{FEFF}## [Unreleased]\r\n\r\n### Added\r\n\r\n- a")
        == "\u{FEFF}## [Unreleased]\r\n\r\n### Added\r\n\r\n- a\r\n- b"
    )
    #expect(
      try inserting("b", into: "## [Unreleased]\r\n\r\n### Added\r\n\r\n- a\n\r\n## [1.0.0]\r\n")
        == "## [Unreleased]\r\n\r\n### Added\r\n\r\n- a\n- b\r\n\r\n## [1.0.0]\r\n"
    )
    #expect(try inserting("b", into: "## Unreleased\r\r- a\r") == "## Unreleased\r\r- a\r- b\r")
  }

  @Test func linkDefinitionsStayAtTheEnd() throws {
    #expect(
      try inserting("a", into: "# C\n\n## [Unreleased]\n\n[unreleased]: https://example.com\n")
        == "# C\n\n## [Unreleased]\n\n### Added\n\n- a\n\n[unreleased]: https://example.com\n"
    )
  }

  @Test func spacedListsStaySpaced() throws {
    #expect(
      try inserting("c", into: "## Unreleased\n\n- a\n\n- b\n\n## 1.0.0\n")
        == "## Unreleased\n\n- a\n\n- b\n\n- c\n\n## 1.0.0\n"
    )
  }

  @Test func orderedListsGoOn() throws {
    #expect(
      try inserting("c", into: "## Unreleased\n\n1. a\n2. b\n")
        == "## Unreleased\n\n1. a\n2. b\n3. c\n"
    )
  }

  @Test func unreleasedIsMadeAboveTheNewestRelease() throws {
    #expect(
      try inserting(
        "b",
        into: "History\n=======\n\n1.0.0 / 2012-03-04\n==================\n\n  * a\n"
      )
        == "History\n=======\n\nUnreleased\n==========\n\n  * b\n\n1.0.0 / 2012-03-04\n==================\n\n  * a\n"
    )
    #expect(
      try inserting(
        "b",
        into: "# Changelog\n\n<a name=\"1\"></a>\n## [1.0.0] - 2024-01-01\n\n### Added\n\n- a\n"
      )
        == "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- b\n\n<a name=\"1\"></a>\n## [1.0.0] - 2024-01-01\n\n### Added\n\n- a\n"
    )
  }

  @Test func aFileWithoutSectionsGetsOneOrSaysWhyNot() throws {
    #expect(
      try inserting("a", into: "# Changelog\n\nAll changes.\n")
        == "# Changelog\n\nAll changes.\n\n## [Unreleased]\n\n### Added\n\n- a\n"
    )
    #expect(try inserting("a", into: "").hasPrefix("# Changelog\n"))
    #expect(throws: DocumentError.noSections) {
      try inserting("a", into: "# Notes\n\n## First\n\n- a\n")
    }
  }

  @Test func manyEntriesAtOnceEqualOneAfterTheOther() throws {
    let entries: [Document.NewEntry] = [
      .init(category: "Fixed", text: "f1"), .init(category: "Added", text: "a1"),
      .init(category: "Fixed", text: "f2"), .init(category: "Docs", text: "d1"),
    ]
    for content in DocumentTests.samples {
      var atOnce = Document(parsing: content)
      var oneByOne = atOnce
      guard (try? atOnce.insert(entries)) != nil else { continue }
      for entry in entries { try oneByOne.insert(entry.text, category: entry.category) }
      #expect(atOnce == oneByOne)
    }
  }

  @Test(arguments: [
    "## [Unreleased]\n\n## [1.0.0]\n", "## [Unreleased]\n", "## Unreleased\n- a\n## 1.0.0\n",
    "## [Unreleased]\n\n### Added\n\n- a\n\n### Fixed\n\n- f\n\n## [1.0.0]\n",
    "## [Unreleased]\n### Added\n- a\n\n- b\n\n\n## [1.0.0]\n",
    "## [Unreleased]\n\n\n\n## [1.0.0]\n",
    "## [Unreleased]\n\n### Added\n\n## [1.0.0]\n",
  ])
  func removingUndoesInserting(_ content: ByteString) throws {
    for category in Category.allCases {
      let before = Document(parsing: content)
      var after = before
      try after.insert("zebra\nstripes", category: category.title)
      let bullet = try #require(after.bullets.first { $0.text == "zebra stripes" })
      after.remove(bullet)
      let hadEmptyCategory = content.contains("### Added\n\n## ") && category == .added
      #expect(after == before || hadEmptyCategory, "\(category)")
    }
  }

  @Test func replacingKeepsBulletAndNestedItems() throws {
    var document = Document(parsing: "## Unreleased\n* old\n  text\n  * nested\n* other\n")
    document.replace(try #require(document.bullets.first), with: "new")
    #expect(document.serialized == "## Unreleased\n* new\n  * nested\n* other\n")
  }
}
