import ByteKit
import Testing

@testable import ChangelogTool

@Suite struct VersionBumpTests {
  private func version(_ text: ByteString) throws -> Version {
    try #require(Version(parsing: text))
  }

  struct Case: Sendable {
    var tags: [ByteString]
    var level: BumpLevel?
    var pre: ByteString?
    var hasNews = true
    var expected: ByteString?
  }

  @Test(arguments: [
    // The table of the specification's section 3.3.
    Case(tags: ["0.1.0"], level: .major, expected: "0.2.0"),
    Case(tags: ["0.0.3"], level: .minor, expected: "0.1.0"),
    Case(tags: ["1.2.3"], level: nil, hasNews: false, expected: nil),
    Case(tags: ["1.2.3"], level: .minor, expected: "1.3.0"),
    Case(tags: ["1.2.3"], level: .major, expected: "2.0.0"),
    Case(tags: ["1.2.3", "1.3.0-rc.1"], level: .minor, expected: "1.3.0"),
    Case(tags: ["1.2.3", "1.3.0-rc.1"], level: .minor, pre: "rc", expected: "1.3.0-rc.2"),
    Case(tags: ["1.2.3", "1.3.0-rc.1"], level: .major, expected: "2.0.0"),
    // Variations.
    Case(tags: ["1.2.3", "1.3.0-rc.1"], level: .major, pre: "rc", expected: "2.0.0-rc.1"),
    Case(tags: ["0.0.3"], level: .patch, expected: "0.0.4"),
    Case(tags: ["0.4.2"], level: .patch, expected: "0.4.3"),
    Case(tags: ["1.2.3", "2.0.0-beta.1"], level: .patch, expected: "2.0.0"),
    Case(tags: ["1.2.3", "1.3.0-rc.1"], level: nil, hasNews: false, expected: "1.3.0"),
    Case(tags: ["1.2.3", "1.3.0-rc.1"], level: .minor, pre: "rc", hasNews: false, expected: nil),
    Case(tags: ["1.2.3", "1.3.0-beta.4"], level: .minor, pre: "rc", expected: "1.3.0-rc.1"),
    Case(tags: ["1.2.3"], level: .patch, pre: "alpha.7", expected: "1.2.4-alpha.7"),
    Case(
      tags: ["1.2.3", "1.3.0-rc.9", "1.3.0-rc.10"],
      level: .minor,
      pre: "rc",
      expected: "1.3.0-rc.11"
    ),
    Case(tags: ["2.0.0", "1.9.9"], level: .minor, expected: "2.1.0"),
    Case(tags: ["1.2.3", "1.2.0-rc.1"], level: .patch, expected: "1.2.4"),
    Case(tags: [], level: .patch, expected: "0.1.0"),
    Case(tags: [], level: .major, expected: "0.1.0"),
    Case(tags: [], level: nil, hasNews: false, expected: nil),
    Case(tags: ["1.0.0-rc.1"], level: .patch, expected: "1.0.0"),
    Case(tags: ["1.0.0-rc.1"], level: nil, hasNews: false, expected: "1.0.0"),
  ])
  func next(_ test: Case) throws {
    let tags = try test.tags.map(version)
    let pre = try test.pre.map {
      try $0.split(on: UInt8(ascii: ".")).map { try #require(Version.Identifier(parsing: $0)) }
    }
    let next = Version.next(
      after: tags,
      taken: tags,
      level: test.level,
      hasNews: test.hasNews,
      preRelease: pre
    )
    #expect(next?.spelling == test.expected)
  }

  @Test func aTakenVersionIsNeverProposed() throws {
    let reachable = [Version(1, 0, 0)]
    let taken = [Version(1, 0, 0), Version(1, 0, 1), Version(1, 0, 2), Version(1, 1, 0)]
    #expect(
      Version.next(after: reachable, taken: taken, level: .patch, hasNews: true) == Version(1, 0, 3)
    )
    #expect(
      Version.next(after: reachable, taken: taken, level: .minor, hasNews: true) == Version(1, 2, 0)
    )
  }

  @Test func zeroMajorCanBeLeftWhenAskedFor() {
    #expect(Version(0, 3, 1).bumped(by: .major) == Version(0, 4, 0))
    #expect(Version(0, 3, 1).bumped(by: .major, majorOnZero: true) == Version(1, 0, 0))
  }
}
