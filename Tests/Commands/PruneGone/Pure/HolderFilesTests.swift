import ByteKit
import Testing

@testable import PruneGoneTool

@Suite struct HolderFilesTests {
  private static func refs(_ files: WorktreeFiles) -> [ByteString] { files.heldRefs.map(\.ref) }

  @Test func headNamesABranchOrNone() {
    #expect(Self.refs(WorktreeFiles(head: "ref: refs/heads/main\n")) == ["refs/heads/main"])
    #expect(Self.refs(WorktreeFiles(head: "ref:refs/heads/a b")) == ["refs/heads/a b"])
    // A symbolic link, as core.preferSymlinkRefs makes it.
    #expect(Self.refs(WorktreeFiles(head: "refs/heads/linked")) == ["refs/heads/linked"])
    let detached = ByteString(String(repeating: "1", count: 40) + "\n")
    #expect(Self.refs(WorktreeFiles(head: detached)).isEmpty)
    #expect(Self.refs(WorktreeFiles()).isEmpty)
  }

  @Test func rebasesNameTheirBranches() {
    let files = WorktreeFiles(
      rebasedHeads: ["refs/heads/top\n", "detached HEAD\n"],
      rebasedRefs: "refs/heads/s1\n1111\n0000\nrefs/heads/s2\n2222\n0000\n"
    )
    #expect(Self.refs(files) == ["refs/heads/top", "refs/heads/s1", "refs/heads/s2"])
    #expect(files.heldRefs.allSatisfy { $0.kind == .rebase })
  }

  @Test(arguments: [
    ("feat\n", "refs/heads/feat"), ("refs/heads/feat\n", "refs/heads/feat"),
    ("a/b", "refs/heads/a/b"),
  ])
  func bisectionsNameWhereTheyBegan(content: ByteString, ref: ByteString) {
    #expect(Self.refs(WorktreeFiles(bisectStart: content)) == [ref])
  }

  @Test func mergesNameCommits() {
    #expect(WorktreeFiles(mergeHeads: "11\n22\n").mergedTips == ["11", "22"])
  }
}
