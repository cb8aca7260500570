import ByteKit
import Testing

@testable import ChangelogTool

/// A maker without links that capitalises, with `changes` to the category map.
func plainMaker(_ changes: [(ByteString, ByteString)] = []) -> EntryMaker {
  var categories = CategoryMap()
  for (type, value) in changes { categories.set(type, to: value) }
  return EntryMaker(categories: categories, text: EntryText(links: nil, capitalizes: true))
}

/// `Category: rendered text`, or `- reason`.
func summary(
  _ message: ByteString,
  by maker: EntryMaker = plainMaker(),
  always: Bool = false
) -> ByteString {
  switch maker.outcome(for: CommitMessage(parsing: message), always: always) {
  case .entry(let entry): "\(entry.category): \(entry.rendered)"
  case .hidden(let reason): "- \(reason)"
  }
}

@Suite struct EntryMakerTests {
  @Test(
    "What would begin a block in a list item",
    arguments: [
      Case("feat: # heading", "Added: \\# heading"),
      Case("feat: #12 is done", "Added: #12 is done"),
      Case("> quote", "Changed: \\> quote"),
      Case("- item", "Changed: \\- item"),
      Case("-x is read", "Changed: -x is read"),
      Case("* item", "Changed: \\* item"),
      Case("---", "Changed: \\---"),
      Case("* * *", "Changed: \\* * *"),
      Case("2. second", "Changed: 2\\. second"),
      Case("2.0 is out", "Changed: 2.0 is out"),
      Case("```sh", "Changed: \\```sh"),
      Case("```a``` is read", "Changed: ```a``` is read"),
      Case("~~~", "Changed: \\~~~"),
      Case("[a]: http://b", "Changed: \\[a]: http://b"),
      Case("[a]: http://b 'c'", "Changed: \\[a]: http://b 'c'"),
      Case("[a]: more words", "Changed: [a]: more words"),
      Case("fix(a): - b", "Fixed: **a:** - b"),
      Case("\u{FEFF}feat: a", "Added: A"),
    ]
  )
  func blockStarts(_ example: Case) {
    #expect(summary(example.message) == example.expected)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var message: ByteString
    var expected: ByteString
    init(_ message: ByteString, _ expected: ByteString) {
      self.message = message
      self.expected = expected
    }
    var testDescription: String { message.text }
  }

