import ByteKit
import RemoteKit
import TestSupport
import Testing

@Suite struct RemoteListingTests {
  @Test(arguments: ["main", "detached", "dangling"]) func readsWhatGitPrints(_ head: String) throws
  {
    let sandbox = try Sandbox()
    try sandbox.bash(
      "git init -qb main server; cd server; ci a 1; git tag -am x v1; git branch b/c"
    )
    if head == "detached" { try sandbox.bash("git -C server switch -q --detach") }
    if head == "dangling" {
      try sandbox.bash("git -C server symbolic-ref HEAD refs/heads/not-yet")
    }
    sandbox.workingDirectory = sandbox.path("server")
    let listing = RemoteListing(parsing: try sandbox.git("ls-remote", "--symref", "."))
    let refs = try sandbox.git("for-each-ref", "--format=%(refname) %(objectname)").lines
    #expect(listing.refs.map { "\($0.key) \($0.value)" as ByteString }.sorted() == refs.sorted())
    #expect(listing.defaultBranch == (head == "main" ? "refs/heads/main" : nil))
    let id = try sandbox.git("rev-parse", "main")
    #expect(listing.head == (head == "dangling" ? nil : id))
    #expect(listing.hasBranches)
  }

  @Test func nothingIsNoBranch() {
    let empty = RemoteListing(parsing: "")
    #expect(!empty.hasBranches && empty.head == nil && empty.defaultBranch == nil)
  }
}
