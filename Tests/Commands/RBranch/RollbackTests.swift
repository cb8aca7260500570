import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// What must be taken back, and what must not, where git stops half way or others work meanwhile.
struct RollbackTests {
  private static let hooks: ByteString = #"""
    hook(){ printf '#!/bin/sh\n%s\n' "$2" >"$1"; chmod +x "$1"; }
    """#

  private func box(_ script: ByteString) throws -> RBranchSandbox {
    try RBranchSandbox("\(Self.hooks)\n\(script)")
  }

  @Test func filesAreBackWhenOnlyTheRefIsRefused() throws {
    let box = try box(
      """
      feat; echo mine >>base
      hook .git/hooks/reference-transaction '[ "$1" = prepared ] && exit 1; exit 0'
      """
    )
    try box.expectNothingChanged(status: 1, saying: "rolled back", "x", "feat")
  }

  @Test(arguments: ["x", "x feat"])
  func aFailingPostCheckoutHookDoesNotKeepItFromGoingBack(arguments: ByteString) throws {
    let box = try box(
      "feat; hook .git/hooks/post-checkout 'exit 1'; hook .git/hooks/pre-push 'exit 1'"
    )
    let before = try box.state()
    let result = try box.sandbox.run("git", ["rbranch"] + arguments.split(on: 0x20))
    #expect(result.termination == .exited(1))
    #expect(result.errorOutput.text.contains("rolled back"))
    #expect(try box.state().difference(from: before) == [])
  }

  @Test func aRefusedTrackingRefTakesTheRemoteBranchBackToo() throws {
    let box = try box(
      """
      hook .git/hooks/reference-transaction '
        [ "$1" = prepared ] && grep -q refs/remotes/origin/x && exit 1; exit 0'
      """
    )
    try box.expectNothingChanged(status: 1, saying: "rolled back", "x")
  }

  @Test func headNamesWhatItNamedBefore() throws {
    let box = try box(
      """
      feat
      git symbolic-ref refs/heads/alias refs/heads/main
      git symbolic-ref HEAD refs/heads/alias
      hook .git/hooks/pre-push 'exit 1'
      """
    )
    try box.expectNothingChanged(status: 1, "x")
    try box.expectNothingChanged(status: 1, "x", "feat")
  }

  @Test func theReflogIsBackAlsoIfAHookHasSwitched() throws {
    let box = try box("feat; hook .git/hooks/pre-push 'git switch -q main; exit 1'")
    try box.expectNothingChanged(status: 1, "x")
    try box.expectNothingChanged(status: 1, "x", "feat")
  }

  @Test func anEmptyReflogIsNotLeft() throws {
    let box = try box("rm -r .git/logs; hook .git/hooks/pre-push 'exit 1'")
    #expect(try box.rbranch("x").termination == .exited(1))
    #expect(!FileSystem.exists(box.sandbox.path("w/.git/logs/HEAD")))
  }

  @Test func aLockedHeadIsSaidBefore() throws {
    let box = try box("touch .git/HEAD.lock")
    try box.expectNothingChanged(status: 128, saying: "HEAD.lock' exists", "x")
    #expect(try box.rbranch("--no-switch", "x").succeeded)
  }

  @Test func aLockedIndexIsNoLostChange() throws {
    let box = try box("feat; touch .git/index.lock")
    let result = try box.rbranch("x", "feat")
    #expect(result.termination == .exited(128))
    #expect(result.errorOutput.text.contains("index.lock': File exists"))
    #expect(!result.errorOutput.text.contains("losing changes"))
  }

  /// The hook stands for another process that makes the branch after our preflight.
  @Test func aBranchThatAnotherMadeMeanwhileIsLeft() throws {
    let box = try box(
      """
      feat
      hook .git/hooks/post-index-change '
        test -e .git/once && exit 0; touch .git/once
        git branch x feat; git config branch.x.remote origin
        git config branch.x.merge refs/heads/x'
      """
    )
    let result = try box.rbranch("x", "feat")
    #expect(result.termination == .exited(1))
    #expect(result.errorOutput.text.contains("perhaps made by another process"))
    #expect(try box.git("rev-parse", "x") == box.git("rev-parse", "feat"))
    #expect(try box.git("config", "branch.x.merge") == "refs/heads/x")
    #expect(try box.git("status", "--porcelain").isEmpty)
    #expect(try box.git("symbolic-ref", "--short", "HEAD") == "main")
  }

  @Test func aConfigurationThatAHookBrokeIsSaid() throws {
    let box = try box("hook .git/hooks/pre-push 'echo [broken >>.git/config; exit 1'")
    let result = try box.rbranch("--json", "x")
    #expect(result.termination == .exited(1))
    #expect(result.output.text.contains(#""rolledBack": false"#))
    #expect(result.errorOutput.text.contains("git branch -D x"))
  }

  // MARK: Pushes that go elsewhere than fetches

  private static let elsewhere: ByteString = """
    git init -q --bare ../push.git
    git config remote.origin.pushurl "$PWD/../push.git"
    """

  @Test(arguments: [
    elsewhere,
    """
    git init -q --bare ../push.git
    git config "url.$PWD/../push.git.pushInsteadOf" "$(git config remote.origin.url)"
    """,
  ])
  func theServerThatIsPushedToIsAsked(setUp: ByteString) throws {
    let box = try box("\(setUp); git push -q ../push.git main:taken")
    for arguments in [["-n", "taken"], ["taken"]] as [[ByteString]] {
      let result = try box.sandbox.run("git", ["rbranch"] + arguments)
      #expect(!result.succeeded)
      #expect(result.errorOutput.text.contains("already has a branch 'taken'"))
      #expect(!result.errorOutput.text.contains("git fetch"))
    }
    let json = try box.rbranch("--json", "-n", "x")
    #expect(json.output.text.contains(#"push.git""#))
  }

  @Test func theBranchIsTakenBackWhereItWasPushedTo() throws {
    let box = try box("\(Self.elsewhere); touch .git/config.lock")
    try box.expectNothingChanged(status: 1, saying: "rolled back", "x")
    #expect(try box.git("--git-dir=../push.git", "for-each-ref").isEmpty)
  }

  @Test func aPushThatDoesNothingIsExplained() throws {
    let box = try box("git config push.recurseSubmodules only")
    try box.expectNothingChanged(status: 1, saying: "push.recurseSubmodules", "x")
  }

  // MARK: What is to be typed

  @Test func hintsAreSafeToType() throws {
    let box = try box("git branch 'x$(id)'")
    let result = try box.rbranch("x$(id)")
    #expect(result.errorOutput.text.contains("git rbranch --publish 'x$(id)'"))
  }

  @Test func runsWithoutStandardStreams() throws {
    let box = try box("git-rbranch x <&- >&- 2>&-")
    #expect(try box.git("symbolic-ref", "--short", "HEAD") == "x")
    #expect(try box.git("config", "--get-regexp", "branch.x").lines.count == 2)
  }
}
