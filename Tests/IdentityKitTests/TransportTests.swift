import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit
import TestSupport
import Testing

struct TransportTests {
  @Test func sshCommandsOverrideOneAnother() throws {
    let sandbox = try Sandbox()
    try sandbox.git("config", "--global", "remote.origin.url", "git@h:x")
    func command() throws -> ByteString? {
      try Transport(config: sandbox.config(), environment: sandbox.environment)?.sshCommand?.value
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
        config: sandbox.config(),
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
