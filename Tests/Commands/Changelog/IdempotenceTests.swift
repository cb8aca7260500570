import ByteKit
import ChangelogTool
import ProcessKit
import TestSupport
import Testing

/// Any command twice is once, and what people do to the file between two runs stays done.
@Suite struct IdempotenceTests {
  private let types = [
    "feat", "fix", "perf", "docs", "security", "deprecate", "area", "feat(api)", "fix!",
  ]

  @Test func everyFileHasAMemoryOfItsOwn() throws {
    let repository = try ChangelogRepository()
    try repository.commit("feat: one")
    try repository.sandbox.bash("mkdir api")
    let notes = try repository.changelog("generate", "--output", "notes.md")
    #expect(notes.succeeded, "\(notes.errorOutput)")
    for file: ByteString in ["CHANGELOG.md", "api/CHANGELOG.md"] {
      #expect(try repository.changelog("--changelog", file, "update").succeeded)
      #expect(Document(parsing: try repository.read(file)).bullets.map(\.text) == ["One"])
      // Deleted by hand from a file that is still there.
      try repository.write("# Changelog\n\n## [Unreleased]\n", to: file)
      #expect(try repository.changelog("--changelog", file, "update").succeeded)
      #expect(try repository.read(file) == "# Changelog\n\n## [Unreleased]\n")
    }
  }

  @Test func aFileThatIsGoneIsMadeAnew() throws {
    let repository = try ChangelogRepository()
    try repository.commit("feat: one")
    #expect(try repository.changelog("update").succeeded)
    let first = try repository.read()
    try repository.sandbox.bash("rm CHANGELOG.md")
    #expect(try repository.changelog("update").succeeded)
    #expect(try repository.read() == first)
  }

  @Test(arguments: 0..<12)
  func randomRunsAndHandEdits(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let repository = try ChangelogRepository()
    var made = 0
    var deleted: [ByteString] = []
    var reworded: [ByteString] = []
    func bullets() throws -> [ByteString] {
      guard let content = try? repository.read() else { return [] }
      return Document(parsing: content).bullets.map(\.text)
    }
    for step in 0..<10 {
      switch step == 0 ? 0 : Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2:
        made += 1
        let type = types[Int.random(in: 0..<types.count, using: &random)]
        try repository.commit(ByteString("\(type): subject word\(made)x here"))
      case 3:
        made += 1
        try repository.write("\(made)\n", to: "own")
        try repository.git("add", "own")
        let result = try repository.changelog(
          "commit",
          "-qm",
          ByteString("feat: subject word\(made)x by commit")
        )
        #expect(result.succeeded, "\(result.errorOutput)")
      case 4:
        // Someone deletes an entry.
        guard let victim = try bullets().randomElement(using: &random) else { continue }
        var document = Document(parsing: try repository.read())
        document.remove(try #require(document.bullets.first { $0.text == victim }))
        try repository.write(document.serialized)
        deleted.append(victim)
      case 5:
        // Someone puts an entry into other words.
        guard let victim = try bullets().randomElement(using: &random) else { continue }
        var document = Document(parsing: try repository.read())
        document.replace(
          try #require(document.bullets.first { $0.text == victim }),
          with: "Said better \(step)"
        )
        try repository.write(document.serialized)
        deleted.append(victim)
        reworded.append("Said better \(step)")
      case 6:
        // Someone writes prose and an entry of their own.
        guard let content = try? repository.read(),
          let heading = content.firstRange(of: "## [Unreleased]\n")
        else { continue }
        let (head, tail) = (
          content.bytes[..<heading.upperBound], content.bytes[heading.upperBound...]
        )
        try repository.write(ByteString(head) + "\nProse \(step).\n" + ByteString(tail))
      default:
        let version: ByteString = "1.\(step).0"
        _ = try repository.changelog("release", version, "--commit", "--tag")
        let once = try repository.state()
        #expect(try !repository.changelog("release", version, "--commit", "--tag").succeeded)
        #expect(try repository.state() == once)
      }
      reworded.removeAll { deleted.contains($0) }
      let before = try? repository.read()
      let update = try repository.changelog("update")
      #expect(update.succeeded, "\(update.errorOutput)")
      let once = try repository.state()
      #expect(try repository.changelog("update").succeeded)
      #expect(try repository.state() == once, "seed \(seed), step \(step)")

      let texts = try bullets()
      #expect(Set(texts).count == texts.count, "seed \(seed), step \(step): \(texts)")
      #expect(
        texts.allSatisfy { !deleted.contains($0) },
        "seed \(seed), step \(step): \(texts) \(deleted)"
      )
      #expect(reworded.allSatisfy(texts.contains), "seed \(seed), step \(step)")
      if let before, let after = try? repository.read() {
        var rest = before.lines[...]
        for line in after.lines where line == rest.first { rest = rest.dropFirst() }
        #expect(rest.isEmpty, "seed \(seed), step \(step): lines of the file were lost")
      }
      if Bool.random(using: &random) {
        try repository.git("add", "--all")
        _ = try repository.sandbox.tryGit("commit", "-qm", "docs: changelog")
      }
    }
  }
}
