import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

@Suite struct UpdateTests {
  /// A collection that has been added, and a change in its origin.
  private func box(_ change: ByteString = "true") throws -> ToolboxBox {
    let box = try ToolboxBox(AddTests.tools)
    _ = try box.toolbox("add", "-y", "tools.git")
    try box.bash(
      "\(change); cd ~/tools; tick; git add -A; git commit -qm more; git push -q ../tools.git HEAD:main"
    )
    return box
  }

  @Test func itFastForwardsAndOffersWhatIsNew() throws {
    let box = try box(
      "command tools/git-one changed; command tools/git-three three; rm tools/bin/git-two"
    )
    let text = try box.transcript("update")
    for line in [
      "tools:\n  new: three\n  changed: one\n  gone: two\n", "3 files changed",
      "  to make it yours: git toolbox add --yes",
    ] {
      #expect(text.contains(line), "\(text)")
    }
    #expect(!text.contains("exit:"))
    #expect(try box.sandbox.git("one") == "changed ")
    #expect(!(try box.sandbox.tryGit("two").succeeded))
    #expect(!FileSystem.exists(box.bin.appendingPath("git-two")))
    #expect(!(try box.sandbox.tryGit("three").succeeded))
    // The printed command, followed.
    let hint = try #require(text.split(separator: "yours: ").last)
    try box.bash(ByteString(String(hint).replacing("~", with: box.sandbox.home.text)))
    #expect(try box.sandbox.git("three") == "three ")
    #expect(try box.transcript("update") == "stderr:\ntools: up to date\n")
  }

  @Test func aDryRunChangesNothing() throws {
    let box = try box("command tools/git-one changed")
    _ = try box.bash("git -C .local/share/git-toolbox/collections/tools fetch -q")
    #expect(try box.transcript("update", "-n").contains("changed: one"))
    #expect(try box.sandbox.git("one") == "one ")
  }

  @Test func whatHasChangesOrDivergedIsLeft() throws {
    let box = try box("command tools/git-one changed")
    let clone = box.data.appendingPath("git-toolbox/collections/tools")
    try box.bash("echo '# mine' >>\(clone)/git-one")
    let dirty = try box.transcript("update")
    #expect(
      dirty.contains("error: tools: has changes that are not committed, so it is left as it is\n")
    )
    #expect(dirty.hasSuffix("exit: 1\n"))
    try box.bash("cd \(clone); tick; git commit -qam mine")
    let diverged = try box.transcript("update")
    #expect(diverged.contains("have diverged"))
    // The printed cure, followed, ends in git's own conflict or success; here both sides touch one file.
    #expect(diverged.contains("hint: to put yours on top: git -C "))
    #expect(try box.sandbox.git("one") == "one ")
    try box.bash("cd \(clone); git reset -q --hard HEAD~1")
    #expect(try box.toolbox("update").succeeded)
    #expect(try box.sandbox.git("one") == "changed ")
  }

  @Test func theCureForDivergedHistoriesWorks() throws {
    let box = try box("command tools/git-one changed")
    let clone = box.data.appendingPath("git-toolbox/collections/tools")
    try box.bash("cd \(clone); echo more >other; tick; git add .; git commit -qm mine")
    let text = try box.transcript("update")
    let hint = try #require(text.split(separator: "on top: ").last?.split(separator: "\n").first)
    try box.bash(ByteString(String(hint).replacing("~", with: box.sandbox.home.text)))
    #expect(try box.transcript("update").contains("has commits that its upstream has not"))
    #expect(try box.sandbox.git("one") == "changed ")
  }

  @Test func oneBrokenCollectionDoesNotStopTheOthers() throws {
    let box = try box(
      "command tools/git-one changed; command other/git-z z; origin other; git clone -q --bare other other.git"
    )
    #expect(try box.toolbox("add", "-y", "other.git").succeeded)
    try box.bash("rm -rf other.git; git config --global toolbox.lost.path ~/nowhere")
    let text = try box.transcript("update")
    #expect(text.contains("error: other: cannot fetch"))
    #expect(
      text.contains(
        "error: lost: ~/nowhere is gone\nhint: to take it out: git toolbox remove lost\n"
      )
    )
    #expect(text.hasSuffix("exit: 1\n"))
    #expect(try box.sandbox.git("one") == "changed ")
    #expect(try box.toolbox("remove", "lost").succeeded)
    #expect(try box.toolbox("update", "nothing").shellStatus == 1)
  }

  @Test func aPushIsNeverForced() throws {
    let box = try ToolboxBox(AddTests.tools)
    _ = try box.toolbox("add", "--own", "-y", "tools.git")
    _ = try box.toolbox("new", "three")
    try box.bash("git -C git-commands commit -qm three")
    #expect(try box.transcript("update").contains("; to push them: git toolbox update --push\n"))
    try box.bash(
      "cd tools; echo x >x; tick; git add .; git commit -qm theirs; git push -q ../tools.git HEAD:main"
    )
    let behind = try box.toolbox("update", "--push")
    #expect(behind.shellStatus == 1)
    #expect(try box.bash("git --git-dir=tools.git log -1 --format=%s") == "theirs")
    try box.bash("git -C git-commands pull -q --rebase")
    #expect(try box.toolbox("update", "--push").succeeded)
    #expect(try box.bash("git --git-dir=tools.git log -1 --format=%s") == "three")
  }

  @Test func aTakenInCollectionIsNotPushed() throws {
    let box = try ToolboxBox(AddTests.tools)
    _ = try box.toolbox("add", "-y", "tools.git")
    let clone = box.data.appendingPath("git-toolbox/collections/tools")
    try box.bash("cd \(clone); echo more >other; tick; git add .; git commit -qm mine")
    #expect(try box.toolbox("update", "--push").succeeded)
    #expect(try box.bash("git --git-dir=tools.git log -1 --format=%s") == "one")
  }
}
