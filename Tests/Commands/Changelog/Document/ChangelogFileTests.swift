import ByteKit
import ChangelogTool
import FileKit
import TestSupport
import Testing

@Suite struct ChangelogFileTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func locate(
    _ option: ByteString? = nil,
    in folder: ByteString = ""
  ) throws -> ChangelogFile {
    try ChangelogFile.locate(
      option: option,
      workTree: sandbox.root,
      workingDirectory: sandbox.path(folder)
    )
  }

  @Test func theUsualNamesAreFound() throws {
    #expect(try locate().pathInWorkTree == "CHANGELOG.md")
    try sandbox.write("", to: "HISTORY.md")
    #expect(try locate().pathInWorkTree == "HISTORY.md")
    try sandbox.write("", to: "Changelog.md")
    #expect(try locate().pathInWorkTree == "Changelog.md")
    try sandbox.write("", to: "docs/NEWS.md")
    #expect(try locate("NEWS.md", in: "docs").pathInWorkTree == "docs/NEWS.md")
    #expect(try locate("new/NEWS.md", in: "docs").path == sandbox.path("docs/new/NEWS.md"))
    #expect(try locate("/elsewhere/C.md").pathInWorkTree == nil)
  }

  @Test func aLinkNamesWhatItPointsTo() throws {
    try sandbox.write("# C\n", to: "docs/real.md")
    _ = try sandbox.run("ln", ["-s", "docs/real.md", sandbox.path("CHANGELOG.md")])
    #expect(try locate().pathInWorkTree == "docs/real.md")
  }

  @Test func anUpdateStartsOverWhenTheFileChanges() throws {
    try sandbox.write("## Unreleased\n", to: "CHANGELOG.md")
    var rounds = 0
    let change = try locate().update { document in
      rounds += 1
      if rounds == 1 { try sandbox.write("## Unreleased\n\n- theirs\n", to: "CHANGELOG.md") }
      var document = try #require(document)
      try document.insert("ours", category: "Added")
      return document
    }
    #expect(rounds == 2)
    #expect(change?.old == "## Unreleased\n\n- theirs\n")
    #expect(try sandbox.read("CHANGELOG.md") == "## Unreleased\n\n- theirs\n- ours\n")
  }

  @Test func aFileThatAppearsMeanwhileIsNotOverwritten() throws {
    var rounds = 0
    _ = try locate().update { document in
      rounds += 1
      if rounds == 1 { try sandbox.write("## Unreleased\n\n- theirs\n", to: "CHANGELOG.md") }
      var document = document ?? .new()
      try document.insert("ours", category: "Added")
      return document
    }
    #expect(try sandbox.read("CHANGELOG.md") == "## Unreleased\n\n- theirs\n- ours\n")
  }

  @Test func nothingIsWrittenWithoutChangeOrInAConflict() throws {
    try sandbox.write("## Unreleased\n", to: "CHANGELOG.md")
    #expect(try locate().update { $0 } == nil)
    #expect(try locate().update { _ in nil } == nil)
    try sandbox.write("<<<<<<< ours\n- a\n=======\n- b\n>>>>>>> theirs\n", to: "CHANGELOG.md")
    #expect(throws: ChangelogFileError.conflicted(sandbox.path("CHANGELOG.md"))) {
      try locate().update { _ in .new() }
    }
  }
}
