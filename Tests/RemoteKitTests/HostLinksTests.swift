import ByteKit
import ConfigKit
import RemoteKit
import TestSupport
import Testing

@Suite struct HostLinksTests {
  private func links(_ url: ByteString, _ kind: HostKind? = nil) -> HostLinks? {
    HostLinks(remote: RemoteEndpoint(url), kind: kind)
  }

  @Test(
    arguments: [
      ("git@github.com:o/r.git", "https://github.com/o/r"),
      ("github.com:o/r", "https://github.com/o/r"),
      ("ssh://git@github.com/o/r.git/", "https://github.com/o/r"),
      ("ssh://git@ssh.github.com:443/o/r.git", "https://github.com/o/r"),
      ("https://user:secret@github.com/o/r.git", "https://github.com/o/r"),
      ("https://token@gitlab.example.com:8443/g/s/r.git", "https://gitlab.example.com:8443/g/s/r"),
      ("ssh://git@gitlab.example.com:2222/g/r.git", "https://gitlab.example.com/g/r"),
      ("http://gitea.local:3000/o/r", "http://gitea.local:3000/o/r"),
      ("git://github.com/o/r.git", "https://github.com/o/r"),
      ("https://user:p@ss@github.com/o/r", "https://github.com/o/r"),
      ("git@bitbucket.org:o/r.git", "https://bitbucket.org/o/r"),
      ("https://codeberg.org/o/r.git", "https://codeberg.org/o/r"),
      (
        "git@ssh.dev.azure.com:v3/org/Pro%20ject/repo",
        "https://dev.azure.com/org/Pro%20ject/_git/repo"
      ),
      (
        "https://org@dev.azure.com/org/project/_git/repo",
        "https://dev.azure.com/org/project/_git/repo"
      ),
      (
        "https://org.visualstudio.com/project/_git/repo",
        "https://org.visualstudio.com/project/_git/repo"
      ),
      (
        "ssh://git@bitbucket.example.com:7999/key/r.git",
        "https://bitbucket.example.com/projects/key/repos/r"
      ),
      (
        "https://bitbucket.example.com/scm/~me/r.git",
        "https://bitbucket.example.com/users/me/repos/r"
      ),
    ] as [(ByteString, ByteString)]
  )
  func repository(_ url: ByteString, _ expected: ByteString) {
    let kind: HostKind? = url.contains("azure.com") ? .azure : nil
    #expect(links(url, kind)?.repository == expected)
  }

  @Test(
    arguments: [
      "/srv/git/r.git", "../r", "file:///srv/r.git", "C:\\git\\r", "https://github.com", "",
      "git@example.com:o/r.git",
    ] as [ByteString]
  )
  func noLinks(_ url: ByteString) { #expect(links(url) == nil) }

  @Test func selfHostedByConfiguration() {
    #expect(links("git@example.com:o/r.git", .forgejo)?.repository == "https://example.com/o/r")
    #expect(HostKind(named: "GitLab") == .gitlab)
    #expect(HostKind(named: "azure-devops") == .azure)
    #expect(HostKind(named: "svn") == nil)
  }

  @Test(
    arguments: [
      (
        "https://github.com/o/r", "pull/12", "issues/12", nil, "commit/abc", "compare/v1...v2",
        "releases/tag/v2"
      ),
      (
        "https://gitlab.com/o/r", "-/issues/12", "-/issues/12", "-/merge_requests/12",
        "-/commit/abc", "-/compare/v1...v2", "-/tags/v2"
      ),
      (
        "https://codeberg.org/o/r", "pulls/12", "issues/12", "pulls/12", "commit/abc",
        "compare/v1...v2", "releases/tag/v2"
      ),
      (
        "https://bitbucket.org/o/r", "pull-requests/12", "issues/12", nil, "commits/abc",
        "branches/compare/v2%0Dv1", "commits/tag/v2"
      ),
    ] as [(ByteString, ByteString, ByteString, ByteString?, ByteString, ByteString, ByteString)]
  )
  func pages(
    url: ByteString,
    request: ByteString,
    issue: ByteString,
    exclamation: ByteString?,
    commit: ByteString,
    compare: ByteString,
    release: ByteString
  ) throws {
    let links = try #require(self.links(url))
    #expect(links.url(ofReference: "#12", isPullRequest: true) == "\(url)/\(request)")
    #expect(links.url(ofReference: "#12", isPullRequest: false) == "\(url)/\(issue)")
    #expect(
      links.url(ofReference: "!12", isPullRequest: true) == exclamation.map { "\(url)/\($0)" }
    )
    #expect(links.url(ofCommit: "abc") == "\(url)/\(commit)")
    #expect(links.compare(from: "v1", to: "v2") == "\(url)/\(compare)")
    #expect(links.release(tag: "v2") == "\(url)/\(release)")
  }

