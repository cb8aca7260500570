import ByteKit
import ProcessKit
import TestSupport
import Testing

@testable import RBranchTool

/// R32: where a pull request can be opened.
struct PullRequestTests {
  /// Pushes go to the remote of the sandbox whatever the address says.
  private func box(_ url: ByteString, _ script: ByteString = "true") throws -> RBranchSandbox {
    let box = try RBranchSandbox("git remote set-url origin \(url)\n\(script)")
    // Stands for ssh: runs the wanted program on the one remote that there is.
    box.sandbox.set("GIT_SSH_COMMAND", "sh -c 'exec ${2%% *} ../remote.git' --")
    box.sandbox.set("GIT_SSH_VARIANT", "simple")
    return box
  }

  private static let hosts: [(ByteString, ByteString)] = [
    ("git@github.com:o/r.git", "https://github.com/o/r/pull/new/a/b"),
    (
      "git@gitlab.example.com:g/r.git",
      "https://gitlab.example.com/g/r/-/merge_requests/new?merge_request%5Bsource_branch%5D=a/b"
    ),
    ("git@bitbucket.org:o/r.git", "https://bitbucket.org/o/r/pull-requests/new?source=a/b&t=1"),
    ("git@codeberg.org:o/r.git", "https://codeberg.org/o/r/compare/a/b"),
    (
      "git@ssh.dev.azure.com:v3/org/p/r",
      "https://dev.azure.com/org/p/_git/r/pullrequestcreate?sourceRef=a/b"
    ),
  ]

  @Test(arguments: hosts)
  func theHostsPageIsNamed(remote: ByteString, page: ByteString) throws {
    let box = try box(remote)
    let result = try box.rbranch("a/b")
    #expect(result.succeeded, "\(result.errorOutput.text)")
    #expect(result.output.lines.last == "to open a pull request: \(page)")
    let machine = try box.rbranch("--json", "a/c")
    #expect(machine.output.contains("\"pullRequest\": \"https://"))
  }

  @Test func aHostOfOnesOwnIsConfiguredOnce() throws {
    let box = try box("git@code.example.com:o/r.git")
    let unknown = try box.rbranch("--json", "x")
    #expect(unknown.output.contains("\"pullRequest\": null"))
    _ = try box.git("config", "changelog.host", "gitea")
    #expect(
      try box.rbranch("y").output.contains(
        "to open a pull request: https://code.example.com/o/r/compare/y\n"
      )
    )
    _ = try box.git("config", "changelog.host", "none")
    #expect(try box.rbranch("--json", "z").output.contains("\"pullRequest\": null"))
    _ = try box.git("config", "changelog.host", "nosuch")
    try box.expectNothingChanged(status: 128, saying: "changelog.host", "u")
  }

  @Test func theLineCanBeTurnedOff() throws {
    let box = try box("git@github.com:o/r.git", "git config rbranch.pullRequestHint false")
    #expect(try !box.rbranch("x").output.contains("pull request"))
    #expect(try box.rbranch("--json", "y").output.contains("/pull/new/y"))
  }

  @Test func whatTheServerSaysIsNotSaidTwice() throws {
    let box = try box(
      "git@github.com:o/r.git",
      #"""
      printf '#!/bin/sh\necho; echo "Create a pull request by visiting:"; echo "  https://github.com/o/r/pull/new/said"\n' \
        >../remote.git/hooks/post-receive
      chmod +x ../remote.git/hooks/post-receive
      """#
    )
    let result = try box.rbranch("x")
    #expect(result.errorOutput.contains("https://github.com/o/r/pull/new/said"))
    #expect(!result.output.contains("pull request"))
    #expect(
      try box.rbranch("--json", "y").output.contains("\"https://github.com/o/r/pull/new/said\"")
    )
  }

  @Test func whatIsNotPushedHasNone() throws {
    let box = try box("git@github.com:o/r.git", "git switch -qc x")
    #expect(try box.rbranch("--publish").output.contains("pull request"))
    #expect(try !box.rbranch("--publish").output.contains("pull request"))
    #expect(try box.rbranch("-n", "--json", "y").output.contains("\"pullRequest\": null"))
    let local = try RBranchSandbox()
    #expect(try local.rbranch("--json", "x").output.contains("\"pullRequest\": null"))
  }
}
