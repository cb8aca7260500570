import ByteKit
import ProcessKit
import TestSupport
import Testing

@testable import RBranchTool

struct BranchNameTests {
  @Test(arguments: [
    ("{user}/", "jo/"), ("a/{user}-{user}/", "a/jo-jo/"), ("plain/", "plain/"), ("{user}", "jo"),
  ])
  func everyUserInThePrefixIsReplaced(template: ByteString, prefix: ByteString) {
    #expect(BranchName.prefix(template, user: "jo") == prefix)
  }

  @Test func agreesWithGit() throws {
    let sandbox = try Sandbox()
    let names: [ByteString] = [
      "a", "a/b", "a/b/c", "x$(touch${IFS}P)", "日本", "q'uote", "a|b", "(no)", "x,y", "@a", "a@",
      "%(refname)", "a.b", "a-", "HEADS", "heads/main", "a{b", "a@b{c}", "é", "a//b", "/a", "a/",
      ".a", "a/.b", "a.", "a..b", "a.lock", "a.lock/b", "a.lockb", "a b", "a~b", "a^b", "a:b",
      "a?b", "a*b", "a[b", "a\\b", "a@{b", "", "a\u{7f}b", "a\tb", "a/b.lock", "a./b", "-a", "a/-b",
      ByteString([0xff, 0x61]),
    ]
    for name in names {
      let result = try sandbox.tryGit("check-ref-format", "--branch", name)
      #expect(
        (BranchName.problem(with: name) == nil) == result.succeeded,
        "'\(name.text)': \(BranchName.problem(with: name) ?? "valid")"
      )
    }
  }

  @Test func refusesWhatMeansTheCurrentCommit() {
    #expect(BranchName.problem(with: "@") != nil)
    #expect(BranchName.problem(with: "HEAD") != nil)
  }

  @Test(
    arguments: [
      ("jane.doe@example.com", "jane.doe"),
      ("12345+jane@users.noreply.github.com", "jane"),
      ("12345+jane@example.com", "12345+jane"),
      ("jane", "jane"),
      ("a b~c@x", "a-b-c"),
      (".jane..doe.@x", "jane.-doe-"),
      ("jane.lock@x", "jane-lock"),
      ("a/b@x", "a-b"),
    ] as [(ByteString, ByteString)]
  )
  func makesAUserOfAnAddress(address: ByteString, user: ByteString) {
    #expect(BranchName.user(ofAddress: address) == user)
    #expect(BranchName.problem(with: "\(BranchName.user(ofAddress: address))/x") == nil)
  }

  @Test func putsThePrefixOnce() {
    #expect(BranchName.prefixed("x", with: "me/") == "me/x")
    #expect(BranchName.prefixed("me/x", with: "me/") == "me/x")
  }
}
