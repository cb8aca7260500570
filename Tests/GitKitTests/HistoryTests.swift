import ByteKit
import FileKit
import HistoryKit
import TestSupport
import Testing

@Suite struct HistoryTests {
  @Test func answersAboutAncestry() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.bash("git switch -qc f; ci b 1; ci c 1; git switch -q main; ci d 1")
    let (base, main, feature) = try (sandbox.id("main~1"), sandbox.id("main"), sandbox.id("f"))
    let repository = try sandbox.openRepository()
    #expect(try repository.mergeBases(main, feature) == [base])

    try sandbox.bash("git switch -q --orphan alone; ci z 1")
    let alone = try sandbox.id("alone")
    #expect(try repository.mergeBases(main, alone) == [])
    let error = #expect(throws: GitError.self) { try repository.merge(alone, into: main) }
    #expect(error?.reason == .unrelated)
  }

  @Test func aShallowCloneNeverSaysNo() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.bash(
      "git switch -qc f; ci b 1; git switch -q main; ci d 1; git merge -q --no-ff -m m f; ci e 1"
    )
    let (main, feature) = try (sandbox.id("main"), sandbox.id("f"))
    try sandbox.git(
      "clone",
      "-q",
      "--depth",
      "1",
      "--no-single-branch",
      "file://\(sandbox.path("w"))",
      "../s"
    )
    sandbox.workingDirectory = sandbox.path("s")
    let repository = try sandbox.openRepository()
    let errors = [
      #expect(throws: GitError.self) { try repository.mergeBases(feature, main) },
      #expect(throws: GitError.self) { try repository.merge(feature, into: main) },
    ]
    #expect(errors.map { $0?.reason } == [.shallow, .shallow])
  }

  @Test func mergesInMemory() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.bash(
      """
      mkdir a a.b; seq 1 30 >a/x; ci a.b/y 1; git add .; git commit -qm x
      git switch -qc f; sed -i 's/^3$/three/' a/x; ci f 1; git commit -qam f
      git switch -q main; sed -i 's/^25$/twentyfive/' a/x; git mv a/x a/moved; git commit -qam m
      git switch -qc clash main; ci f 2; git switch -q main
      """
    )
    let repository = try sandbox.openRepository()
    let (main, feature, clash) = try (sandbox.id("main"), sandbox.id("f"), sandbox.id("clash"))
    let objects = try sandbox.git("count-objects", "-v")
    let result = try repository.merge(feature, into: main)
    #expect(try sandbox.git("count-objects", "-v") == objects)
    let expected = try sandbox.git("merge-tree", "--write-tree", "main", "f")
    #expect(result == .clean(tree: try #require(ObjectID(hex: expected))))
    #expect(try repository.merge(feature, into: clash) == .conflict)
  }

  @Test func mergesContents() throws {
    let repository = try Sandbox.withRepository().openRepository()
    let base: ByteString = "1\n2\n3\n4\n5\n6\n7\n8\n"
    let ours: ByteString = "one\n2\n3\n4\n5\n6\n7\n8\n"
    let theirs: ByteString = "1\n2\n3\n4\n5\n6\n7\neight"
    let merged = try repository.mergeContents(base: base, ours: ours, theirs: theirs)
    #expect(merged == "one\n2\n3\n4\n5\n6\n7\neight")
    #expect(try repository.mergeContents(base: base, ours: ours, theirs: "uno\n" + base) == nil)
    #expect(try repository.mergeContents(base: "", ours: "", theirs: "") == "")
  }
}