  @Test(
    "Conventional headers",
    arguments: [
      Case("feat: a", "Added: A"),
      Case("fix: crash on empty input", "Fixed: Crash on empty input"),
      Case("perf: faster", "Changed: Faster"),
      Case("security: bump openssl", "Security: Bump openssl"),
      Case("deprecate: old flag", "Deprecated: Old flag"),
      Case("Feat(API): Thing", "Added: **API:** Thing"),
      Case("feat(a b/c,d-e): x", "Added: **a b/c,d-e:** X"),
      Case("feat(parse(x)): y", "Added: **parse(x):** Y"),
      Case("feat(): x", "Added: X"),
      Case("feat(api)!: drop v1", "Changed: **Breaking:** **api:** Drop v1"),
      Case("chore!: drop node 12", "Changed: **Breaking:** Drop node 12"),
      Case("docs: typo", "- type 'docs'"),
      Case("CI: typo", "- type 'ci'"),
      Case("refactor(core): tidy", "- type 'refactor'"),
      Case("feat (api) : x", "Changed: Feat (api) : x"),
      Case("feat : x", "Added: X"),
      Case("feat(api) : x", "Added: **api:** X"),
      Case("feat!(api): x", "Changed: feat!(api): x"),
      Case("feat:x", "Changed: feat:x"),
      Case("feat: ", "Changed: Feat:"),
      Case("wip: something", "Changed: **wip:** Something"),
      Case("deps(npm): bump a to 2", "Changed: **deps(npm):** Bump a to 2"),
      Case("wip!: gone", "Changed: **Breaking:** **wip:** Gone"),
    ]
  )
  func conventional(_ test: Case) { #expect(summary(test.message) == test.expected) }

  @Test(
    "Plain subjects",
    arguments: [
      Case("Add a thing", "Added: Add a thing"),
      Case("adds a thing", "Added: Adds a thing"),
      Case("New command: x", "Added: New command: x"),
      Case("Introduce y", "Added: Introduce y"),
      Case("Fix #12: crash", "Fixed: Fix #12: crash"),
      Case("Fixes the crash", "Fixed: Fixes the crash"),
      Case("Remove x", "Removed: Remove x"),
      Case("Drop python 2", "Removed: Drop python 2"),
      Case("Deprecate z", "Deprecated: Deprecate z"),
      Case("Security: escape it", "Security: Escape it"),
      Case("Security fix for y", "Security: Security fix for y"),
      Case("Use less memory", "Changed: Use less memory"),
      Case("builtin/add.c: fix a leak", "Fixed: **builtin/add.c:** Fix a leak"),
      Case("http, remote: drop unused code", "Removed: **http, remote:** Drop unused code"),
      Case("add: introduce \"--chmod\"", "Added: **add:** Introduce \"--chmod\""),
      Case("git log: fix the graph", "Fixed: Git log: fix the graph"),
      Case(
        "connected: do not sort input revisions",
        "Changed: **connected:** Do not sort input revisions"
      ),
      Case("fix-up of x", "Changed: Fix-up of x"),
      Case("new_file is read", "Changed: new_file is read"),
      Case("[parser] Fix a crash (#3)", "Fixed: [parser] Fix a crash (#3)"),
      Case("[a][b] add c", "Added: [a][b] add c"),
      Case("Bump 0.14.1 (#20925)", "- a release's own commit"),
      Case("Merge sort: use less memory", "Changed: Merge sort: use less memory"),
      Case("fixup! feat: a", "- fixup! of another commit"),
      Case("squash! a", "- squash! of another commit"),
      Case("Release 1.2.3", "- a release's own commit"),
      Case("v1.2.3-rc.1", "- a release's own commit"),
      Case("Bump version to 1.2.3", "- a release's own commit"),
      Case("Bump openssl to 1.2.3", "Changed: Bump openssl to 1.2.3"),
      Case("Update CHANGELOG.md", "- only writes the changelog"),
      Case("", "- empty message"),
      Case("\n\n", "- empty message"),
    ]
  )
  func plain(_ test: Case) { #expect(summary(test.message) == test.expected) }

  @Test(
    "Breaking footers",
    arguments: [
      Case(
        "feat: a\n\nBREAKING CHANGE: b1\nb2\n\nb3\n\nRefs: #1\n",
        "Changed: **Breaking:** A: b1 b2 b3"
      ),
      Case(
        "feat: a\n\nBREAKING CHANGE: b1\nb2\n\nb3\nRefs: #1\n",
        "Changed: **Breaking:** A: b1 b2 b3"
      ),
      Case("feat: a\n\nBREAKING-CHANGE: b", "Changed: **Breaking:** A: b"),
      Case("feat: a\n\nbreaking change: b", "Added: A"),
      Case("feat: a\n\nBreaking Change: b", "Added: A"),
      Case("feat: a\n\nnot a BREAKING CHANGE: x", "Added: A"),
      Case("feat: a\n\nthis is not a\nBREAKING CHANGE: x", "Added: A"),
      Case("feat: a\n\nBREAKING CHANGE #x", "Added: A"),
      Case("feat: a\n\nBREAKING CHANGE:x", "Added: A"),
      Case("feat: a\nBREAKING CHANGE: b", "Changed: **Breaking:** A: b"),
      Case("feat: a\r\n\r\nBREAKING CHANGE: b\r\n", "Changed: **Breaking:** A: b"),
      Case("chore: a\n\nBREAKING CHANGE: b", "Changed: **Breaking:** A: b"),
      Case("docs: a\n\nbody\n\nBREAKING CHANGE:\nbelow\n", "Changed: **Breaking:** A: below"),
      Case("feat!: a\n\nbody", "Changed: **Breaking:** A"),
      Case("feat: a\n\nBREAKING CHANGE: A is gone", "Changed: **Breaking:** A is gone"),
      Case("feat: a (#4)\n\nBREAKING CHANGE: b", "Changed: **Breaking:** A: b (#4)"),
      Case(
        "feat: a\n\nCloses: #5\nBREAKING CHANGE: b\nSigned-off-by: C <c@d>",
        "Changed: **Breaking:** A: b"
      ),
      Case(
        "feat: a\n\nBREAKING CHANGE: b\n\nmore\n\n---------\n\nCo-authored-by: C <c@d>",
        "Changed: **Breaking:** A: b more"
      ),
      Case("feat: a\n\nNote: this goes on\n\nprose ends it\n", "Added: A"),
      Case("feat: a\n\nfix: also b\n", "Added: A"),
      Case("plain words\n\nBREAKING CHANGE: b", "Changed: **Breaking:** Plain words: b"),
      Case("area: words\n\nBREAKING CHANGE: b", "Changed: **Breaking:** **area:** Words: b"),
    ]
  )
  func breaking(_ test: Case) { #expect(summary(test.message) == test.expected) }

  @Test(
    "Changelog trailers",
    arguments: [
      Case("feat: a\n\nChangelog: none", "- trailer 'Changelog: none'"),
      Case("feat: a\n\nChangelog: skip", "- trailer 'Changelog: none'"),
      Case("docs: a\n\nChangelog: added", "Added: A"),
      Case("docs: a\n\nchangelog:fixed", "Fixed: A"),
      Case("docs: a\n\nChangelog : security", "Security: A"),
      Case("a\n\nChangelog: performance", "Changed: A"),
      Case("a\n\nChangelog: feat", "Added: A"),
      Case("docs: a\n\nChangelog: nonsense", "- type 'docs'"),
      Case(
        "fix: a (#12)\n\n* feat: one\n\nChangelog: added\n\n---------\n\nCo-authored-by: B <b@c>",
        "Added: A (#12)"
      ),
      Case(
        "fix: a (#12)\n\n* feat: one\n\nChangelog: added\n---------\nCo-authored-by: B <b@c>",
        "Added: A (#12)"
      ),
      Case("fix: a\n\nChangelog: added\n\nmore prose", "Added: A"),
      Case("fix: a\n\nsee Changelog: added\nand prose", "Fixed: A"),
      Case("fix: a\n\nChangelog: added\nRefs #133", "Fixed: A"),
      Case("fix: a\n\nChangelog: added\nRefs #133\nSigned-off-by: A <a@b>", "Added: A"),
      Case("fix: a\n\nbody\n---\nChangelog: added", "Fixed: A"),
      Case("fix: a\n\nChangelog: none\n\nChangelog: changed", "Changed: A"),
      Case("feat!: a\n\nChangelog: removed", "Removed: **Breaking:** A"),
      Case("feat!: a\n\nChangelog: none", "- trailer 'Changelog: none'"),
      Case("feat: a\nChangelog: none", "Added: A Changelog: none"),
    ]
  )
  func trailers(_ test: Case) { #expect(summary(test.message) == test.expected) }

  @Test(
    "Reverts of an earlier release",
    arguments: [
      Case(
        "Revert \"feat: b\"\n\nThis reverts commit 0123456789012345678901234567890123456789.",
        "Removed: Reverted: b"
      ),
      Case("Revert \"feat(api): b (#3)\" (#4)", "Removed: **api:** Reverted: b (#3) (#4)"),
      Case("Revert \"Add b\"", "Removed: Reverted: Add b"),
      Case("revert: feat: b\n\nRefs: 676104e, a215868", "Removed: Reverted: b"),
      Case("Reapply \"feat: b\"", "Added: B"),
      Case("Revert \"Revert \"feat: b\"\"", "Added: B"),
      Case("Revert \"Reapply \"feat: b\"\"", "Removed: Reverted: b"),
      Case("Revert \"chore: b\"", "- reverts a commit of type 'chore'"),
    ]
  )
  func reverts(_ test: Case) { #expect(summary(test.message) == test.expected) }

  @Test(
    "Squashes and requests",
    arguments: [
      Case(
        "feat: a (#12)\n\n* feat: one\n\n* fix: two\n\n---------\n\nCo-authored-by: A <a@b>",
        "Added: A (#12)"
      ),
      Case("Merged PR 12: feat: a", "Added: A (!12)"),
      Case("feat: a\n\nSee merge request group/project!7", "Added: A (!7)"),
    ]
  )
  func squashes(_ test: Case) { #expect(summary(test.message) == test.expected) }

  @Test func theConfiguredMapWins() {
    let maker = plainMaker([
      ("docs", "changed"), ("FEAT", "none"), ("perf", "Performance"), ("parser", "fixed"),
      ("wip", "skip"), ("revert", "changed"),
    ])
    #expect(summary("docs: a", by: maker) == "Changed: A")
    #expect(summary("feat: a", by: maker) == "- type 'feat'")
    #expect(summary("perf: a", by: maker) == "Performance: A")
    #expect(summary("parser: a", by: maker) == "Fixed: A")
    #expect(summary("wip: a", by: maker) == "- type 'wip'")
    #expect(summary("Revert \"fix: a\"", by: maker) == "Changed: Reverted: a")
    #expect(summary("feat!: a", by: maker) == "Changed: **Breaking:** A")
  }

  @Test func commitAndAddAlwaysMakeAnEntryUnlessTheTrailerSaysNone() {
    #expect(summary("docs: a", always: true) == "Changed: A")
    #expect(summary("Release 1.2.3", always: true) == "Changed: Release 1.2.3")
    #expect(summary("docs: a\n\nChangelog: none", always: true) == "- trailer 'Changelog: none'")
  }

  @Test(
    arguments: [
      ("feat: a", BumpLevel.minor), ("fix: a", .patch), ("perf: a", .patch), ("chore!: a", .major),
      ("deprecate: a", .minor), ("Deprecate a", .minor), ("Remove a", .minor),
      ("area: words", .patch),
      ("Revert \"feat: a\"", .patch), ("security: a", .patch),
      ("fix: a\n\nBREAKING CHANGE: b", .major),
    ] as [(ByteString, BumpLevel)]
  )
  func levels(_ message: ByteString, _ level: BumpLevel) {
    #expect(plainMaker().entry(for: message, always: false)?.level == level)
  }

  @Test func referencesComeFromSubjectAndFooters() {
    let message: ByteString =
      "fix: a, see #3 (#12)\n\nbody names #99\n\nCloses: #5, #6\nRefs #7\nReviewed-by: B <b@c>"
    #expect(
      plainMaker().entry(for: message, always: false)?.refs == ["#3", "#12", "#5", "#6", "#7"]
    )
    #expect(plainMaker().entry(for: message, always: false)?.pullRequest == "#12")
  }
}
