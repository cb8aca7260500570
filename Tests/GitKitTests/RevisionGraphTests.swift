import ByteKit
import FileKit
import HistoryKit
import ProcessKit
import TestSupport
import Testing

@Suite struct RevisionGraphTests {
  /// With a commit-graph file git is asked, without one the commits are read here.
  @Test(arguments: ["", "git commit-graph write --reachable 2>/dev/null"])
  func holdsTheRangeAndItsBorder(graphing: String) throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.bash(
      """
      ci a 1; git switch -qc f; ci b 1; ci c 1; git switch -q main; ci d 1
      git switch -q f; tick; git merge -q --no-ff -m m main; ci e 1; git switch -q main; ci g 1
      \(graphing)
      """
    )
    let git = try IsolatedGit(sandbox.openRepository(), environment: sandbox.environment)
    let graph = try git.revisionGraph(
      from: [sandbox.id("f")],
      excluding: [sandbox.id("main")],
      withDates: true
    )
    let oracle = try sandbox.git("rev-list", "--parents", "f", "^main").lines
    #expect(Set(graph.lines) == Set(oracle))
    #expect(graph.isTopological)
    let border = try #require(graph.node(of: sandbox.id("main~1")))
    #expect(!graph.isListed(border))
    #expect(graph.parentCount(of: border) == 0)
    let date = try sandbox.git("log", "-1", "--format=%ct", "main~1")
    #expect(ByteString("\(graph.date(of: border))") == date)
    #expect(try graph.node(of: sandbox.id("main")) == nil)
  }

  /// Histories made up at random: what is in `a b ^c`, whatever the dates say.
  @Test(arguments: 1...12) func agreesWithGit(seed: Int) throws {
    let sandbox = try Sandbox.withRepository()
    let script: ByteString = """
      RANDOM=\(seed); tree=$(git rev-parse HEAD^{tree}); c=($(git rev-parse HEAD)); date=1700000000
      for i in $(seq 1 60); do
        p="-p ${c[RANDOM % ${#c[@]}]}"
        for j in 1 2; do (( RANDOM % 3 == 0 )) && p="$p -p ${c[RANDOM % ${#c[@]}]}"; done
        date=$((date + 60)); (( RANDOM % 40 == 0 )) && date=$((date - 1000))
        c+=($(GIT_COMMITTER_DATE="$date +0000" git commit-tree -m $i $p $tree 2>/dev/null))
      done
      for n in a b c d; do git branch $n ${c[RANDOM % ${#c[@]}]}; done
      """
    try sandbox.bash(script)
    let names: [ByteString] = ["a", "b", "c", "d"]
    let git = try IsolatedGit(sandbox.openRepository(), environment: sandbox.environment)
    let ids = try names.map { try sandbox.id($0) }
    for (tips, excluded) in [([0, 1], [2]), ([2, 3], [0, 1]), ([0], []), ([1], [1]), ([3], [0])] {
      let graph = try git.revisionGraph(
        from: tips.map { ids[$0] },
        excluding: excluded.map { ids[$0] }
      )
      let arguments: [ByteString] =
        ["rev-list", "--parents"] + tips.map { names[$0] } + ["--not"]
        + excluded.map { names[$0] }
      let oracle = try sandbox.run("git", arguments).output.lines
      #expect(Set(graph.lines) == Set(oracle), "\(tips) \(excluded)")
      #expect(graph.order.count == oracle.count)
      #expect(graph.isTopological)
    }
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

extension RevisionGraph {
  /// As `git rev-list --parents` prints it.
  var lines: [ByteString] {
    order.map { node in
      ([ids[node]] + parents(of: node).map { ids[$0] }).map(\.hex).joined(separator: " ")
    }
  }

  /// Whether no parent stands before one of its children.
  var isTopological: Bool {
    var seen = Set<Node>()
    for node in order {
      if parents(of: node).contains(where: seen.contains) { return false }
      seen.insert(node)
    }
    return true
  }
}
