import ByteKit
import FileKit
import GitKit
import ProcessKit
import TestSupport
import Testing

@Suite struct RevisionGraphTests {
  @Test func holdsTheRangeAndItsBorder() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.bash(
      """
      ci a 1; git switch -qc f; ci b 1; ci c 1; git switch -q main; ci d 1
      git switch -q f; tick; git merge -q --no-ff -m m main; ci e 1; git switch -q main; ci g 1
      """
    )
    let git = try IsolatedGit(sandbox.openRepository(), environment: sandbox.environment)
    let graph = try git.revisionGraph(
      from: [sandbox.id("f")],
      excluding: [sandbox.id("main")],
      withDates: true
    )
    let oracle = try sandbox.git("rev-list", "--topo-order", "--parents", "f", "^main").lines
    #expect(graph.order.count == oracle.count)
    for (node, line) in zip(graph.order, oracle) {
      let words = [graph.ids[node].hex] + graph.parents(of: node).map { graph.ids[$0].hex }
      #expect(words.joined(separator: " ") == line)
      #expect(graph.isListed(node))
    }
    let border = try #require(graph.node(of: sandbox.id("main~1")))
    #expect(!graph.isListed(border))
    #expect(graph.parentCount(of: border) == 0)
    let date = try sandbox.git("log", "-1", "--format=%ct", "main~1")
    #expect(ByteString("\(graph.date(of: border))") == date)
    #expect(try graph.node(of: sandbox.id("main")) == nil)
  }

  @Test func aMissingCommitIsAnError() throws {
    let sandbox = try Sandbox.withRepository()
    let git = try IsolatedGit(sandbox.openRepository(), environment: sandbox.environment)
    let none = try #require(ObjectID(bytes: [UInt8](repeating: 7, count: 20)))
    let error = #expect(throws: GitError.self) {
      try git.revisionGraph(from: [none, sandbox.id("main")])
    }
    #expect(error?.reason == .missingObject)
  }

  @Test func replacementsAndGraftsDoNotCount() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.bash("ci a 1; ci b 1; git replace --graft main main~2")
    try sandbox.write("\(sandbox.id("main").hex)\n", to: ".git/info/grafts")
    let git = try IsolatedGit(sandbox.openRepository(), environment: sandbox.environment)
    #expect(try git.revisionGraph(from: [sandbox.id("main")]).order.count == 3)
  }

  @Test func noTimeIsATimeLimit() throws {
    let sandbox = try Sandbox.withRepository()
    let git = try IsolatedGit(
      sandbox.openRepository(),
      environment: sandbox.environment,
      deadline: ContinuousClock.now
    )
    let error = #expect(throws: GitError.self) {
      try git.revisionGraph(from: [sandbox.id("main")])
    }
    #expect(error?.reason == .timeLimit)
  }

  @Test func leavesNoFolderBehind() throws {
    let sandbox = try Sandbox.withRepository()
    try FileSystem.makeDirectory(sandbox.path("tmp"))
    sandbox.set("TMPDIR", sandbox.path("tmp"))
    do {
      let git = try IsolatedGit(sandbox.openRepository(), environment: sandbox.environment)
      #expect(try FileSystem.entries(of: sandbox.path("tmp")).count == 1)
      _ = try git.revisionGraph(from: [sandbox.id("main")])
    }
    #expect(try FileSystem.entries(of: sandbox.path("tmp")).isEmpty)
  }
}
