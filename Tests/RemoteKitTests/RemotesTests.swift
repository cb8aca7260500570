import ByteKit
import ConfigKit
import ProcessKit
import RemoteKit
import TestSupport
import Testing

/// What the installed git makes of the same configuration.
@Suite struct RemotesTests {
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q", "-b", "main", "r")
    sandbox.workingDirectory = sandbox.path("r")
    return sandbox
  }

  private func remotes(_ sandbox: Sandbox) throws -> Remotes {
    Remotes(try sandbox.config(), environment: sandbox.environment)
  }

  private static let shared: ByteString = """
    [url "https://github.com/acme/"]
    	insteadOf = acme:
    	insteadOf = p:
    [url "git@github.com:acme/"]
    	pushInsteadOf = acme:
    [url "long:"]
    	insteadOf = acme:x
    	insteadOf = https://h/
    [url "same:"]
    	insteadOf = acme:x
    	pushInsteadOf = push:
    [url "late:"]
    	pushInsteadOf = zz:
    [url "early:"]
    	insteadOf = gh:
    [url "late:"]
    	insteadOf = gh:
    	insteadOf = "ß "

    """

  /// The URLs that `git remote get-url` prints, over all kinds of rewriting.
  @Test(arguments: [
    "url = acme:x.git", "url = acme:x.git\npushurl = acme:y", "url = a\nurl = acme:b",
    "url = https://other/x", "url = acme:x\npushurl = https://h/y\npushurl = p:z", "url = push:x",
    "url = gh:a/b", "url = zz:a\nurl = gh:b", "url = \"ß x\"", "url = late:x",
    "url = a\nurl =\nurl = b",
    "url = a:a\npushurl = b\npushurl =",
  ])
  func urlsAreThoseOfGit(_ remote: String) throws {
    let sandbox = try sandbox()
    try sandbox.write(
      Self.shared + ByteString("[remote \"origin\"]\n\(remote)\n"),
      to: ".git/extra"
    )
    try sandbox.git("config", "include.path", "extra")
    let urls = try #require(try remotes(sandbox).urls(of: "origin"))
    let fetch = try sandbox.run("git", ["remote", "get-url", "--all", "origin"]).output.lines
    let push = try sandbox.run("git", ["remote", "get-url", "--push", "--all", "origin"]).output
      .lines
    #expect(urls.fetch.map(\.used) == fetch)
    #expect(urls.push.map(\.used) == push)
    #expect(try sandbox.git("ls-remote", "--get-url", "origin").trimmed == fetch[0])
  }

  @Test(arguments: ["gh:a/b", "acme:x", "/srv/x.git", "https://h/y"] as [ByteString])
  func aURLIsRewrittenAsGitDoes(_ url: ByteString) throws {
    let sandbox = try sandbox()
    try sandbox.write(Self.shared, to: ".git/extra")
    try sandbox.git("config", "include.path", "extra")
    let urls = try #require(try remotes(sandbox).urls(of: url))
    #expect(try sandbox.git("ls-remote", "--get-url", url).trimmed == urls.fetch.first?.used)
    #expect(try remotes(sandbox).urls(of: "nothing") == nil)
  }

  /// `git ls-remote --get-url` and `git push -n` without a remote's name say which one is taken.
  @Test func theRemoteIsTheOneThatGitTakes() throws {
    let sandbox = try sandbox()
    try sandbox.git("commit", "-q", "--allow-empty", "-m", "one")
    try sandbox.git("config", "push.default", "current")
    func check(_ step: Comment) throws {
      let remotes = try remotes(sandbox)
      let fetch = try remotes.fetchRemote(on: "main")
      let url = try remotes.urls(of: fetch)?.fetch.first?.used ?? fetch
      let told = try sandbox.run("git", ["ls-remote", "--get-url"])
      #expect(!told.succeeded || told.output.trimmed == url, step)
      let push = try remotes.pushRemote(on: "main")
      let target = try remotes.urls(of: push)?.push.first?.used ?? push
      let said = try sandbox.run("git", ["push", "-n"]).errorOutput
      #expect(
        said.contains("'\(target)'") || said.contains("No configured push"),
        "\(step) \(said)"
      )
    }
    try check("nothing")
    try sandbox.git("remote", "add", "only", "/x")
    try check("one remote")
    try sandbox.git("remote", "add", "two", "/y")
    try check("two remotes")
    try sandbox.git("config", "branch.main.merge", "refs/heads/main")
    try sandbox.git("config", "branch.main.remote", "two")
    try check("branch.main.remote")
    try sandbox.git("config", "remote.pushDefault", "only")
    try check("remote.pushDefault")
    try sandbox.git("config", "branch.main.pushRemote", "/a/fork")
    try check("branch.main.pushRemote")
    #expect(try remotes(sandbox).pushRemote(on: "other") == "only")
    #expect(try remotes(sandbox).fetchRemote(on: nil) == "origin")
  }

  /// Git dies of each of these, so they are no silent nothing.
  @Test(arguments: [
    "[remote]\npushDefault", "[branch \"main\"]\nremote", "[branch \"main\"]\npushRemote",
    "[remote \"origin\"]\nurl", "[url \"x:\"]\ninsteadOf", "[url \"x:\"]\npushInsteadOf",
  ])
  func aNameWithoutAValueIsAnError(_ config: String) throws {
    let sandbox = try sandbox()
    try sandbox.write(ByteString(config + "\n"), to: ".git/extra")
    try sandbox.git("config", "include.path", "extra")
    #expect(try !sandbox.run("git", ["ls-remote", "--get-url"]).succeeded)
    let remotes = try remotes(sandbox)
    #expect(throws: ConfigError.self) { try remotes.urls(of: remotes.pushRemote(on: "main")) }
  }

  @Test func theDefaultBranchsRemote() throws {
    let sandbox = try sandbox()
    #expect(try remotes(sandbox).remoteOfDefaultBranch() == nil)
    try sandbox.git("remote", "add", "fork", "/x")
    #expect(try remotes(sandbox).remoteOfDefaultBranch() == "fork")
    try sandbox.git("remote", "add", "upstream", "/y")
    #expect(try remotes(sandbox).remoteOfDefaultBranch() == nil)
    try sandbox.git("remote", "add", "origin", "/z")
    #expect(try remotes(sandbox).remoteOfDefaultBranch() == "origin")
    try sandbox.git("config", "branch.trunk.remote", "upstream")
    #expect(try remotes(sandbox).remoteOfDefaultBranch() == "upstream")
    try sandbox.git("config", "branch.line.remote", "fork")
    try sandbox.git("config", "init.defaultBranch", "line")
    #expect(try remotes(sandbox).remoteOfDefaultBranch() == "fork")
  }
}
