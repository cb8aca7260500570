import ByteKit
import ProcessKit
import TestSupport
import Testing

/// Each command that a hint names is carried out where the hint was printed.
struct HintTests {
  private static let refuse: ByteString = """
    printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/pre-push; chmod +x .git/hooks/pre-push
    """

  struct Situation: Sendable, CustomStringConvertible {
    var script: ByteString
    var arguments: ByteString
    /// Of the command in the hint.
    var beginning: ByteString
    /// What must hold once it was followed.
    var proof: ByteString = "true"

    var description: String { "\(arguments): \(beginning)" }
  }

  static let situations: [Situation] = [
    Situation(
      script: "git branch x",
      arguments: "x",
      beginning: "git rbranch --publish x",
      proof: "git rev-parse x@{upstream}"
    ),
    Situation(
      script: "git branch me/x; git config rbranch.prefix me/",
      arguments: "x",
      beginning: "git rbranch --publish me/x",
      proof: "git rev-parse me/x@{upstream}"
    ),
    Situation(
      script: "feat",
      arguments: "feat",
      beginning: "git switch feat",
      proof: "test $(git symbolic-ref --short HEAD) = feat"
    ),
    Situation(
      script: "git config rbranch.prefix me/; git rbranch y; git switch -q main",
      arguments: "y",
      beginning: "git switch me/y"
    ),
    Situation(
      script: "feat; git worktree add -q '../its place' feat",
      arguments: "feat",
      beginning: "cd '",
      proof: "test $(git symbolic-ref --short HEAD) = feat"
    ),
    Situation(
      script:
        "git push -q origin main:refs/heads/taken; git update-ref -d refs/remotes/origin/taken",
      arguments: "taken",
      beginning: "git fetch origin && git switch --track origin/taken",
      proof: "test $(git symbolic-ref --short HEAD) = taken"
    ),
    Situation(
      script: "git config remote.origin.mirror true",
      arguments: "x",
      beginning: "git config --unset remote.origin.mirror",
      proof: "git rbranch x"
    ),
    Situation(
      script: "feat; git branch -qD feat; git --git-dir=../remote.git branch -qD feat",
      arguments: "feat/x",
      beginning: "git fetch --prune origin",
      proof: "git rbranch feat/x"
    ),
    Situation(
      script: "git remote set-branches origin main",
      arguments: "x",
      beginning: "git remote set-branches --add origin x",
      proof: "git fetch -q && git rev-parse origin/x"
    ),
    Situation(
      script: "\(refuse)",
      arguments: "--keep x",
      beginning: "git rbranch --publish x",
      proof: "test $(git symbolic-ref --short HEAD) = x"
    ),
    Situation(
      script: "true",
      arguments: "--publish y",
      beginning: "git rbranch y",
      proof: "git rev-parse y@{upstream}"
    ),
    Situation(
      script: "git config rbranch.prefix me/",
      arguments: "--publish y",
      beginning: "git rbranch me/y",
      proof: "git rev-parse me/y@{upstream}"
    ),
    Situation(
      script: "git branch me/y; git config rbranch.prefix me/",
      arguments: "--publish y",
      beginning: "git rbranch --publish me/y"
    ),
    // The server is behind, ahead, and both; the branch is the current one or not; a tag has its name.
    Situation(
      script: "feat; git switch -q feat; ci f 2",
      arguments: "--publish",
      beginning: "git push origin feat",
      proof: "git rbranch --publish"
    ),
    Situation(
      script: "feat; git switch -q feat; ci f 2; git tag feat main",
      arguments: "--publish",
      beginning: "git push origin heads/feat",
      proof: "git rbranch --publish"
    ),
    Situation(
      script: "feat; \(elsewhere); git switch -q feat",
      arguments: "--publish",
      beginning: "git pull origin feat",
      proof: "git rbranch --publish"
    ),
    Situation(
      script: "feat; \(elsewhere)",
      arguments: "--publish feat",
      beginning: "git switch feat && git pull origin feat",
      proof: "git rbranch --publish"
    ),
    Situation(
      script: "feat; \(elsewhere); git switch -q feat; ci h 3",
      arguments: "--publish",
      beginning: "git pull --rebase origin feat",
      proof: "git push -q origin feat && git rbranch --publish"
    ),
    Situation(
      script: "feat; \(elsewhere); git switch -q feat; ci h 3; git config pull.rebase true",
      arguments: "--publish",
      beginning: "git pull origin feat"
    ),
    Situation(
      script: """
        printf '#!/bin/sh\\ngit commit -q --allow-empty -m more\\nexit 1\\n' >.git/hooks/pre-push
        chmod +x .git/hooks/pre-push
        """,
      arguments: "x",
      beginning: "git switch main && git branch -D x",
      proof: "! git rev-parse -q --verify x"
    ),
  ]

  private static let elsewhere: ByteString = """
    git clone -q ../remote.git ../other; (cd ../other; git switch -q feat; ci g 2; git push -q)
    """

  @Test(arguments: situations)
  func aHintCanBeFollowed(situation: Situation) throws {
    let box = try RBranchSandbox("set +e; \(situation.script)")
    let arguments = situation.arguments.split(on: UInt8(ascii: " "))
    let result = try box.sandbox.run("git", ["rbranch"] + arguments)
    // What refused is gone; its owner has seen to it.
    try box.sandbox.bash("cd '\(box.sandbox.workingDirectory)'; rm -f .git/hooks/pre-push")
    try box.follow(situation.beginning, in: result, until: situation.proof)
  }

  @Test func theCurrentBranchNeedsNoHint() throws {
    let box = try RBranchSandbox("feat; git switch -q feat")
    let said = try box.rbranch("feat").errorOutput
    #expect(said.contains("you are on it, and it is published"))
  }

  @Test(
    arguments: [
      ("git merge -q feat", "git merge --abort"), ("git rebase -q feat", "--abort"),
      ("git cherry-pick feat", "--abort"), ("git bisect start", "git bisect reset"),
    ] as [(ByteString, ByteString)]
  )
  func anOperationCanBeEnded(begin: ByteString, end: ByteString) throws {
    let box = try RBranchSandbox("feat; ci f 2; \(begin) || true")
    #expect(try box.rbranch("x").errorOutput.contains("'\(end)'"))
    let verb = begin.split(on: UInt8(ascii: " "))[1]
    let command: ByteString = end == "--abort" ? "git \(verb) --abort" : end
    try box.sandbox.bash("cd '\(box.sandbox.workingDirectory)'; \(command)")
    #expect(try box.rbranch("x").succeeded)
  }
}

extension RBranchSandbox {
  /// Carries out the command that begins so in a hint or warning of `result`; it must succeed, and the
  /// proof after it.
  func follow(
    _ beginning: ByteString,
    in result: ProcessResult,
    until proof: ByteString = "true",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let line = result.errorOutput.lines.first { $0.contains(": \(beginning)") }
    guard let line, let range = line.firstRange(of: ": \(beginning)") else {
      Issue.record(
        "no hint '\(beginning.text)' in: \(result.errorOutput.text)",
        sourceLocation: sourceLocation
      )
      return
    }
    let command = ByteString(line.bytes[(range.lowerBound + 2)...])
    let followed = try sandbox.run(
      "bash",
      ["-c", "cd '\(sandbox.workingDirectory)' && { \(command); } && { \(proof); }"]
    )
    #expect(
      followed.succeeded,
      "'\(command.text)': \(followed.errorOutput.text)",
      sourceLocation: sourceLocation
    )
  }
}
