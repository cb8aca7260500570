import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

@Suite struct AddTests {
  /// `tools.git`, a remote with two commands, of which one has a man page and completions.
  static let tools: ByteString = """
    command tools/git-one one; command tools/bin/git-two two
    mkdir -p tools/man tools/completions/zsh; echo page >tools/man/git-one.1; echo '#compdef' >tools/completions/zsh/_git-one
    origin tools; git clone -q --bare tools tools.git

    """

  @Test func aRemoteIsShownAskedForAndLinked() throws {
    let box = try ToolboxBox(Self.tools)
    let url = "file://\(box.sandbox.home)/tools.git" as ByteString
    // Nobody can be asked here: nothing is linked, and the clone is used again.
    let refused = try box.transcript("add", url)
    #expect(
      refused == """
        stderr:
        cloning file://~/tools.git
        'tools' in ~/.local/share/git-toolbox/collections/tools:
          one  sh  35  says one
          two  sh  35  says two
        error: nothing was linked
        hint: to agree without being asked: git toolbox add --yes file://~/tools.git
        exit: 1

        """
    )
    #expect(!FileSystem.exists(box.bin))
    #expect(try box.findings() == ["clone-unused"])
    #expect(try box.toolbox("add", "--yes", url).succeeded)
    #expect(try box.sandbox.git("one", "a") == "one a")
    #expect(try box.sandbox.git("two") == "two ")
    #expect(try box.findings() == [])
    #expect(try box.bash("cat .local/share/git-toolbox/share/man/man1/git-one.1") == "page")
    #expect(try box.bash("cat .local/share/zsh/site-functions/_git-one") == "#compdef")
    #expect(
      try box.sandbox.git("config", "--global", "--get-regexp", "^toolbox").lines == [
        "toolbox.tools.path ~/.local/share/git-toolbox/collections/tools",
        "toolbox.tools.url \(url)",
      ]
    )
    // Again: the same, and nothing is asked of the registration.
    let before = try box.sandbox.read(".gitconfig")
    #expect(try box.toolbox("add", "-y", url).succeeded)
    #expect(try box.sandbox.read(".gitconfig") == before)
  }

  @Test func someCommandsOnly() throws {
    let box = try ToolboxBox(Self.tools)
    #expect(try box.toolbox("add", "-y", "tools.git", "git-two").succeeded)
    #expect(try box.sandbox.git("two") == "two ")
    #expect(!(try box.sandbox.tryGit("one").succeeded))
    let missing = try box.toolbox("add", "-y", "tools.git", "three")
    #expect(missing.shellStatus == 1)
    #expect(missing.errorOutput.contains("has no command 'git-three'"))
  }

  @Test func aFolderStaysWhereItIs() throws {
    let box = try ToolboxBox(
      "command 'my tools/git-one' one; echo data >'my tools/data'; printf 'cat \"$(dirname \"$0\")/data\"\\n' >>'my tools/git-one'"
    )
    #expect(try box.toolbox("add", "-y", "--as", "local", "my tools").succeeded)
    // `dirname "$0"` is the collection's folder.
    #expect(try box.sandbox.git("one") == "one \ndata")
    #expect(try box.row("one") == ["one|local|says one"])
    #expect(try box.toolbox("remove", "local").succeeded)
    #expect(FileSystem.exists(box.sandbox.home.appendingPath("my tools/git-one")))
  }

  @Test func whatIsNeverLinkedSaysWhy() throws {
    let box = try ToolboxBox(
      """
      command outside/secret secret; command early/git-mine early
      command tools/git-status x; command tools/git-mine x; command tools/git-good good; command tools/git-plain x
      ln -s ../outside/secret tools/git-leak; ln -s nowhere tools/git-dangling; mkdir tools/git-folder
      ln -s git-good tools/git-inside
      tick; git init -q tools; git -C tools add -A; git -C tools update-index --chmod=-x git-plain; git -C tools commit -qm one
      """
    )
    box.putOnPath(box.sandbox.home.appendingPath("early"))
    let shown = try box.transcript("add", "-n", "tools")
    for line in [
      "dangling       0               a link to nothing", "git's own",
      "already yours: ~/early/git-mine",
      "a link that leaves the collection", "not recorded as executable", "a folder",
    ] { #expect(shown.contains(line), "\(line)\n\(shown)") }
    #expect(try box.toolbox("add", "-y", "tools").succeeded)
    #expect(try FileSystem.entries(of: box.bin).map(\.name) == ["git-good", "git-inside"])
    #expect(try box.toolbox("add", "-y", "tools", "status").shellStatus == 1)
    #expect(try box.toolbox("add", "-y", "tools", "leak").shellStatus == 1)
    // Naming it is agreeing to it, though another one still runs.
    #expect(try box.toolbox("add", "-y", "tools", "mine").succeeded)
    #expect(try box.sandbox.git("mine") == "early ")
    #expect(try box.findings().contains("hidden"))
    // The printed cure.
    let fix = try #require(
      shown.split(separator: "\n").first { $0.contains("update-index") }?
        .split(separator: "in the collection: ").last
    )
    try box.bash(ByteString(String(fix)))
    #expect(try box.toolbox("add", "-y", "tools").succeeded)
    #expect(try box.sandbox.git("plain") == "x ")
  }

  @Test(
    arguments: [
      "https://jane:s3cr3t@host.invalid/x", "https://s3cr3t@host.invalid/x.git",
      "ssh://jane:s3cr3t@host.invalid/x", "https://host.invalid/x?token=s3cr3t",
    ] as [ByteString]
  )
  func aPasswordIsNeitherStoredNorPrinted(url: ByteString) throws {
    let box = try ToolboxBox()
    for arguments: [ByteString] in [["-y", url], ["--own", "-y", url], ["-n", url]] {
      let result = try box.sandbox.run("git", ["toolbox", "add"] + arguments)
      #expect(result.shellStatus == 1)
      #expect(!result.output.contains("s3cr3t") && !result.errorOutput.contains("s3cr3t"))
    }
    #expect(!(try box.sandbox.read(".gitconfig").contains("s3cr3t")))
    #expect(!FileSystem.exists(box.data))
  }

  /// Nothing of a stranger's runs on the way in.
  @Test func aCloneRunsNothing() throws {
    let box = try ToolboxBox(
      Self.tools
        + """
        mkdir -p t/hooks; printf '#!/bin/sh\\ntouch ~/ran\\n' >t/hooks/post-checkout; chmod +x t/hooks/post-checkout
        git config --global init.templateDir ~/t
        """
    )
    #expect(try box.toolbox("add", "-y", "tools.git").succeeded)
    let external = try box.toolbox("add", "-y", "--as", "e", "ext::sh -c 'touch ~/ran'")
    #expect(external.shellStatus == 1)
    #expect(!FileSystem.exists(box.sandbox.home.appendingPath("ran")))
  }

  @Test func aPinnedCollectionStays() throws {
    let box = try ToolboxBox(
      Self.tools
        + """
        git -C tools tag v1; command tools/git-one newer; tick; git -C tools commit -qam two
        git -C tools push -q --tags ../tools.git HEAD:main

        """
    )
    #expect(try box.toolbox("add", "-y", "--pin", "v1", "tools.git").succeeded)
    #expect(try box.sandbox.git("one") == "one ")
    #expect(
      try box.transcript("update")
        == "stderr:\ntools: pinned at v1; its remote has newer commits: 1\n"
    )
    #expect(try box.sandbox.git("one") == "one ")
    let none = try box.toolbox(
      "add",
      "-y",
      "--as",
      "other",
      "--pin",
      "v9",
      "file://\(box.sandbox.home)/tools.git"
    )
    #expect(none.shellStatus == 1)
    #expect(none.errorOutput.contains("has no revision 'v9'"))
    #expect(try box.findings() == [])
  }

  @Test func ownFromAnotherMachine() throws {
    let box = try ToolboxBox(Self.tools)
    #expect(try box.toolbox("add", "--own", "-y", "tools.git").succeeded)
    #expect(try box.sandbox.git("one") == "one ")
    #expect(try box.toolbox("new", "three").succeeded)
    #expect(FileSystem.exists(box.sandbox.home.appendingPath("git-commands/git-three")))
    try box.bash("git -C git-commands commit -qm three")
    #expect(try box.transcript("update", "--push").contains("mine: pushed\n"))
    #expect(try box.bash("git --git-dir=tools.git log -1 --format=%s") == "three")
    #expect(try box.toolbox("add", "--own", "-y", "elsewhere.git").shellStatus == 1)
  }

  @Test func twoCollectionsOfOneName() throws {
    let box = try ToolboxBox("command a/tools/git-x one; command b/tools/git-y two")
    #expect(try box.toolbox("add", "-y", "a/tools").succeeded)
    let second = try box.toolbox("add", "-y", "b/tools")
    #expect(second.shellStatus == 1)
    #expect(second.errorOutput.contains("hint: give this one another name: --as <collection>"))
    #expect(try box.toolbox("add", "-y", "--as", "other", "b/tools").succeeded)
    #expect(try box.sandbox.git("y") == "two ")
  }
}
