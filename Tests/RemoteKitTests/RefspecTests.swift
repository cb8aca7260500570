import ByteKit
import ProcessKit
import RemoteKit
import TestSupport
import Testing

@Suite struct RefspecTests {
  @Test(arguments: [
    ("+refs/heads/*:refs/remotes/origin/*", true), ("refs/heads/a", true), ("^refs/heads/x*", true),
    ("@:refs/x", true), ("", true), ("refs/heads/a:", true), (":refs/heads/a", true),
    ("refs/heads/*:refs/x", false), ("refs/heads/a:refs/*", false), ("refs/heads/*", false),
    ("^refs/heads/a:refs/b", false), ("^", false), ("refs/heads/a b", false),
    ("refs/heads/*/*:refs/x/*", false), ("refs/he*ds/x:refs/y*", true), ("a..b", false),
    ("^0123456789012345678901234567890123456789", false),
    ("0123456789012345678901234567890123456789:refs/heads/x", true),
  ])
  func parsesWhatGitDoes(text: String, isValid: Bool) throws {
    #expect((Refspec(fetch: ByteString(text)) != nil) == isValid)
    // Git reads all refspecs of a remote before it tries to reach it.
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q")
    let result = try sandbox.run(
      "git",
      [
        "-c", "remote.o.url=/nonexistent", "-c", "remote.o.fetch=\(text)", "remote", "show", "-n",
        "o",
      ]
    )
    #expect(result.errorOutput.contains("invalid refspec") == !isValid, "\(result.errorOutput)")
  }

  /// Remotes of all kinds, and a branch on each of them for each kind of name.
  static let remotes: [(name: String, fetch: [String])] = [
    ("plain", ["+refs/heads/*:refs/remotes/plain/*"]),
    ("narrow", ["+refs/heads/main:refs/remotes/narrow/main"]),
    ("two", ["+refs/heads/feat/*:refs/remotes/two/f/*", "+refs/heads/*:refs/remotes/two/*"]),
    ("negative", ["+refs/heads/*:refs/remotes/negative/*", "^refs/heads/feat/*"]),
    ("negative-exact", ["refs/heads/main:refs/remotes/ne/main", "^refs/heads/main"]),
    ("mirror", ["+refs/*:refs/*"]),
    ("mirror-negative", ["+refs/*:refs/*", "^refs/heads/main"]),
    ("middle", ["+refs/heads/*/x:refs/remotes/middle/*"]),
    ("inside", ["+refs/heads/fe*x:refs/remotes/inside/p*s"]),
    ("nowhere", ["refs/heads/main"]),
    ("emptied", ["refs/heads/main:"]),
    ("none", []),
  ]
  static let merges = [
    "refs/heads/main", "refs/heads/feat/x", "refs/heads/feat/y/x", "refs/heads/日本", "main",
    "refs/tags/v1", "refs/heads/",
  ]

  @Test func upstreamsAreGits() throws {
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q")
    try sandbox.git("commit", "-q", "--allow-empty", "-m", "base")
    try sandbox.git("branch", "only")
    var config: ByteString = ""
    func set(_ section: String, _ subsection: String, _ name: String, _ value: String) {
      config += "[\(section) \"\(subsection)\"]\n\t\(name) = \(value)\n"
    }
    for remote in Self.remotes {
      set("remote", remote.name, "url", "/nonexistent")
      for refspec in remote.fetch { set("remote", remote.name, "fetch", refspec) }
    }
    for (number, remote) in (Self.remotes.map(\.name) + [".", "missing", "/a/path"]).enumerated() {
      for (other, merge) in Self.merges.enumerated() {
        let name = "b\(number)-\(other)"
        try sandbox.git("branch", ByteString(name))
        set("branch", name, "remote", remote)
        set("branch", name, "merge", merge)
      }
    }
    // Of several values the last remote counts, but the first merge.
    try sandbox.git("branch", "twice")
    set("branch", "twice", "remote", "missing")
    set("branch", "twice", "remote", "plain")
    set("branch", "twice", "merge", "refs/heads/main")
    set("branch", "twice", "merge", "refs/heads/other")
    // Half an upstream is none.
    try sandbox.git("branch", "half")
    set("branch", "half", "merge", "refs/heads/main")
    try sandbox.write(config, to: ".git/config")

    let upstreams = try Upstreams(sandbox.config())
    let references = Set(try sandbox.git("for-each-ref", "--format=%(refname)").lines)
    let oracle = try sandbox.git("for-each-ref", "--format=%(refname)%00%(upstream)", "refs/heads")
    for line in oracle.lines {
      let (ref, expected) = try #require(line.splitOnce(on: 0))
      let name = try #require(ref.dropping(prefix: "refs/heads/"))
      let found = upstreams.upstream(of: name) { references.contains($0) }
      #expect(found.ref == expected, "\(name): \(upstreams.configured(for: name))")
    }
  }

  @Test func anInvalidRefspecIsAnError() throws {
    let sandbox = try Sandbox()
    try sandbox.git("config", "--global", "remote.o.fetch", "refs/heads/*:refs/x")
    let config = try sandbox.config()
    let error = #expect(throws: RefspecError.self) { try Upstreams(config) }
    #expect(error?.remote == "o")
    #expect(error?.refspec == "refs/heads/*:refs/x")
  }
}

extension Upstream {
  /// As `%(upstream)` prints it.
  fileprivate var ref: ByteString {
    switch self {
    case .none, .missingRemote, .unmapped: ""
    case .local(let ref), .tracking(_, _, let ref): ref
    }
  }
}
