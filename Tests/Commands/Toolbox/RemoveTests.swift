import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

@Suite struct RemoveTests {
  private func box(_ script: ByteString = "true") throws -> ToolboxBox {
    let box = try ToolboxBox(AddTests.tools + script)
    _ = try box.toolbox("add", "-y", "tools.git")
    return box
  }

  @Test func aCleanCloneGoesWithAllItsLinks() throws {
    let box = try box()
    #expect(try box.toolbox("remove", "tools").succeeded)
    #expect(
      try box.bash("find .local -type f -o -type l") == ""
    )
    #expect(!(try box.sandbox.read(".gitconfig").contains("toolbox")))
    #expect(!(try box.sandbox.tryGit("one").succeeded))
  }

  @Test(
    arguments: [
      ("echo x >>git-one", "changes that are not committed"),
      ("echo x >untracked", "changes that are not committed"),
      ("echo ignored >.git/info/exclude; echo x >ignored", "changes that are not committed"),
      ("echo x >f; git add .; tick; git commit -qm mine", "commits that are on no remote"),
      (
        "git branch side; git switch -q side; echo x >f; git add .; tick; git commit -qm mine; git switch -q main",
        "commits that are on no remote"
      ),
      ("echo x >>git-one; git stash -q", "stashed changes"),
    ] as [(ByteString, String)]
  )
  func aCloneWithSomethingOfItsOwnStays(change: ByteString, reason: String) throws {
    let box = try box()
    let clone = box.data.appendingPath("git-toolbox/collections/tools")
    try box.bash("cd \(clone); \(change)")
    let before = try box.bash("cd \(clone); find . -type f | sort | xargs cat | cksum")
    let text = try box.transcript("remove", "tools")
    #expect(
      text.contains(
        "its folder stays, since it has \(reason): ~/.local/share/git-toolbox/collections/tools\n"
      )
    )
    #expect(
      try box.bash(
        "cd \(clone); git status >/dev/null; find . -type f ! -name index | sort | xargs cat | cksum"
      ) != ""
    )
    #expect(
      try box.bash("cd \(clone); git fsck --no-progress 2>&1 | grep -v dangling || true") == ""
    )
    #expect(!before.isEmpty)
    #expect(!(try box.sandbox.tryGit("one").succeeded))
  }

  @Test func oneCommand() throws {
    let box = try box()
    #expect(
      try box.transcript("remove", "one")
        == "stderr:\ngit one is no longer found; its file stays: ~/.local/share/git-toolbox/collections/tools/git-one\n"
    )
    #expect(!(try box.sandbox.tryGit("one").succeeded))
    #expect(try box.sandbox.git("two") == "two ")
    #expect(!FileSystem.exists(box.data.appendingPath("zsh/site-functions/_git-one")))
    #expect(try box.toolbox("remove", "one").shellStatus == 1)
  }

  @Test func onlyOurFilesAreDeleted() throws {
    let box = try box(
      "command .local/share/git-toolbox/bin/git-hand hand; mkdir -p .local/share/zsh/site-functions; echo theirs >.local/share/zsh/site-functions/_git-one; command tools/git-tools x; git -C tools add .; git -C tools commit -qm x; git -C tools push -q ../tools.git HEAD:main"
    )
    #expect(try box.toolbox("remove", "hand").shellStatus == 1)
    #expect(try box.sandbox.git("hand") == "hand ")
    // A collection and a command of one name: the word could mean both.
    let both = try box.transcript("remove", "tools")
    #expect(both.contains("hint: the command: git toolbox remove git-tools\n"))
    #expect(try box.toolbox("remove", "git-tools").succeeded)
    #expect(try box.toolbox("remove", "tools").succeeded)
    #expect(try box.sandbox.git("hand") == "hand ")
    #expect(try box.bash("cat .local/share/zsh/site-functions/_git-one") == "theirs")
  }

  @Test func aDryRunChangesNothing() throws {
    let box = try box()
    #expect(
      try box.transcript("remove", "-n", "tools")
        == "would take out the collection 'tools' with 2 commands\nwould delete ~/.local/share/git-toolbox/collections/tools\n"
    )
    #expect(try box.sandbox.git("one") == "one ")
  }
}
