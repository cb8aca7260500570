import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import GitKit
import HistoryKit
import ProcessKit
import TestSupport
import Testing

@Suite struct RepositoryTests {
  @Test func listsLooseAndPackedReferences() throws {
    let sandbox = try Sandbox.withRepository()
    let base = try sandbox.id("HEAD")
    for name: ByteString in ["packed", "q'uote", "日本", "refs/heads/x"] {
      try sandbox.git("branch", name)
    }
    try sandbox.git("pack-refs", "--all")
    let next = try sandbox.commit("f", "1")
    try sandbox.git("update-ref", "refs/heads/-dash", "HEAD")
    try sandbox.git("update-ref", "refs/heads/HEAD", "HEAD")
    try sandbox.git("symbolic-ref", "refs/heads/alias", "refs/heads/packed")
    try sandbox.git("symbolic-ref", "refs/heads/dangling", "refs/heads/nothing")
    try sandbox.git("tag", "v1")
    try sandbox.write("garbage\n", to: ".git/refs/heads/broken")
    let repository = try sandbox.openRepository()

    #expect(
      try repository.references(under: "refs/heads/") == [
        Reference(name: "refs/heads/-dash", target: .object(next)),
        Reference(name: "refs/heads/HEAD", target: .object(next)),
        Reference(name: "refs/heads/alias", target: .symbolic("refs/heads/packed")),
        Reference(name: "refs/heads/dangling", target: .symbolic("refs/heads/nothing")),
        Reference(name: "refs/heads/main", target: .object(next)),
        Reference(name: "refs/heads/packed", target: .object(base)),
        Reference(name: "refs/heads/q'uote", target: .object(base)),
        Reference(name: "refs/heads/refs/heads/x", target: .object(base)),
        Reference(name: "refs/heads/日本", target: .object(base)),
      ]
    )
    #expect(try repository.references().map(\.name).contains("refs/tags/v1"))
    #expect(try repository.target(of: "refs/heads/alias") == base)
    #expect(try repository.target(of: "refs/heads/dangling") == nil)
    #expect(try repository.reference("refs/heads/no such") == nil)
    #expect(try repository.head() == .branch("refs/heads/main", next))
  }

  @Test func headOfAllKinds() throws {
    let sandbox = try Sandbox.withRepository()
    let base = try sandbox.id("HEAD")
    try sandbox.git("switch", "-q", "--detach")
    #expect(try sandbox.openRepository().head() == .detached(base))
    try sandbox.git("switch", "-q", "--orphan", "new")
    #expect(try sandbox.openRepository().head() == .unborn("refs/heads/new"))
    try sandbox.git("worktree", "add", "-q", "-b", "side", "../side", "main")
    sandbox.workingDirectory = sandbox.path("side")
    let linked = try sandbox.openRepository()
    #expect(try linked.head() == .branch("refs/heads/side", base))
    #expect(linked.gitDirectory != linked.commonDirectory)
    #expect(
      try linked.references(under: "refs/heads/").map(\.name) == [
        "refs/heads/main", "refs/heads/side",
      ]
    )
  }

  @Test func resolvesRevisions() throws {
    let sandbox = try Sandbox.withRepository()
    let base = try sandbox.id("HEAD")
    try sandbox.git("tag", "-am", "one", "v1")
    try sandbox.git("tag", "-am", "of a tag", "v2", "v1")
    let next = try sandbox.commit("f", "1")
    let repository = try sandbox.openRepository()
    for (revision, id): (ByteString, ObjectID?) in [
      ("HEAD", next), ("main^", base), ("main~1", base), ("v1", base), ("v2", base),
      (base.hex, base),
      (base.abbreviated(), base), ("refs/heads/main", next), ("nothing", nil), ("main~9", nil),
    ] {
      #expect(try repository.commitID(of: revision) == id, "\(revision)")
    }
    #expect(throws: GitError.self) { try repository.commitID(of: "HEAD^{tree}") }
    #expect(try repository.peeledToCommit(sandbox.id("v2")) == base)
    #expect(try repository.peeledToCommit(sandbox.id("HEAD^{tree}")) == nil)
  }

  @Test func readsCommitsAsTheyStand() throws {
    let sandbox = try Sandbox.withRepository()
    let base = try sandbox.id("HEAD")
    try sandbox.git("config", "i18n.commitEncoding", "ISO-8859-1")
    let latin = ByteString(Array("caf".utf8) + [0xe9])
    try sandbox.git(
      "-c",
      "user.name=A B",
      "-c",
      "user.email=a@b",
      "commit",
      "-q",
      "--allow-empty",
      "-F",
      "-",
      input: latin + "\n\nbody\n"
    )
    let commit = try sandbox.openRepository().commit(sandbox.id("HEAD"))
    #expect(commit.parents == [base])
    #expect(commit.encoding == "ISO-8859-1")
    #expect(commit.message == latin + "\n\nbody\n")
    #expect(commit.author.name == "A B")
    #expect(commit.author.email == "a@b")
    #expect(commit.committer.seconds > 1_700_000_000)
    #expect(try commit.tree == sandbox.id("HEAD^{tree}"))
    #expect(!commit.isMerge)
  }

  @Test(arguments: [
    ("A <a@b> 12 +0130", "A", "a@b", 12, 90), ("A <a@b> 12 -0800", "A", "a@b", 12, -480),
    ("<> 5 +0000", "", "", 5, 0), ("no mail", "no mail", "", 0, 0), ("A <a@b>", "A", "a@b", 0, 0),
    ("A <a> b> 7 +0000", "A", "a", 7, 0), ("", "", "", 0, 0), ("A <a@b> x y", "A", "a@b", 0, 0),
  ])
  func parsesSignatures(raw: String, name: String, email: String, seconds: Int64, zone: Int) {
    let signature = Signature(parsing: ByteString(raw))
    #expect(signature.name == ByteString(name))
    #expect(signature.email == ByteString(email))
    #expect(signature.seconds == seconds)
    #expect(signature.zoneMinutes == zone)
    #expect(signature.raw == ByteString(raw))
  }

  @Test func listsTags() throws {
    let sandbox = try Sandbox.withRepository()
    let base = try sandbox.id("HEAD")
    try sandbox.git("tag", "light")
    try sandbox.git("tag", "-am", "annotated", "v1")
    try sandbox.git("tag", "-am", "of a tag", "v2", "v1")
    try sandbox.git("tag", "tree", "HEAD^{tree}")
    try sandbox.git("pack-refs", "--all")
    let tags = try sandbox.openRepository().tags()
    #expect(tags.map(\.name) == ["light", "v1", "v2"])
    #expect(tags.allSatisfy { $0.commit == base })
    #expect(tags[0].annotation == nil)
    #expect(tags[2].annotation?.message == "of a tag\n")
    #expect(tags[1].annotation?.tagger?.name == "Home")
    #expect(try tags[1].object == sandbox.id("refs/tags/v1"))
  }

  @Test func readsTreesAndBlobs() throws {
    let sandbox = try Sandbox.withRepository()
    let head = try sandbox.commit("a/b/file", "content")
    let repository = try sandbox.openRepository()
    let entry = try #require(try repository.entry(at: "a/b/file", in: head))
    #expect(entry.mode == 0o100644)
    #expect(try repository.blob(entry.id) == "content")
    #expect(try repository.entry(at: "a/b/nothing", in: head) == nil)
    #expect(try repository.entry(at: "a/nothing/file", in: head) == nil)
    let tree = try repository.commit(head).tree
    #expect(try repository.tree(tree).map(\.name) == ["a", "base"])
    #expect(try repository.kind(of: tree) == .tree)
    #expect(throws: GitError.self) { try repository.blob(tree) }
  }

  @Test func missingObjectsAreToldApart() throws {
    let sandbox = try Sandbox.withRepository()
    let repository = try sandbox.openRepository()
    let none = try #require(ObjectID(bytes: [UInt8](repeating: 7, count: 20)))
    #expect(try !repository.contains(none))
    let errors = [
      #expect(throws: GitError.self) { try repository.commit(none) },
      #expect(throws: GitError.self) { try repository.kind(of: none) },
    ]
    #expect(errors.map { $0?.reason } == [.missingObject, .missingObject])
  }

  @Test(arguments: [
    ("extensions.worktreeConfig", "true"), ("extensions.partialClone", "origin"),
    ("extensions.preciousObjects", "true"), ("extensions.noop", "true"),
  ])
  func extensionsThatChangeNothingHereDoNotMatter(key: String, value: String) throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.git("config", ByteString(key), ByteString(value))
    try sandbox.git("config", "core.repositoryFormatVersion", "1")
    let repository = try sandbox.openRepository(reader: "libgit2")
    #expect(try repository.head() == .branch("refs/heads/main", sandbox.id("HEAD")))
  }

  /// Configuration is not libgit2's business: what it cannot read must not stop it.
  @Test func readsNoConfiguration() throws {
    let sandbox = try Sandbox.withRepository()
    let location = try RepositoryLocation.discover(
      environment: sandbox.environment,
      workingDirectory: sandbox.workingDirectory
    )
    try sandbox.write("[core\n", to: ".git/config")
    let git = GitProcess(
      environment: sandbox.environment.setting(["GIT_TOOLBOX_READER": "libgit2"]),
      workingDirectory: sandbox.workingDirectory
    )
    guard case .found(let place) = location else {
      Issue.record("not found")
      return
    }
    guard case .branch("refs/heads/main", _) = try Repository(place, git: git).head() else {
      Issue.record("no HEAD")
      return
    }
  }

  @Test func gitReadsWhatLibgit2CanNot() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.git("init", "-q", "--object-format=sha256", "../new")
    sandbox.workingDirectory = sandbox.path("new")
    let head = try sandbox.commit("a/b", "1")
    #expect(head.byteCount == 32)
    sandbox.set("GIT_TOOLBOX_READER", nil)
    let repository = try sandbox.openRepository()
    #expect(repository.reader.name == "git")
    #expect(try repository.head() == .branch("refs/heads/main", head))
    let entry = try #require(try repository.entry(at: "a/b", in: head))
    #expect(try repository.blob(entry.id) == "1")
    let error = #expect(throws: GitError.self) { try sandbox.openRepository(reader: "libgit2") }
    #expect(error?.reason == .unsupportedFormat("sha256"))
    #expect(error?.exitStatus == .fatal)
  }

  @Test func knowsShallowAndPartialClones() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit("f", "1")
    try sandbox.git("config", "uploadpack.allowFilter", "true")
    let url: ByteString = "file://\(sandbox.path("w"))"
    #expect(try !sandbox.openRepository().isShallow)
    #expect(try !sandbox.openRepository().isPartialClone)
    try sandbox.git("clone", "-q", "--depth", "1", url, "../shallow")
    try sandbox.git("clone", "-q", "--filter=blob:none", url, "../partial")
    sandbox.workingDirectory = sandbox.path("shallow")
    #expect(try sandbox.openRepository().isShallow)
    sandbox.workingDirectory = sandbox.path("partial")
    #expect(try sandbox.openRepository().isPartialClone)
  }
}
