import ByteKit
import ConfigKit
import FileKit
import Foundation
import ProcessKit
import TestSupport
import Testing

struct WildmatchTests {
  @Test func knowsGitsRules() {
    for (pattern, text, expected): (ByteString, ByteString, Bool) in [
      ("", "", true), ("a", "a", true), ("a", "A", false), ("?", "/", false), ("*", "a/b", false),
      ("*", "", true), ("**", "a/b", true), ("a/**", "a", false), ("a/**", "a/", true),
      ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true), ("a**", "a/b", false),
      ("**a", "b/a", false), ("**/a", "b/a", true), ("**/a", "a", true), ("[a-c]", "b", true),
      ("[!a-c]", "b", false), ("[^a]", "b", true), ("[!a]", "/", false), ("[]a]", "]", true),
      ("[[:alpha:]]", "x", true), ("[[:nope:]]", "x", false), ("[[:alpha:]", "x", false),
      ("[a", "a", false), ("[", "[", false), ("\\*", "*", true), ("\\a", "a", true),
      ("a\\", "a\\", false), ("[\\]]", "]", true), ("[a-\\c]", "b", true), ("{a,b}", "a", false),
      ("*/b", "a/b", true), ("*/b", "x/a/b", false), ("a*/b", "ax/b", true), ("[--0]", "/", false),
    ] {
      #expect(Wildmatch.matches(text, pattern) == expected, "\(pattern) \(text)")
    }
    #expect(Wildmatch.matches("ABC/d", "abc/D", [.pathname, .caseFold]))
    #expect(Wildmatch.matches("Q", "[a-z]", [.pathname, .caseFold]))
    #expect(!Wildmatch.matches("q", "\\Q", [.pathname, .caseFold]))
    #expect(Wildmatch.matches("a/b", "*", []))
  }

  /// Every pattern that would take forever by trying, and one that would take the whole stack.
  @Test func neverHangs() {
    let text = ByteString(String(repeating: "a/", count: 400) + "b")
    #expect(!Wildmatch.matches(text, ByteString(String(repeating: "**/", count: 40) + "c")))
    #expect(!Wildmatch.matches(text, ByteString(String(repeating: "**/a*", count: 40) + "c")))
    let letters = ByteString(String(repeating: "a", count: 3_000))
    #expect(!Wildmatch.matches(letters, ByteString(String(repeating: "*a", count: 60) + "b")))
    let stars = ByteString(String(repeating: "*?", count: 100_000))
    let long = ByteString(String(repeating: "a", count: 200_000))
    _ = Wildmatch.matches(long, stars)
  }

  /// Random patterns, a hundred with each git: which `hasconfig` conditions match which URL.
  @Test(arguments: 1...6) func agreesWithGit(_ seed: Int) throws {
    let sandbox = try Sandbox()
    var random = SeededBytes(seed: UInt64(seed))
    let text = ByteString((0..<(1 + random.below(10))).map { _ in random.pick("ab/b/-]A") })
    var patterns: [ByteString] = []
    var config: ByteString = "[remote \"z\"]\n\turl = \"\(text)\"\n"
    for number in 0..<100 {
      let pattern = ByteString(
        (0..<(1 + random.below(9))).map { _ in random.pick("ab/**?[]!^-\\:A") }
          + (random.below(4) == 0 ? Array("[[:upper:]a-b]*".utf8) : [])
      )
      patterns.append(pattern)
      try sandbox.write("[hit]\n\tx = \(number)\n", to: sandbox.path("home/f\(number)"))
      let quoted = ByteString(pattern.bytes.flatMap { $0 == 92 ? [92, 92] : [$0] })
      config += "[includeIf \"hasconfig:remote.*.url:\(quoted)\"]\n\tpath = f\(number)\n"
    }
    try sandbox.write(config, to: sandbox.path("home/.gitconfig"))
    let hits = try sandbox.run("git", ["config", "--get-all", "hit.x"]).output.lines
    let ours = patterns.indices.filter { Wildmatch.matches(text, patterns[$0]) }
    #expect(ours.map { ByteString("\($0)") } == hits, "\(text): \(patterns)")
  }
}

/// Random bytes that are the same for the same seed everywhere (SplitMix64).
struct SeededBytes {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func pick(_ characters: String) -> UInt8 {
    let bytes = Array(characters.utf8)
    return bytes[below(bytes.count)]
  }
}
