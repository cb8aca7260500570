import ByteKit
import ChangelogTool
import FileKit
import ProcessKit
import TestSupport
import Testing

/// `git changelog commit` beside `git commit` made of the same inputs in a copy of the repository.
@Suite struct CommitCommandTests {
  /// A way that git takes a message, with what the commit adds to the changelog.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var arguments: [ByteString]
    /// The added entry and its category; nil for none.
    var entry: ByteString?
    var category: ByteString = "Added"
    var input: ByteString?
    var setUp: ByteString = ""
    var editor: ByteString?

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "-m", arguments: ["-m", "feat: three"], entry: "Three"),
    Case(name: "-m twice", arguments: ["-m", "feat: three", "-m", "Body."], entry: "Three"),
    Case(name: "bundled -am", arguments: ["-qam", "feat: three"], entry: "Three"),
    Case(name: "-m attached", arguments: ["-mfeat: three"], entry: "Three"),
    Case(name: "--mess abbreviated", arguments: ["--mess=feat: three"], entry: "Three"),
    Case(
      name: "-m with a hash",
      arguments: ["-m", "#12 fix the crash"],
      entry: "#12 fix the crash",
      category: "Changed"
    ),
    Case(
      name: "-F file",
      arguments: ["-F", "../message"],
      entry: "From a file",
      setUp: "printf 'feat: from a file\\n\\n# kept\\n' >../message"
    ),
    Case(name: "-F -", arguments: ["-F", "-"], entry: "From input", input: "feat: from input\n"),
    Case(name: "-aF-", arguments: ["-aF-"], entry: "From input", input: "feat: from input\n"),
    Case(name: "-C", arguments: ["-C", "HEAD~1"], entry: "Of another"),
    Case(name: "-c", arguments: ["-c", "HEAD~1"], entry: "Of another", editor: "true"),
    Case(
      name: "editor",
      arguments: [],
      entry: "Edited",
      editor: "printf 'feat: edited\\n# gone\\n' >"
    ),
    Case(
      name: "editor appends",
      arguments: ["-e", "-m", "feat: three"],
      entry: "Three more",
      editor: "sed -i '1s/$/ more/'"
    ),
    Case(
      name: "editor and -v",
      arguments: ["-v"],
      entry: "Edited",
      editor: "sed -i '1s/.*/feat: edited/'"
    ),
    Case(
      name: "commit.verbose",
      arguments: [],
      entry: "Edited",
      setUp: "git config commit.verbose true",
      editor: "sed -i '1s/.*/feat: edited/'"
    ),
    Case(
      name: "core.commentChar",
      arguments: [],
      entry: "Edited",
      setUp: "git config core.commentChar ';'",
      editor: "sed -i '1s/.*/;gone\\nfeat: edited\\n\\n#kept/'"
    ),
    Case(
      name: "core.commentChar auto",
      arguments: ["-e", "-m", "feat: three\n\n#12 is kept"],
      entry: "Three",
      setUp: "git config core.commentChar auto",
      editor: "true"
    ),
    Case(
      name: "template",
      arguments: ["-t", "../template"],
      entry: "Of a template",
      setUp: "printf 'feat: of a\\n' >../template",
      editor: "sed -i '1s/$/ template/'"
    ),
    Case(name: "-s", arguments: ["-s", "-m", "feat: three"], entry: "Three"),
    Case(
      name: "--trailer",
      arguments: ["--trailer", "Changelog: security", "-m", "feat: three"],
      entry: "Three",
      category: "Security"
    ),
    Case(
      name: "--cleanup=verbatim",
      arguments: ["--cleanup=verbatim", "-m", "feat: three  \n\n\n\n# x"],
      entry: "Three"
    ),
    Case(
      name: "--cleanup=scissors",
      arguments: ["--cleanup=scissors"],
      entry: "Edited",
      editor: "sed -i '1s/.*/feat: edited\\n\\n#kept/'"
    ),
    Case(name: "-a", arguments: ["-a", "-m", "feat: three"], entry: "Three"),
    Case(name: "paths", arguments: ["-m", "feat: three", "--", "a"], entry: "Three"),
    Case(name: "path before option", arguments: ["a", "-m", "feat: three"], entry: "Three"),
    Case(name: "-i paths", arguments: ["-m", "feat: three", "-i", "a"], entry: "Three"),
    Case(
      name: "--end-of-options and a path",
      arguments: ["-m", "feat: three", "--end-of-options", "a"],
      entry: "Three"
    ),
    Case(
      name: "--pathspec-from-file",
      arguments: ["-m", "feat: three", "--pathspec-from-file=../paths"],
      entry: "Three",
      setUp: "printf 'a' >../paths"
    ),
    Case(name: "-p", arguments: ["-p", "-m", "feat: three"], entry: "Three", input: "y\nn\nn\n"),
    Case(
      name: "--author --date",
      arguments: ["--author=A U <a@u>", "--date=2001-02-03T04:05:06Z", "-m", "feat: three"],
      entry: "Three"
    ),
    Case(
      name: "--allow-empty",
      arguments: ["--allow-empty", "-m", "feat: three"],
      entry: "Three",
      setUp: "git reset -q --hard"
    ),
    Case(
      name: "commit.template",
      arguments: [],
      entry: "Of a template",
      setUp: "printf 'feat: of a\\n' >../template; git config commit.template ../template",
      editor: "sed -i '1s/$/ template/'"
    ),
    Case(
      name: "commit.cleanup",
      arguments: ["-e", "-m", "feat: three"],
      entry: "Three",
      setUp: "git config commit.cleanup whitespace",
      editor: "true"
    ),
    Case(
      name: "commit.status off",
      arguments: [],
      entry: "Edited",
      setUp: "git config commit.status false",
      editor: "printf 'feat: edited\\n' >"
    ),
    Case(
      name: "message in CR LF",
      arguments: ["-F", "../message"],
      entry: "Three",
      setUp: "printf 'feat: three\\r\\n\\r\\nbody\\r\\n' >../message"
    ),
    Case(name: "-uno and -q", arguments: ["-quno", "-m", "feat: three"], entry: "Three"),
    Case(
      name: "--no-verify",
      arguments: ["-nm", "feat: three"],
      entry: "Three",
      setUp: "printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"
    ),
    Case(
      name: "empty message allowed",
      arguments: ["--allow-empty-message", "-m", ""],
      entry: nil
    ),
    Case(
      name: "-p with a path",
      arguments: ["-m", "feat: three", "-p", "a"],
      entry: "Three",
      input: "y\n"
    ),
    Case(name: "--amend", arguments: ["--amend", "-m", "feat: three"], entry: "Three"),
    Case(
      name: "--amend --only",
      arguments: ["--amend", "--only", "-m", "feat: three"],
      entry: "Three"
    ),
    Case(name: "--amend -a", arguments: ["--amend", "-a", "-C", "HEAD"], entry: "One and two"),
    Case(
      name: "--amend with a path",
      arguments: ["--amend", "--no-edit", "b"],
      entry: "One and two"
    ),
    Case(
      name: "--amend --reset-author",
      arguments: ["--amend", "--reset-author", "-m", "feat: three"],
      entry: "Three"
    ),
    Case(
      name: "--amend in an editor",
      arguments: ["--amend"],
      entry: "One and two more",
      editor: "sed -i '1s/$/ more/'"
    ),
    Case(
      name: "after a conflicting cherry-pick",
      arguments: [],
      entry: "Side",
      setUp:
        "git reset -q --hard; git switch -qc side HEAD~1; echo s >a; git commit -qam 'feat: side'; git switch -q main; echo m >a; git commit -qam 'chore: m'; git cherry-pick side >/dev/null 2>&1 || :; echo ms >a; git add a",
      editor: "true"
    ),
    Case(
      name: "after a squash merge",
      arguments: ["-m", "feat: squashed"],
      entry: "Squashed",
      setUp:
        "git reset -q --hard; git switch -qc side HEAD~1; echo s >s; git add s; git commit -qm 'feat: side'; git switch -q main; git merge -q --squash side"
    ),
    Case(
      name: "index version 4, split",
      arguments: ["-m", "feat: three"],
      entry: "Three",
      setUp: "git update-index --index-version 4; git update-index --split-index"
    ),
    Case(
      name: "detached HEAD",
      arguments: ["-m", "feat: three"],
      entry: "Three",
      setUp: "git switch -q --detach"
    ),
    Case(
      name: "executable changelog",
      arguments: ["-m", "feat: three"],
      entry: "Three",
      setUp: "chmod +x CHANGELOG.md; git add CHANGELOG.md"
    ),
    Case(name: "trailer none", arguments: ["-m", "feat: three\n\nChangelog: none"], entry: nil),
    Case(
      name: "hidden type",
      arguments: ["-m", "docs: three"],
      entry: "Three",
      category: "Changed"
    ),
    Case(name: "fixup", arguments: ["--fixup", "HEAD"], entry: nil),
    Case(name: "squash", arguments: ["--squash", "HEAD", "-m", "x"], entry: nil),
    Case(name: "fixup by hand", arguments: ["-m", "fixup! feat: x"], entry: nil),
    Case(
      name: "Latin-1",
      arguments: ["-F", "../message"],
      entry: "Café",
      setUp: "printf 'feat: caf\\351\\n' >../message"
    ),
    Case(
      name: "rewriting commit-msg hook",
      arguments: ["-m", "feat: three"],
      entry: "Three",
      setUp:
        "printf '#!/bin/sh\\necho >>\"$1\"; echo Change-Id: I1 >>\"$1\"\\n' >.git/hooks/commit-msg; chmod +x .git/hooks/commit-msg"
    ),
    Case(
      name: "prepare-commit-msg hook",
      arguments: ["-m", "feat: three"],
      entry: "Three [X-1]",
      setUp:
        "printf '#!/bin/sh\\nsed -i \"1s/$/ [X-1]/\" \"$1\"\\n' >.git/hooks/prepare-commit-msg; chmod +x .git/hooks/prepare-commit-msg"
    ),
    Case(
      name: "prepare-commit-msg hook and editor",
      arguments: [],
      entry: "Edited [X-1]",
      setUp:
        "printf '#!/bin/sh\\nsed -i \"1s/^/ [X-1]/\" \"$1\"\\n' >.git/hooks/prepare-commit-msg; chmod +x .git/hooks/prepare-commit-msg",
      editor: "sed -i '1s/^/feat: edited/'"
    ),
    Case(
      name: "pre-commit hook that stages",
      arguments: ["-m", "feat: three"],
      entry: "Three",
      setUp:
        "printf '#!/bin/sh\\necho made >made; git add made\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"
    ),
  ]

  /// Two equal repositories: staged and unstaged lines in two files, and in the changelog.
  private static func pair(
    _ setUp: ByteString
  ) throws -> (ours: ChangelogRepository, gits: ChangelogRepository) {
    func make() throws -> ChangelogRepository {
      let repository = try ChangelogRepository()
      try repository.write(ChangelogRepository.head)
      try repository.write("a\n", to: "a")
      try repository.write("b\n", to: "b")
      try repository.git("add", ".")
      try repository.git("commit", "-qm", "feat: of another")
      try repository.commit("feat: one and two")
      try repository.write("a\nstaged\n", to: "a")
      try repository.git("add", "a")
      try repository.write("a\nstaged\nnot staged\n", to: "a")
      try repository.write("b\nnot staged\n", to: "b")
      if !setUp.isEmpty { try repository.sandbox.bash(setUp) }
      return repository
    }
    return (try make(), try make())
  }

  private static func run(
    _ words: [ByteString],
    _ test: Case,
    in repository: ChangelogRepository
  ) throws -> ProcessResult {
    if let editor = test.editor { repository.sandbox.set("GIT_EDITOR", editor) }
    return try repository.sandbox.run("git", words + test.arguments, input: test.input)
  }

  @Test(arguments: cases)
  func theCommitEqualsGitsOwnButForTheEntry(_ test: Case) throws {
    let (ours, gits) = try Self.pair(test.setUp)
    let result = try Self.run(["changelog", "commit"], test, in: ours)
    let other = try Self.run(["commit"], test, in: gits)
    #expect(result.shellStatus == other.shellStatus, "\(result.errorOutput)\(other.errorOutput)")
    try #require(other.succeeded, "\(other.errorOutput)")

    let format: ByteString = "--format=%an %ae %ad %cn %ce %e %P %n%B"
    #expect(
      try ours.git("log", "-1", format).lines.filter { !$0.hasPrefix("Home home") }
        == gits.git("log", "-1", format).lines.filter { !$0.hasPrefix("Home home") }
    )
    func tree(_ repository: ChangelogRepository) throws -> [ByteString] {
      try repository.git("ls-tree", "-r", "HEAD").lines.filter { !$0.hasSuffix("CHANGELOG.md") }
    }
    #expect(try tree(ours) == tree(gits))
    #expect(try ours.git("status", "--porcelain") == gits.git("status", "--porcelain"))
    #expect(try ours.git("diff", "--cached") == gits.git("diff", "--cached"))
    #expect(try ours.git("diff") == gits.git("diff"))
    #expect(try ours.git("rev-list", "--count", "HEAD") == gits.git("rev-list", "--count", "HEAD"))

    var expected = Document(parsing: ChangelogRepository.head)
    if let entry = test.entry { try expected.insert(entry, category: test.category) }
    #expect(try ours.git("show", "HEAD:CHANGELOG.md") + "\n" == expected.serialized)
    #expect(try ours.read() == expected.serialized)
    let left = try FileSystem.entries(of: ours.path.appendingPath(".git")).map(\.name)
    #expect(!left.contains { $0.hasPrefix("changelog-") })
  }

  static let failures: [Case] = [
    Case(
      name: "failing pre-commit",
      arguments: ["-m", "feat: x"],
      setUp: "printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"
    ),
    Case(
      name: "failing commit-msg with -a",
      arguments: ["-am", "feat: x"],
      setUp: "printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/commit-msg; chmod +x .git/hooks/commit-msg"
    ),
    Case(
      name: "failing commit-msg with a path",
      arguments: ["-m", "feat: x", "a"],
      setUp: "printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/commit-msg; chmod +x .git/hooks/commit-msg"
    ),
    Case(
      name: "failing after -p",
      arguments: ["-p", "-m", "feat: x"],
      input: "y\ny\n",
      setUp: "printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/commit-msg; chmod +x .git/hooks/commit-msg"
    ),
    Case(
      name: "failing prepare-commit-msg",
      arguments: ["-m", "feat: x"],
      setUp:
        "printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/prepare-commit-msg; chmod +x .git/hooks/prepare-commit-msg"
    ),
    Case(name: "empty message", arguments: ["-m", ""]),
    Case(name: "editor leaves nothing", arguments: [], editor: ": >"),
    Case(name: "editor fails", arguments: [], editor: "false"),
    Case(
      name: "template not edited",
      arguments: ["-t", "../template"],
      setUp: "printf 'feat: x\\n' >../template",
      editor: "true"
    ),
    Case(name: "nothing to commit", arguments: ["-m", "feat: x"], setUp: "git reset -q --hard"),
    Case(name: "unknown option", arguments: ["--bogus", "-m", "feat: x"]),
    Case(name: "missing value", arguments: ["-m"]),
    Case(name: "bad path", arguments: ["-m", "feat: x", "--", "none"]),
    Case(
      name: "failing signature",
      arguments: ["-S", "-m", "feat: x"],
      setUp: "git config gpg.program false"
    ),
    Case(
      name: "new file, failing hook",
      arguments: ["-m", "feat: x"],
      setUp:
        "git rm -q --cached CHANGELOG.md; git commit -qm gone; rm CHANGELOG.md; echo 1 >>a; git add a; printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"
    ),
    Case(
      name: "new file, failing hook, -a",
      arguments: ["-am", "feat: x"],
      setUp:
        "git rm -q --cached CHANGELOG.md; git commit -qm gone; rm CHANGELOG.md; echo 1 >>a; git add a; printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"
    ),
    Case(
      name: "untracked file, failing hook, -a",
      arguments: ["-am", "feat: x"],
      setUp:
        "git rm -q --cached CHANGELOG.md; git commit -qm gone; echo 1 >>a; git add a; printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"
    ),
    Case(
      name: "intended file, failing hook",
      arguments: ["-m", "feat: x"],
      setUp:
        "git rm -q --cached CHANGELOG.md; git commit -qm gone; git add -N CHANGELOG.md; echo 1 >>a; git add a; printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"
    ),
  ]

  @Test(arguments: failures)
  func aFailureLeavesEverythingAsItWas(_ test: Case) throws {
    let (ours, gits) = try Self.pair(test.setUp)
    let before = try ours.state()
    let result = try Self.run(["changelog", "commit"], test, in: ours)
    let other = try Self.run(["commit"], test, in: gits)
    #expect(result.shellStatus == other.shellStatus, "\(result.errorOutput)\(other.errorOutput)")
    #expect(result.shellStatus != 0)
    #expect(try ours.state() == before, "\(result.errorOutput)")
    #expect(result.errorOutput.contains("changelog-commit") == false)
  }

  @Test func hooksRunOnceOnTheFinalContent() throws {
    for editor: ByteString? in [nil, "printf 'feat: three\\n' >"] {
      let (ours, gits) = try Self.pair(
        """
        for h in pre-commit prepare-commit-msg commit-msg post-commit; do
        printf '#!/bin/sh\\necho %s "$(basename "$0")" $# "$2" ${GIT_INDEX_FILE##*/} >>../log; git show :CHANGELOG.md >>../seen-%s\\n' $h $h >.git/hooks/$h
        chmod +x .git/hooks/$h; done
        """
      )
      let test = Case(
        name: "",
        arguments: editor == nil ? ["-m", "feat: three"] : [],
        editor: editor
      )
      #expect(try Self.run(["changelog", "commit"], test, in: ours).succeeded)
      #expect(try Self.run(["commit"], test, in: gits).succeeded)
      let log = try ours.read("../log")
      #expect(log.lines.sorted() == (try gits.read("../log")).lines.sorted())
      #expect(try ours.read("../seen-pre-commit").contains("- Three\n"))
      #expect(try ours.read("../seen-commit-msg").contains("- Three\n"))
    }
  }

  @Test func linesOfTheChangelogThatAreNotStagedStaySo() throws {
    let (ours, _) = try Self.pair("")
    let mine = ChangelogRepository.head + "- Mine, not staged\n"
    try ours.write(mine)
    #expect(try ours.changelog("commit", "-qm", "feat: three").succeeded)
    #expect(
      try ours.git("show", "HEAD:CHANGELOG.md") + "\n" == ChangelogRepository.head + "- Three\n"
    )
    #expect(try ours.read() == mine + "- Three\n")
    #expect(try ours.git("diff", "--name-only") == "CHANGELOG.md\na\nb")
  }

  @Test func theFirstCommitMakesTheFile() throws {
    let repository = try ChangelogRepository()
    try repository.write("a\n", to: "a")
    try repository.git("add", "a")
    let result = try repository.changelog("commit", "-m", "feat: first")
    #expect(result.succeeded, "\(result.errorOutput)")
    #expect(try repository.git("ls-tree", "--name-only", "HEAD") == "CHANGELOG.md\na")
    #expect(try repository.git("status", "--porcelain") == "")
    #expect(try Document(parsing: repository.read()).unreleased?.bullets.map(\.text) == ["First"])
  }

  @Test func aSubfolderAndALinkedWorkTreeAreNoMatter() throws {
    let (ours, _) = try Self.pair(
      "mkdir sub; echo s >sub/s; git add sub; git worktree add -q ../other"
    )
    ours.sandbox.workingDirectory = ours.path.appendingPath("sub")
    #expect(try ours.changelog("commit", "-qm", "feat: three", "--", "s").succeeded)
    #expect(try ours.git("show", "--format=", "--name-only", "HEAD") == "CHANGELOG.md\nsub/s")
    ours.sandbox.workingDirectory = ours.sandbox.path("other")
    try ours.write("x\n", to: "a")
    #expect(try ours.changelog("commit", "-qam", "fix: four").succeeded)
    #expect(try ours.git("show", "HEAD:CHANGELOG.md").contains("### Fixed\n\n- Four"))
  }

  @Test func theIndexIsChangedFromASubfolderToo() throws {
    let (ours, _) = try Self.pair("mkdir sub; echo s >sub/s; git add sub")
    ours.sandbox.workingDirectory = ours.path.appendingPath("sub")
    #expect(try ours.changelog("commit", "-qm", "feat: three").succeeded)
    #expect(
      try ours.git("show", "HEAD:CHANGELOG.md") + "\n" == ChangelogRepository.head + "- Three\n"
    )
    try ours.write("#!/bin/sh\nexit 1\n", to: "../.git/hooks/pre-commit")
    try ours.sandbox.bash(
      "chmod +x ../.git/hooks/pre-commit; echo t >>s; git rm -q --cached ../CHANGELOG.md"
    )
    let before = try ours.state()
    #expect(try ours.changelog("commit", "-qm", "feat: four", "--", "s").shellStatus == 1)
    #expect(try ours.changelog("commit", "-qm", "feat: four").shellStatus == 1)
    #expect(try ours.state() == before)
  }

  @Test func aPipeIsReadOnce() throws {
    let (ours, _) = try Self.pair("")
    try ours.sandbox.bash("git changelog commit -q -F <(printf 'feat: from a pipe\\n')")
    #expect(try ours.git("log", "-1", "--format=%s") == "feat: from a pipe")
    #expect(try ours.read() == ChangelogRepository.head + "- From a pipe\n")
  }

  @Test func anInterruptTakesTheEntryOut() throws {
    let (ours, _) = try Self.pair(
      "printf '#!/bin/sh\\n: >../started; sleep 20\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"
    )
    let before = try ours.state()
    let status = try ours.sandbox.bash(
      """
      set +e; set -m
      git changelog commit -qm 'feat: three' 2>/dev/null &
      for i in $(seq 200); do [ -e ../started ] && break; sleep 0.1; done
      grep -q -e '- Three' CHANGELOG.md && echo placed
      kill -INT -- -$!; wait $!; echo $?
      """
    )
    #expect(status.lines == ["placed", "130"])
    #expect(try ours.state() == before)
  }

  @Test func literalPathspecsAreNoMatter() throws {
    let (ours, _) = try Self.pair("")
    ours.sandbox.set("GIT_LITERAL_PATHSPECS", "1")
    #expect(try ours.changelog("commit", "-qm", "feat: three", "--", "a").succeeded)
    #expect(try ours.changelog("commit", "-qm", "feat: four", "--allow-empty").succeeded)
    #expect(
      try ours.git("show", "HEAD:CHANGELOG.md") + "\n" == ChangelogRepository.head
        + "- Three\n- Four\n"
    )
  }

  @Test func aFileThatTakesNoEntryIsSaidBeforeTheEditorOpens() throws {
    let (ours, _) = try Self.pair(
      "printf '# Notes\\n\\n## Thoughts\\n\\n- a\\n' >CHANGELOG.md; git add CHANGELOG.md"
    )
    ours.sandbox.set("GIT_EDITOR", "touch ../opened; false")
    let before = try ours.state()
    let result = try ours.changelog("commit")
    #expect(result.shellStatus == 128)
    #expect(result.errorOutput.contains("no heading that names a version"))
    #expect(!FileSystem.exists(ours.sandbox.path("opened")))
    #expect(try ours.state() == before)
  }

  @Test func aChangelogThatIsBeingDeletedStaysDeleted() throws {
    let (ours, _) = try Self.pair("git rm -q --cached CHANGELOG.md")
    let result = try ours.changelog("commit", "-qm", "feat: three")
    #expect(result.succeeded)
    #expect(result.errorOutput.contains("deleted"))
    #expect(try ours.git("ls-tree", "HEAD", "CHANGELOG.md") == "")
    #expect(try ours.read() == ChangelogRepository.head)
  }

  @Test func aMergeIsPassedThrough() throws {
    let (ours, _) = try Self.pair(
      "git reset -q --hard; git branch side; echo x >x; git add x; git commit -qm 'feat: x'; git switch -q side; echo y >y; git add y; git commit -qm 'feat: y'; git merge -q --no-commit main"
    )
    #expect(try ours.changelog("commit", "-qm", "Merge main").succeeded)
    #expect(try ours.read() == ChangelogRepository.head)
    #expect(try ours.changelog("commit", "-q", "--amend", "-m", "Merge of main").succeeded)
    #expect(try ours.read() == ChangelogRepository.head)
  }

  @Test func aDryRunOfGitIsPassedThrough() throws {
    for option: ByteString in ["--dry-run", "--short", "--porcelain", "-z", "--long"] {
      let (ours, gits) = try Self.pair("")
      let before = try ours.state()
      let result = try ours.changelog("commit", option, "-m", "feat: x")
      let other = try gits.sandbox.run("git", ["commit", option, "-m", "feat: x"])
      #expect(result.output == other.output)
      #expect(result.shellStatus == other.shellStatus)
      #expect(try ours.state() == before)
    }
  }

  @Test func ourDryRunShowsTheEntryAndCommitsNothing() throws {
    let (ours, _) = try Self.pair("")
    let before = try ours.state()
    let result = try ours.changelog("-n", "commit", "-m", "feat: three")
    #expect(result.succeeded)
    #expect(result.output.contains("+- Three\n"))
    #expect(try ours.state() == before)
  }

  @Test func anEntryThatIsThereIsEnough() throws {
    let (ours, _) = try Self.pair(
      "sed -i 's/- Two/- Two\\n- Three (#9)/' CHANGELOG.md; git add CHANGELOG.md"
    )
    #expect(try ours.changelog("commit", "-qm", "feat: three (#9)").succeeded)
    #expect(try ours.git("show", "HEAD:CHANGELOG.md").contains("- Two\n- Three (#9)"))
    #expect(try Document(parsing: ours.read()).unreleased?.bullets.count == 3)
  }

  // MARK: Amending

  private func amended(
    _ first: ByteString,
    _ second: [ByteString],
    then edit: ByteString = ""
  ) throws -> ChangelogRepository {
    let (ours, _) = try Self.pair("")
    #expect(try ours.changelog("commit", "-qm", first).succeeded)
    if !edit.isEmpty { try ours.sandbox.bash(edit) }
    let result = try ours.sandbox.run("git", ["changelog", "commit", "-q", "--amend"] + second)
    #expect(result.succeeded, "\(result.errorOutput)")
    return ours
  }

  @Test func amendReplacesTheCommitsOwnEntry() throws {
    let ours = try amended("feat: three", ["-m", "feat: three, better"])
    #expect(
      try ours.git("show", "HEAD:CHANGELOG.md") + "\n" == ChangelogRepository.head
        + "- Three, better\n"
    )
    #expect(try ours.read() == ChangelogRepository.head + "- Three, better\n")
  }

  @Test func amendMovesItToItsNewCategory() throws {
    let ours = try amended("feat: three", ["-m", "fix: three"])
    #expect(try ours.read() == ChangelogRepository.head + "\n### Fixed\n\n- Three\n")
  }

  @Test func amendWithoutNewWordsChangesNothing() throws {
    let ours = try amended("feat: three", ["--no-edit"])
    #expect(try ours.read() == ChangelogRepository.head + "- Three\n")
  }

  @Test func amendTakesAnEntryOutThatTheTrailerForbids() throws {
    let ours = try amended("feat: three", ["-m", "feat: three\n\nChangelog: none"])
    #expect(try ours.read() == ChangelogRepository.head)
  }

  @Test func amendLeavesWhatWasRewordedOrDeletedByHand() throws {
    let reworded = try amended(
      "feat: three",
      ["-m", "feat: other"],
      then: "sed -i 's/- Three/- Third, by hand/' CHANGELOG.md; git add CHANGELOG.md"
    )
    #expect(try reworded.read() == ChangelogRepository.head + "- Third, by hand\n")
    let deleted = try amended(
      "feat: three",
      ["-m", "feat: other"],
      then: "sed -i '/- Three/d' CHANGELOG.md; git add CHANGELOG.md"
    )
    #expect(try deleted.read() == ChangelogRepository.head)
  }

  @Test func amendOfACommitWithoutEntryAddsOne() throws {
    let (ours, _) = try Self.pair("git commit -qm 'feat: three'")
    #expect(try ours.changelog("commit", "-q", "--amend", "--no-edit").succeeded)
    #expect(
      try ours.git("show", "HEAD:CHANGELOG.md") + "\n" == ChangelogRepository.head + "- Three\n"
    )
  }

  @Test func ofSeveralAddedEntriesNoneIsGuessed() throws {
    let (ours, _) = try Self.pair(
      "printf -- '- X\\n- Y\\n' >>CHANGELOG.md; git add CHANGELOG.md; git commit -qm 'feat: three'"
    )
    let result = try ours.changelog("commit", "-q", "--amend", "-m", "feat: four")
    #expect(result.succeeded)
    #expect(result.errorOutput.contains("several entries"))
    #expect(try ours.read() == ChangelogRepository.head + "- X\n- Y\n")
  }

  // MARK: Signing

  @Test func aSignedCommitIsSigned() throws {
    let (ours, _) = try Self.pair(
      """
      ssh-keygen -q -t ed25519 -N '' -f ../key
      printf 'home@example.com %s\\n' "$(cat ../key.pub)" >../signers
      git config gpg.format ssh; git config user.signingKey "$PWD/../key"
      git config gpg.ssh.allowedSignersFile "$PWD/../signers"; git config commit.gpgSign true
      """
    )
    #expect(try ours.changelog("commit", "-qm", "feat: three").succeeded)
    #expect(try ours.git("log", "-1", "--format=%G?") == "G")
    #expect(try ours.read().contains("- Three\n"))
  }

  @Test func aHookThatRewritesTheSubjectRewritesTheEntry() throws {
    let (ours, _) = try Self.pair(
      "printf '#!/bin/sh\\nsed -i \"1s/three/third/\" \"$1\"\\n' >.git/hooks/commit-msg; chmod +x .git/hooks/commit-msg"
    )
    #expect(try ours.changelog("commit", "-qm", "feat: three").succeeded)
    #expect(try ours.git("log", "-1", "--format=%s") == "feat: third")
    #expect(
      try ours.git("show", "HEAD:CHANGELOG.md") + "\n" == ChangelogRepository.head + "- Third\n"
    )
    #expect(try ours.read() == ChangelogRepository.head + "- Third\n")
    #expect(try ours.git("status", "--porcelain") == " M a\n M b")
  }
}