  @Test func azurePages() throws {
    let links = try #require(self.links("https://dev.azure.com/o/p/_git/r"))
    #expect(
      links.url(ofReference: "!12", isPullRequest: true)
        == "https://dev.azure.com/o/p/_git/r/pullrequest/12"
    )
    #expect(
      links.url(ofReference: "#12", isPullRequest: false)
        == "https://dev.azure.com/o/p/_workitems/edit/12"
    )
    #expect(
      links.compare(from: "v1", to: "HEAD")
        == "https://dev.azure.com/o/p/_git/r/branchCompare?baseVersion=GTv1&targetVersion=GBmain"
    )
  }

  /// Where each host's own server sends whoever pushed a new branch.
  @Test(
    arguments: [
      ("git@github.com:o/r.git", nil, "https://github.com/o/r/pull/new/feat/%23x"),
      (
        "https://gitlab.example.com/o/r", nil,
        "https://gitlab.example.com/o/r/-/merge_requests/new"
          + "?merge_request%5Bsource_branch%5D=feat/%23x"
      ),
      ("ssh://git@code.acme:2222/o/r", .gitea, "https://code.acme/o/r/compare/feat/%23x"),
      (
        "git@bitbucket.org:o/r", nil,
        "https://bitbucket.org/o/r/pull-requests/new?source=feat/%23x&t=1"
      ),
      (
        "ssh://git@bitbucket.acme:7999/key/r.git", nil,
        "https://bitbucket.acme/projects/key/repos/r/pull-requests"
          + "?create&sourceBranch=refs/heads/feat/%23x"
      ),
      (
        "git@ssh.dev.azure.com:v3/o/p/r", .azure,
        "https://dev.azure.com/o/p/_git/r/pullrequestcreate?sourceRef=feat/%23x"
      ),
    ] as [(ByteString, HostKind?, ByteString)]
  )
  func newRequests(_ url: ByteString, _ kind: HostKind?, _ expected: ByteString) {
    #expect(links(url, kind)?.newRequest(for: "feat/#x") == expected)
  }

  @Test(
    arguments: [
      (nil, nil, true), ("gitea", .gitea, true), (" Forgejo", .forgejo, true), ("None", nil, false),
    ] as [(ByteString?, HostKind?, Bool)]
  )
  func theConfigurationNamesTheKind(_ value: ByteString?, _ kind: HostKind?, isLinked: Bool) throws
  {
    let sandbox = try Sandbox()
    if let value { try sandbox.git("config", "--global", "changelog.host", value) }
    let setting = try HostSetting(try sandbox.config())
    #expect(setting.kind == kind && setting.isLinked == isLinked)
  }

  @Test func anUnknownKindIsAnError() throws {
    let sandbox = try Sandbox()
    try sandbox.git("config", "--global", "changelog.host", "svn")
    let config = try sandbox.config()
    let error = #expect(throws: ConfigError.self) { try HostSetting(config) }
    #expect(error?.message == "bad value 'svn' for 'changelog.host'")
    #expect(
      error?.hints == ["it is one of github, gitlab, bitbucket, gitea, forgejo, azure, none"]
    )
  }

  @Test func tagsAreEncoded() throws {
    let links = try #require(self.links("https://github.com/o/r"))
    #expect(
      links.release(tag: "@scope/pkg@1.0.0")
        == "https://github.com/o/r/releases/tag/%40scope/pkg%401.0.0"
    )
  }
}
