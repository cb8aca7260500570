import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit
import TestSupport
import Testing

struct TransportTests {
  private func config(_ sandbox: Sandbox) throws -> ConfigStack {
    var location: RepositoryLocation?
    let discovery = try RepositoryLocation.discover(
      environment: sandbox.environment,
      workingDirectory: sandbox.workingDirectory
    )
    if case .found(let found) = discovery { location = found }
    return try ConfigStack.load(
      location,
      environment: sandbox.environment,
      workingDirectory: sandbox.workingDirectory
    )
  }

  /// The URLs that `git remote get-url` prints, over all kinds of rewriting.
  @Test(arguments: [
    "url = acme:x.git", "url = acme:x.git\npushurl = acme:y", "url = a\nurl = acme:b",
    "url = https://other/x", "url = acme:x\npushurl = https://h/y\npushurl = p:z", "url = push:x",
  ])
  func urlsAreThoseOfGit(_ remote: String) throws {
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q", "r")
    sandbox.workingDirectory = sandbox.path("r")
    let config: ByteString = """
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
      [remote "origin"]
      \(remote)

      """
    try sandbox.write(config, to: ".git/config.extra")
    try sandbox.git("config", "include.path", "config.extra")
    let transport = try #require(
      try Transport(config: self.config(sandbox), environment: sandbox.environment)
    )
    let fetch = try sandbox.git("remote", "get-url", "--all", "origin").lines
    let push = try sandbox.git("remote", "get-url", "--push", "--all", "origin").lines
    #expect(transport.fetchURLs.map(\.used) == fetch)
    #expect(transport.pushURLs.map(\.used) == push)
  }

  @Test func theRemoteIsTheOneThatPushTakes() throws {
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q", "r")
    sandbox.workingDirectory = sandbox.path("r")
    func remote(_ branch: ByteString?) throws -> ByteString {
      try Transport.pushRemote(config(sandbox), branch)
    }
    #expect(try remote(nil) == "origin")
    try sandbox.git("remote", "add", "only", "/x")
    #expect(try remote("main") == "only")
    try sandbox.git("remote", "add", "two", "/y")
    #expect(try remote("main") == "origin")
    try sandbox.git("config", "branch.main.remote", "two")
    #expect(try remote("main") == "two")
    try sandbox.git("config", "remote.pushDefault", "only")
    #expect(try remote("main") == "only")
    try sandbox.git("config", "branch.main.pushRemote", "two")
    #expect(try remote("main") == "two")
    #expect(try remote("other") == "only")
  }

  @Test func endpointsAreTakenApart() {
    for (url, kind, user, host, port, path):
      (ByteString, RemoteURL.Endpoint.Kind, ByteString?, ByteString, ByteString?, ByteString) in [
        ("https://Me:pw@Host.Example:443/a/b?c", .http, "Me", "host.example", nil, "a/b?c"),
        ("https://h:8443", .http, nil, "h", "8443", ""), ("git://h/x", .daemon, nil, "h", nil, "x"),
        ("ssh://git@h:22/~/x", .ssh, "git", "h", "22", "~/x"),
        ("git@Host:a/b.git", .ssh, "git", "host", nil, "a/b.git"),
        ("h:x", .ssh, nil, "h", nil, "x"), ("/a:b", .local, nil, "", nil, "/a:b"),
        ("./a:b", .local, nil, "", nil, "./a:b"), ("../x", .local, nil, "", nil, "../x"),
        ("file:///x", .local, nil, "", nil, "/x"),
        ("ext::sh -c x", .helper, nil, "", nil, "ext::sh -c x"),
        ("ssh://[::1]:22/x", .ssh, nil, "[::1]", "22", "x"),
        ("foo://h/x", .helper, nil, "h", nil, "x"),
      ]
    {
      let endpoint = RemoteURL.Endpoint(url)
      #expect(endpoint.kind == kind && endpoint.user == user && endpoint.host == host, "\(url)")
      #expect(endpoint.port == port && endpoint.path == path, "\(url)")
    }
  }

  @Test func sshCommandsOverrideOneAnother() throws {
    let sandbox = try Sandbox()
    try sandbox.git("config", "--global", "remote.origin.url", "git@h:x")
    func command() throws -> ByteString? {
      try Transport(config: config(sandbox), environment: sandbox.environment)?.sshCommand?.value
    }
    #expect(try command() == "ssh")
    sandbox.set("GIT_SSH", "plain")
    #expect(try command() == "plain")
    try sandbox.git("config", "--global", "core.sshCommand", "ssh -i k")
    #expect(try command() == "ssh -i k")
    sandbox.set("GIT_SSH_COMMAND", "mine")
    #expect(try command() == "mine")
    try sandbox.git("config", "--global", "remote.origin.url", "https://h/x")
    #expect(try command() == nil)
  }

  /// The login and the helpers that `git credential fill` uses: each helper tells what it was asked.
  @Test(arguments: [
    "https://example.com/a/b", "https://me@example.com/a/b", "https://sub.example.com/x",
    "https://example.com:8443/a", "http://example.com/a", "https://example.com/a/bc",
    "https://other.org/", "https://example.com",
  ])
  func credentialsAreThoseOfGit(_ url: String) throws {
    let sandbox = try Sandbox()
    let config: ByteString = """
      [credential]
      	helper = "!f() { echo general >>\(sandbox.root)/log; }; f"
      [credential "https://example.com"]
      	helper = "!f() { echo host >>\(sandbox.root)/log; }; f"
      	username = u1
      [credential "https://*.example.com"]
      	username = star
      [credential "https://example.com/a/b"]
      	helper =
      	helper = "!f() { echo deep >>\(sandbox.root)/log; }; f"
      	useHttpPath = true
      	username = u2
      [credential "https://me@example.com"]
      	helper = "!f() { echo mine >>\(sandbox.root)/log; }; f"
      [credential "example.com"]
      	helper = "!f() { echo partial >>\(sandbox.root)/log; }; f"
      [credential "https://"]
      	helper = "!f() { echo scheme >>\(sandbox.root)/log; }; f"
      [credential]
      	helper = "!f() { cat >\(sandbox.root)/asked; echo username=none; echo password=p; }; f"

      """
    try sandbox.write(config, to: sandbox.path("home/.gitconfig"))
    try sandbox.write("", to: sandbox.path("log"))
    _ = try sandbox.git("credential", "fill", input: "url=\(url)\n\n")
    let asked = try sandbox.read(sandbox.path("asked")).lines
    let transport = try #require(
      try Transport(
        config: self.config(sandbox),
        environment: sandbox.environment,
        remote: ByteString(url)
      )
    )
    let credentials = try #require(transport.credentials)
    let names = credentials.helpers.dropLast().compactMap {
      $0.value?.split(on: 32).dropFirst(3).first
    }
    #expect(try names == sandbox.read(sandbox.path("log")).lines, "\(url)")
    let login = asked.compactMap { $0.dropping(prefix: "username=") }.first
    #expect(credentials.username?.value == login, "\(url)")
    #expect(
      credentials.usesPath == asked.contains { $0.hasPrefix("path=") } || url.hasSuffix(".com")
    )
  }
}
