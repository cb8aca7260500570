import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// The clean-up jobs of docs/prune-gone.md: the page quotes them, and their scripts do what it says.
@Suite struct ExampleTests {
  private static let documents: ByteString = {
    var folder = ByteString(#filePath)
    for _ in 0..<5 { folder = folder.parentPath }
    return folder.appendingPath("docs")
  }()

  private static func example(_ name: ByteString) throws -> ByteString {
    try FileSystem.read(documents.appendingPath("examples/\(name)"))
  }

  /// Two clones below `clones`, each with one branch that is merged and gone and one that is not.
  private static let clones: ByteString = """
    new; feat; git merge -q feat; git push -q; git switch -qc own; ci o 1; git push -qu origin own
    git switch -q main; cd ..; mkdir clones; cp -a w clones/one; cp -a w clones/two
    git --git-dir=remote.git branch -qD feat own
    """

  @Test(
    arguments: [
      ("prune-gone-github.yml", ["prune-gone-github.sh"]),
      ("prune-gone-gitlab.yml", ["prune-gone-gitlab-plan.sh", "prune-gone-gitlab-apply.sh"]),
      ("prune-gone-jenkins.groovy", ["prune-gone-jenkins.sh"]),
      ("prune-gone-cron.sh", ["prune-gone-cron.sh"]),
      ("prune-gone.crontab", []),
    ] as [(ByteString, [ByteString])]
  )
  func thePageQuotesTheJobAndTheJobTheScript(job: ByteString, scripts: [ByteString]) throws {
    let page = try FileSystem.read(Self.documents.appendingPath("prune-gone.md"))
    let content = try Self.example(job)
    #expect(page.contains(content), "docs/prune-gone.md does not quote \(job)")
    let lines = content.lines.map { $0.trimmed.dropping(prefix: "- ") ?? $0.trimmed }
    for script in scripts {
      let wanted = try Self.example(script).lines.map(\.trimmed)
      let start = lines.indices.first { lines[$0...].starts(with: wanted) }
      #expect(start != nil, "\(job) is not \(script)")
    }
  }

  private func run(
    _ script: ByteString,
    in lab: Lab,
    _ variables: ByteString = ""
  ) throws
    -> ProcessResult
  {
    let path = Self.documents.appendingPath("examples/\(script)")
    return try lab.sandbox.run("sh", ["-c", "\(variables) exec sh -e '\(path)' \"$@\"", "sh"])
  }

  @Test func gitHubJobCleansEveryClone() throws {
    let lab = try Lab(Self.clones, in: "clones")
    let export: ByteString = "export CLONES=\(lab.sandbox.path("clones"));"
    let result = try run("prune-gone-github.sh", in: lab, export)
    #expect(result.shellStatus == 0, "\(result.errorOutput)")
    for clone: ByteString in ["one", "two"] {
      #expect(try lab.git("-C", clone, "branch") == "* main\n  own")
    }
    try lab.git("-C", "one", "remote", "set-url", "origin", "/nonexistent")
    let down = try run("prune-gone-github.sh", in: lab, export)
    #expect(down.shellStatus == 0)
    #expect(down.output.contains("::warning::"))
    try lab.bash("rm -rf ../remote.git; git init -q --bare ../remote.git")
    let emptied = try run("prune-gone-github.sh", in: lab, export)
    #expect(emptied.shellStatus == 3)
    #expect(emptied.output.contains("::error::"))
  }

  @Test func gitLabJobAppliesThePlanThatWasRead() throws {
    let lab = try Lab(Self.clones)
    let export: ByteString = "cd ..; export CLONE=\(lab.sandbox.path("w"));"
    let plan = try run("prune-gone-gitlab-plan.sh", in: lab, export)
    #expect(plan.shellStatus == 0)
    #expect(plan.output.contains("would delete 1 branch:"))
    #expect(try lab.branches() == ["feat", "main", "own"])
    #expect(try run("prune-gone-gitlab-apply.sh", in: lab, export).shellStatus == 0)
    #expect(try lab.branches() == ["main", "own"])
  }

  @Test func jenkinsJobCuresAShallowClone() throws {
    let lab = try Lab(
      """
      new; feat; ci m 1; git merge -q --no-ff -m merge feat; ci z 1; git push -q; cd ..
      git clone -q --depth 1 --no-single-branch "file://$PWD/remote.git" s
      cd s; git branch -q feat origin/feat; git remote set-head origin -d
      git --git-dir=../remote.git branch -qD feat
      """,
      in: "s"
    )
    let export: ByteString = "export CLONE=\(lab.sandbox.path("s"));"
    let result = try run("prune-gone-jenkins.sh", in: lab, export)
    // One of two branches is more than a fifth.
    #expect(result.shellStatus == 3, "\(result.errorOutput)")
    #expect(try lab.git("rev-parse", "--is-shallow-repository") == "false")
    try lab.bash("for i in 1 2 3 4 5 6 7 8; do git branch -q --no-track x$i; done")
    #expect(try run("prune-gone-jenkins.sh", in: lab, export).shellStatus == 0)
    #expect(try !lab.has("feat"))
  }

  @Test func cronJobSaysNothingUnlessSomethingIsWrong() throws {
    let lab = try Lab(Self.clones, in: "clones")
    try lab.bash(
      """
      mkdir -p "$HOME/.local/bin"; ln -s "$(command -v git-prune-gone)" "$HOME/.local/bin/"
      for i in 1 2 3 4 5 6 7 8; do git -C one branch -q x$i; git -C two branch -q x$i; done
      """
    )
    let set: ByteString = "set -- '\(lab.sandbox.path("clones"))';"
    let result = try run("prune-gone-cron.sh", in: lab, set)
    #expect(result.shellStatus == 0)
    #expect((result.output + result.errorOutput).isEmpty, "\(result.errorOutput)")
    #expect(try lab.git("-C", "one", "branch", "--list", "feat").isEmpty)
    try lab.git("-C", "two", "remote", "set-url", "origin", "/nonexistent")
    let down = try run("prune-gone-cron.sh", in: lab, set)
    #expect(down.shellStatus == 2)
    #expect(!down.errorOutput.isEmpty)
  }
}
