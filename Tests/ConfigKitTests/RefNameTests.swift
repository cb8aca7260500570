import ByteKit
import ConfigKit
import ProcessKit
import TestSupport
import Testing

@Suite struct RefNameTests {
  @Test(arguments: [
    "main", "feat/x", "@", "a@{b", "a.lock", "a.lock/b", ".a", "a/.b", "a..b", "a b", "a~b", "a^b",
    "a:b", "a?b", "a*b", "a[b", "a\\b", "a/", "/a", "a//b", "a.", "日本", "HEAD", "q'uote",
    "%(refname)", "x$(touch P)", "a\u{7f}b", "a\tb", "refs/heads/x", "a.b", "",
  ])
  func agreesWithGit(name: String) throws {
    let sandbox = try Sandbox()
    let result = try sandbox.tryGit("check-ref-format", "--allow-onelevel", ByteString(name))
    #expect(RefName.isWellFormed(ByteString(name)) == result.succeeded)
  }
}
