import ByteKit
import RemoteKit
import TestSupport
import Testing

@Suite struct RemoteEndpointTests {
  @Test func endpointsAreTakenApart() {
    for (url, kind, user, host, port, path):
      (ByteString, RemoteEndpoint.Kind, ByteString?, ByteString, ByteString?, ByteString) in [
        ("https://Me:pw@Host.Example:443/a/b?c", .http, "Me", "host.example", nil, "a/b?c"),
        ("https://h:8443", .http, nil, "h", "8443", ""), ("git://h/x", .daemon, nil, "h", nil, "x"),
        ("ssh://git@h:22/~/x", .ssh, "git", "h", "22", "~/x"),
        ("git@Host:a/b.git", .ssh, "git", "host", nil, "a/b.git"),
        ("h:x", .ssh, nil, "h", nil, "x"), ("/a:b", .local, nil, "", nil, "/a:b"),
        ("./a:b", .local, nil, "", nil, "./a:b"), ("../x", .local, nil, "", nil, "../x"),
        ("file:///x", .local, nil, "", nil, "/x"),
        ("ext::sh -c x", .helper, nil, "", nil, "ext::sh -c x"),
        ("ssh://[::1]:22/x", .ssh, nil, "[::1]", "22", "x"),
        ("git@[h:2222]:a/b", .ssh, "git", "h", "2222", "a/b"),
        ("[::1]:x", .ssh, nil, "[::1]", nil, "x"),
        ("me@corp@h:x", .ssh, "me@corp", "h", nil, "x"), ("ssh://h:/x", .ssh, nil, "h", nil, "x"),
        ("foo://h/x", .helper, nil, "h", nil, "x"),
      ]
    {
      let endpoint = RemoteEndpoint(url)
      #expect(endpoint.kind == kind && endpoint.user == user && endpoint.host == host, "\(url)")
      #expect(endpoint.port == port && endpoint.path == path, "\(url)")
    }
  }

  /// The host that git itself hands to ssh.
  @Test(
    arguments: [
      "git@Host:a/b.git", "h:x", "me@corp@h:x", "git@[::1]:x", "[::1]:x", "ssh://git@h:2222/x",
      "ssh://[::1]:22/x", "git@[h:2222]:a", "./a:b", "/a:b",
    ] as [ByteString]
  )
  func hostsAreThoseOfGit(_ url: ByteString) throws {
    let sandbox = try Sandbox()
    let log = sandbox.path("asked")
    try sandbox.write(
      "#!/bin/sh\nprintf '%s\\n' \"$@\" >'\(log)'\nexit 1\n",
      to: sandbox.path("ssh")
    )
    _ = try sandbox.run("chmod", ["+x", sandbox.path("ssh")])
    sandbox.set("GIT_SSH", sandbox.path("ssh"))
    _ = try sandbox.run("git", ["ls-remote", url])
    let asked = try? sandbox.read(log).lines
    let endpoint = RemoteEndpoint(url)
    #expect((asked != nil) == (endpoint.kind == .ssh))
    guard let asked else { return }
    let address = try #require(asked.first { $0.lowercasedASCII.contains("h") || $0.contains("1") })
    let host = endpoint.host.dropping(prefix: "[")?.dropping(suffix: "]") ?? endpoint.host
    let expected = endpoint.user.map { "\($0)@\(host)" as ByteString } ?? host
    #expect(asked.contains { $0.lowercasedASCII == expected.lowercasedASCII }, "\(address)")
    if let port = endpoint.port { #expect(asked.contains(port)) }
  }
}
