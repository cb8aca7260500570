import ByteKit
import ChangelogTool
import TestSupport
import Testing

@Suite struct ChangelogMergeTests {
  private func merge(
    _ base: ByteString,
    _ ours: ByteString,
    _ theirs: ByteString,
    conflicts: Int = 0,
    preferring side: ChangelogMerge.Side = .ours,
    line: SourceLocation = #_sourceLocation
  ) throws -> ByteString {
    let merge = try #require(
      ChangelogMerge(
        base: Document(parsing: base),
        ours: Document(parsing: ours),
        theirs: Document(parsing: theirs)
      ),
      sourceLocation: line
    )
    let (document, found) = merge.merged(preferring: side)
    #expect(found == conflicts, sourceLocation: line)
    return document.serialized
  }

  /// Both directions give the same file.
  private func mergeBothWays(
    _ base: ByteString,
    _ left: ByteString,
    _ right: ByteString,
    line: SourceLocation = #_sourceLocation
  ) throws -> ByteString {
    let merged = try merge(base, left, right, line: line)
    #expect(try merge(base, right, left, line: line) == merged, sourceLocation: line)
    return merged
  }

  private let base: ByteString = """
    # Changelog

    ## [Unreleased]

    ### Added

    - one
    - two

    ## [1.0.0] - 2024-01-01

    ### Added

    - zero

    [unreleased]: https://h/o/r/compare/v1.0.0...HEAD
    [1.0.0]: https://h/o/r/releases/tag/v1.0.0

    """

  private let released: ByteString = """
    # Changelog

    ## [Unreleased]

    ## [1.1.0] - 2024-05-06

    ### Added

    - one
    - two

    ## [1.0.0] - 2024-01-01

    ### Added

    - zero

    [unreleased]: https://h/o/r/compare/v1.1.0...HEAD
    [1.1.0]: https://h/o/r/compare/v1.0.0...v1.1.0
    [1.0.0]: https://h/o/r/releases/tag/v1.0.0

    """

  @Test func aNewEntryStaysUnreleasedAcrossARelease() throws {
    for text in ["- two\n- three\n", "- three\n- one\n- two\n"] {
      let branch = ByteString(
        base.text.replacing(
          text.contains("- two\n- three") ? "- two\n" : "- one\n- two\n",
          with: text
        )
      )
      #expect(
        try mergeBothWays(base, released, branch)
          == ByteString(
            released.text.replacing(
              "## [Unreleased]\n",
              with: "## [Unreleased]\n\n### Added\n\n- three\n"
            )
          )
      )
    }
  }

  @Test func aReleaseWithoutANewUnreleasedHeadingGetsOne() throws {
    let renamed = ByteString(
      base.text.replacing("## [Unreleased]", with: "## [1.1.0] - 2024-05-06")
    )
    let branch = ByteString(base.text.replacing("- two\n", with: "- two\n- three\n"))
    let wanted = ByteString(
      renamed.text.replacing(
        "## [1.1.0]",
        with: "## [Unreleased]\n\n### Added\n\n- three\n\n## [1.1.0]"
      )
    )
    #expect(try mergeBothWays(base, renamed, branch) == wanted)
  }

  @Test func entriesOfBothSidesAreTakenOnce() throws {
    let ours = ByteString(base.text.replacing("- two\n", with: "- two\n- both\n- ours\n"))
    let theirs = ByteString(
      base.text.replacing("- two\n", with: "- two\n- theirs\n- both\n\n### Fixed\n\n- fix\n")
    )
    #expect(
      try merge(base, ours, theirs)
        == ByteString(
          base.text.replacing(
            "- two\n",
            with: "- two\n- both\n- ours\n- theirs\n\n### Fixed\n\n- fix\n"
          )
        )
    )
  }

  @Test func categoriesOfBothSidesStandInOrder() throws {
    let empty: ByteString = "## [Unreleased]\n\n## [1.0.0] - 2024-01-01\n"
    let ours: ByteString = "## [Unreleased]\n\n### Fixed\n\n- f\n\n## [1.0.0] - 2024-01-01\n"
    let theirs: ByteString = "## [Unreleased]\n\n### Added\n\n- a\n\n## [1.0.0] - 2024-01-01\n"
    #expect(
      try mergeBothWays(empty, ours, theirs)
        == "## [Unreleased]\n\n### Added\n\n- a\n\n### Fixed\n\n- f\n\n## [1.0.0] - 2024-01-01\n"
    )
  }

  @Test func rewordingFollowsAnEntryIntoItsRelease() throws {
    let branch = ByteString(base.text.replacing("- two\n", with: "- two, better\n"))
    #expect(
      try mergeBothWays(base, released, branch)
        == ByteString(released.text.replacing("- two\n", with: "- two, better\n"))
    )
  }

  @Test func aDeletionStays() throws {
    let branch = ByteString(base.text.replacing("- one\n", with: ""))
    let other = ByteString(base.text.replacing("- two\n", with: "- two\n- three\n"))
    #expect(
      try mergeBothWays(base, branch, other)
        == ByteString(base.text.replacing("- one\n- two\n", with: "- two\n- three\n"))
    )
    let reworded = ByteString(base.text.replacing("- one\n", with: "- one and more\n"))
    #expect(try mergeBothWays(base, branch, reworded) == reworded)
  }

  @Test func onlyAnEntryRewordedOnBothSidesIsAConflict() throws {
    let ours = ByteString(base.text.replacing("- two\n", with: "- two of ours\n- mine\n"))
    let theirs = ByteString(base.text.replacing("- two\n", with: "- two of theirs\n- other\n"))
    let pieces: [(ChangelogMerge.Side, String)] = [
      (.ours, "- two of ours\n"), (.base, "- two\n"), (.theirs, "- two of theirs\n"),
    ]
    for (side, piece) in pieces {
      #expect(
        try merge(base, ours, theirs, conflicts: 1, preferring: side)
          == ByteString(base.text.replacing("- two\n", with: piece + "- mine\n- other\n"))
      )
    }
    #expect(try merge(base, ours, ours) == ours)
  }

  @Test func nestedItemsOfBothSidesAreKept() throws {
    let base: ByteString = "## Unreleased\n\n- **api:**\n  - a\n"
    #expect(
      try merge(base, base + "  - ours\n", base + "  - theirs\n")
        == base + "  - ours\n  - theirs\n"
    )
  }

  @Test func releasesOfBothSidesStandNewestFirst() throws {
    func side(_ version: String, _ entry: String) -> ByteString {
      ByteString(
        base.text.replacing(
          "## [1.0.0]",
          with: "## [\(version)] - 2024-02-02\n\n### Added\n\n- \(entry)\n\n## [1.0.0]"
        )
      )
    }
    let merged = try mergeBothWays(base, side("1.0.2", "b"), side("1.0.1", "a"))
    #expect(
      Document(parsing: merged).sections.compactMap(\.version?.description) == [
        "1.0.2", "1.0.1", "1.0.0",
      ]
    )
  }

  @Test func proseAndLineEndingsAreMerged() throws {
    let dos = ByteString(base.text.replacing("\n", with: "\r\n"))
    let ours = ByteString(
      dos.text.replacing("# Changelog\r\n", with: "# Changelog\r\n\r\nHello.\r\n")
    )
    let theirs = ByteString(dos.text.replacing("- two\r\n", with: "- two\r\n- three\r\n"))
    #expect(
      try mergeBothWays(dos, ours, theirs)
        == ByteString(ours.text.replacing("- two\r\n", with: "- two\r\n- three\r\n"))
    )
  }

  @Test func whatIsNoChangelogIsLeftToGit() {
    #expect(
      ChangelogMerge(
        base: Document(parsing: "a\n"),
        ours: Document(parsing: "b\n"),
        theirs: Document(parsing: "c\n")
      ) == nil
    )
    #expect(
      ChangelogMerge(
        base: Document(parsing: "x\n\n" + base),
        ours: Document(parsing: "y\n\n" + base),
        theirs: Document(parsing: "z\n\n" + base)
      ) == nil
    )
  }

  /// Entries added, reworded and deleted at random on two sides: none is lost, doubled or revived.
  @Test(arguments: 0..<200)
  func randomEditsOfTwoSidesAreAllThere(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = (0..<6).map { "entry number \($0) of the base" }
    let base = Model(unreleased: words, isReleased: false)
    let left = base.edited(by: "left", &random)
    let right = base.edited(by: "right", &random)
    let merged = Document(parsing: try merge(base.text, left.text, right.text))
    let expected = Model.merge(base, left, right)
    #expect(
      Set(merged.bullets.map(\.text)) == Set(expected.all),
      "\(left.text)\n\(right.text)\n\(merged.serialized)"
    )
    #expect(merged.bullets.count == expected.all.count)
    let unreleased = Set((merged.unreleased?.bullets ?? []).map(\.text))
    #expect(unreleased == Set(expected.unreleased))
  }

  /// A changelog by what it must say: the base's entries at their numbers, and new ones.
  private struct Model {
    var entries: [Int: String]
    var added: [String] = []
    var isReleased: Bool

    init(unreleased: [String], isReleased: Bool) {
      entries = Dictionary(uniqueKeysWithValues: unreleased.enumerated().map { ($0, $1) })
      self.isReleased = isReleased
    }

    func edited(by name: String, _ random: inout SeededGenerator) -> Model {
      var copy = self
      copy.isReleased = Bool.random(using: &random)
      // Each side rewords and deletes entries of its own, so that there is no conflict.
      for index in entries.keys.sorted() where (index % 2 == 0) == (name == "left") {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: copy.entries[index] = nil
        case 1: copy.entries[index] = "entry number \(index) of the base, by \(name)"
        default: break
        }
      }
      copy.added = (0..<Int.random(in: 0..<3, using: &random)).map {
        "\(name) \($0) is something new"
      }
      return copy
    }

    var sorted: [String] { entries.sorted { $0.key < $1.key }.map(\.value) }

    var text: ByteString {
      func list(_ entries: [String]) -> String {
        entries.isEmpty ? "" : "### Added\n\n" + entries.map { "- \($0)\n" }.joined() + "\n"
      }
      let old = isReleased ? "## [1.1.0] - 2024-05-06\n\n" + list(sorted) : ""
      let new = isReleased ? list(added) : list(sorted + added)
      return ByteString("# Changelog\n\n## [Unreleased]\n\n\(new)\(old)## [1.0.0] - 2024-01-01\n")
    }

    static func merge(
      _ base: Model,
      _ left: Model,
      _ right: Model
    ) -> (all: [ByteString], unreleased: [ByteString]) {
      var entries: [String] = []
      for index in base.entries.keys {
        guard let mine = left.entries[index], let other = right.entries[index] else { continue }
        entries.append(mine == base.entries[index] ? other : mine)
      }
      let added = left.added + right.added
      let isReleased = left.isReleased || right.isReleased
      return (
        (entries + added).map { ByteString($0) },
        (isReleased ? added : entries + added).map { ByteString($0) }
      )
    }
  }
}
