import ByteKit
import DiagnosticKit
import FileKit
import TestSupport
import Testing

struct UseTests {
  private func box() throws -> IdentityBox {
    let box = try IdentityBox.story()
    box.identity("add", "w", "--email", "w@x.example", "--name", "W")
    return box
  }

  @Test
  func theIncludeStandsInALastSectionOfItsOwn() throws {
    let box = try box()
    box.go(to: "IronMan/i")
    try box.bash(
      "git config include.path ../.x; git config user.email l@l; git commit -q --allow-empty -m x; git worktree add -q ~/linked"
    )
    let result = box.identity("use", "w")
    #expect(result.output == "this repository: W <w@x.example>\n")
    #expect(result.errors.contains("to remove it: git config --local --unset user.email"))
    for folder in ["IronMan/i", "linked"] as [ByteString] {
      #expect(try box.author(in: folder) == "W <w@x.example>")
    }
    #expect(
      try box.bash("tail -2 .git/config")
        == "[include]\n\tpath = ~/.config/git/identities/w.gitconfig"
    )
    #expect(box.transcript("use", "w") == "nothing to change\n")
    // Wherever it stands by now, the earlier one goes.
    try box.bash("git config a.b c")
    #expect(box.identity("use", "IronMan").status == .success)
    #expect(
      try box.bash("git config --local --get-all include.path") == "../.x\n~/IronMan/.gitconfig"
    )
    #expect(box.identity("use", "--none").status == .success)
    #expect(try box.bash("git config --local --get-all include.path") == "../.x")
    #expect(try box.author(in: "IronMan/i") == "Iron Man <l@l>")
  }

  @Test(
    arguments: [
      "git config author.email a@a",
      "git config extensions.worktreeConfig true; git config --worktree user.email t@t",
      "git config --global committer.name C",
    ]
  )
  func whatWouldStillWinIsNamed(_ script: String) throws {
    let box = try box()
    box.go(to: "other")
    try box.bash(ByteString(script))
    let before = try box.bash("cat .git/config")
    let result = box.identity("use", "w")
    #expect(result.status == .failure)
    #expect(result.errors.contains("would not be in force here"))
    #expect(try box.bash("cat .git/config") == before)
  }

  @Test
  func theEnvironmentWouldStillWin() throws {
    let box = try box()
    box.go(to: "other")
    box.sandbox.set("GIT_AUTHOR_EMAIL", "e@e")
    #expect(box.identity("use", "w").errors.contains("$GIT_AUTHOR_EMAIL"))
  }
}
