import ByteKit
import ProcessKit
import TestSupport
import Testing

/// Second round of the specification's cases: what is judged by the thing and not by what stands for it.
struct PushTests {
  static let hook: ByteString = #"""
    hook(){ printf '#!/bin/sh\n%s\n' "$2" >"$1"; chmod +x "$1"; }
    """#

  private func box(_ script: ByteString) throws -> RBranchSandbox {
    try RBranchSandbox("\(Self.hook)\n\(script)")
  }

  // MARK: R25: a hook's status is not git's

  @Test(arguments: ["exit 1", "echo needs git-lfs >&2; exit 2", "exit 128", "kill -9 $$"])
  func aFailingPostCheckoutHookIsAWarning(body: ByteString) throws {
    for arguments in [["x"], ["x", "feat"]] as [[ByteString]] {
      let box = try box("feat; hook .git/hooks/post-checkout '\(body)'")
      let result = try box.sandbox.run("git", ["rbranch"] + arguments)
      #expect(result.succeeded, "\(result.errorOutput.text)")
      #expect(result.errorOutput.contains("warning: the post-checkout hook failed"))
      #expect(try box.git("symbolic-ref", "--short", "HEAD") == "x")
      #expect(try box.git("rev-parse", "--abbrev-ref", "x@{upstream}") == "origin/x")
      #expect(try box.git("--git-dir=../remote.git", "rev-parse", "x") == box.git("rev-parse", "x"))
    }
  }

  @Test func aHookThatSucceedsIsNotNamed() throws {
    let box = try box("hook .git/hooks/post-checkout 'exit 0'")
    #expect(try !box.rbranch("x").errorOutput.contains("post-checkout"))
  }

  @Test func aRefusedSwitchIsStillRefused() throws {
    let box = try box(
      """
      feat; hook .git/hooks/post-checkout 'exit 1'
      hook .git/hooks/reference-transaction '[ "$1" = prepared ] && grep -q heads/x && exit 1; exit 0'
      """
    )
    try box.expectNothingChanged(status: 1, saying: "could not create 'x'", "x")
  }

  // MARK: R26: a hook's words

  @Test(arguments: ["x", "--json x", "--porcelain x", "-v x"])
  func whatAHookPrintsIsShown(arguments: ByteString) throws {
    let box = try box(
      "hook .git/hooks/pre-push 'echo lint: two problems; echo on stderr >&2; exit 1'"
    )
    let result = try box.sandbox.run("git", ["rbranch"] + arguments.split(on: 0x20))
    #expect(result.termination == .exited(1))
    #expect(result.errorOutput.contains("lint: two problems\n"))
    #expect(result.errorOutput.contains("on stderr\n"))
    #expect(!result.output.lines.contains("lint: two problems"))
    #expect(!result.errorOutput.contains("failed to push some refs"))
    #expect(!result.errorOutput.contains("Total 0"))
  }

  @Test func gitsOwnAnswerIsNotAHooksWord() throws {
    let box = try box("hook .git/hooks/pre-push 'echo To whom it may concern; echo Done'")
    let result = try box.rbranch("x")
    #expect(result.succeeded)
    #expect(result.errorOutput == "To whom it may concern\nDone\n")
  }

  @Test func whatIsPrintedCannotMoveTheCursor() throws {
    let box = try box(
      #"hook ../remote.git/hooks/pre-receive 'printf "\033[2Jcleared \033]0;title\007\n"'"#
    )
    let result = try box.rbranch("x")
    #expect(result.succeeded)
    #expect(result.errorOutput.contains("cleared"))
    #expect(!result.errorOutput.contains("\u{1b}[2J"))
    #expect(!result.errorOutput.contains("\u{1b}]0;"))
  }

  // MARK: R27: whose line it is

  @Test func aHooksCopyOfGitsLinesChangesNothing() throws {
    let lie: ByteString =
      #"printf "To %s\n%s\trefs/heads/x:refs/heads/x\t[new branch]\nDone\n" "$2""#
    let created = try box("hook .git/hooks/pre-push '\(lie) !'")
    let result = try created.rbranch("--json", "x")
    #expect(result.succeeded, "\(result.errorOutput.text)")
    #expect(result.output.contains("\"pushed\": true"))
    let refused = try box("hook .git/hooks/pre-push '\(lie) \"*\"; exit 1'")
    try refused.expectNothingChanged(status: 1, saying: "rolled back", "x")
  }

  // MARK: R28, R14: several push URLs

  private static let two: ByteString = """
    git init -q --bare ../two.git
    git remote set-url --push origin ../remote.git
    git remote set-url --add --push origin ../two.git
    """

  @Test(arguments: ["two.git", "remote.git"] as [ByteString])
  func whatOneRefusesIsTakenBackAtTheOther(refusing: ByteString) throws {
    let box = try box("\(Self.two); hook ../\(refusing)/hooks/update 'echo no; exit 1'")
    let other: ByteString = refusing == "two.git" ? "remote.git" : "two.git"
    let before = try box.state()
    let result = try box.rbranch("x")
    let said = result.errorOutput
    #expect(result.termination == .exited(1))
    #expect(said.contains("'../\(other)' took the branch"), "\(said.text)")
    #expect(said.contains("'../\(refusing)' refused it: hook declined"))
    #expect(said.contains("error: '../\(refusing)' refused 'x'"))
    #expect(said.contains("rolled back: nothing was changed"))
    #expect(!said.contains("already has a branch"))
    #expect(try box.state().difference(from: before) == [])
    #expect(try box.git("--git-dir=../two.git", "for-each-ref").isEmpty)
  }

  @Test func whatWasThereBeforeStays() throws {
    let box = try box("\(Self.two); git push -q ../two.git main:refs/heads/x")
    let result = try box.rbranch("x")
    #expect(result.termination == .exited(1))
    #expect(result.errorOutput.contains("'../two.git' already has a branch 'x'"))
    #expect(try box.git("--git-dir=../two.git", "rev-parse", "x") == box.git("rev-parse", "main"))
    #expect(try box.git("--git-dir=../remote.git", "branch", "--list", "x").isEmpty)
  }

  @Test func whatCannotBeTakenBackIsSaidByURL() throws {
    let box = try box(
      """
      \(Self.two); hook ../two.git/hooks/update 'exit 1'
      git --git-dir=../remote.git config receive.denyDeletes true
      """
    )
    let result = try box.rbranch("x")
    #expect(result.termination == .exited(1))
    #expect(result.errorOutput.contains("'../remote.git' has the branch 'x' at"))
    _ = try box.git("--git-dir=../remote.git", "config", "receive.denyDeletes", "false")
    try box.follow("git push --force-with-lease=", in: result)
    #expect(try box.git("--git-dir=../remote.git", "branch", "--list", "x").isEmpty)
  }

  @Test func aURLThatCannotBeReachedStopsAll() throws {
    let box = try box("\(Self.two); rm -r ../two.git")
    let before = try box.state()
    let result = try box.rbranch("x")
    #expect(result.termination == .exited(1))
    #expect(result.errorOutput.contains("'../remote.git' took the branch"))
    #expect(result.errorOutput.contains("'../two.git' gave no answer"))
    #expect(try box.state().difference(from: before) == [])
  }

  @Test func allURLsAreNamed() throws {
    let box = try box(Self.two)
    let result = try box.rbranch("x")
    #expect(result.output.contains("(the only remote), ../remote.git and ../two.git; its upstream"))
  }

  // MARK: R29: pushes that go elsewhere

  @Test(
    arguments: [
      ("git init -q --bare ../fork.git; git config remote.origin.pushurl ../fork.git", true),
      ("git config remote.origin.pushurl \"$PWD/../remote.git\"", false),
      ("git config remote.origin.pushurl \"file://$PWD/../remote.git\"", false),
      ("ln -s remote.git ../link.git; git config remote.origin.pushurl ../link.git", false),
    ] as [(ByteString, Bool)]
  )
  func aFetchThatWillNotSeeItIsSaid(setUp: ByteString, isElsewhere: Bool) throws {
    let box = try box(setUp)
    let result = try box.rbranch("x")
    #expect(result.succeeded, "\(result.errorOutput.text)")
    #expect(result.errorOutput.contains("a fetch will not see 'x'") == isElsewhere)
    #expect(result.output.contains("../fork.git") == isElsewhere)
  }

  // MARK: R31: values that git refuses

  @Test(arguments: ["rbranch.remote", "rbranch.prefix", "remote.pushDefault"] as [ByteString])
  func aKeyWithoutValueIsRefusedAsGitDoes(key: ByteString) throws {
    let parts = key.split(on: UInt8(ascii: "."))
    let box = try box("printf '[\(parts[0])]\\n\\t\(parts[1])\\n' >>.git/config")
    let said = "bad config variable '\(key.lowercasedASCII.text)' in file '.git/config' at line "
    if key == "remote.pushDefault" {
      #expect(try box.sandbox.tryGit("push", "-n").errorOutput.text.contains(said))
    }
    try box.expectNothingChanged(status: 128, saying: said, "x")
  }
}
