import ByteKit
import DiagnosticKit
import ProcessKit
import TerminalKit
import TestSupport
import Testing
import ToolKit

@testable import ChangelogTool

/// Random histories: every commit under the lowest version that reaches it, exactly once, as
/// `git rev-list` says.
@Suite struct RandomHistoryTests {
  /// How many of the 300 seeds run: all when `CHANGELOG_SEEDS=300` says so, else enough for CI.
  private static var seeds: Range<UInt64> {
    0..<(Environment.current["CHANGELOG_SEEDS"].flatMap { UInt64($0.text) } ?? 24)
  }

  /// A stream for `git fast-import`: one process makes the whole history.
  private struct Script {
    var text: ByteString = ""
    var random: SeededGenerator
    var commits = 0
    /// By branch: the mark of its tip.
    var tips: [Int] = []
    var tags: [(name: ByteString, mark: Int)] = []
    var time = 1_700_000_000

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed &+ 77)
      make()
    }

    private mutating func make() {
      let count = Int.random(in: 5...30, using: &random)
      while commits < count { step() }
      text += "reset refs/heads/main\nfrom :\(tips[0])\n\n"
      for (name, mark) in tags { tag(name, mark) }
    }

    private mutating func step() {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<3 where !tips.isEmpty:
        tips.append(tips[Int.random(in: 0..<tips.count, using: &random)])
      case 3..<7 where tips.count > 1:
        let into = Int.random(in: 0..<tips.count, using: &random)
        let other = Int.random(in: 0..<tips.count, using: &random)
        if tips[into] != tips[other] { commit(on: into, merging: tips[other]) }
      case 7..<11 where commits > 0:
        let mark = Int.random(in: 1...commits, using: &random)
        let version =
          "\(Int.random(in: 0..<3, using: &random)).\(Int.random(in: 0..<12, using: &random)).0"
        let name: ByteString = "v\(version)"
        if !tags.contains(where: { $0.name == name }) { tags.append((name, mark)) }
      default:
        if tips.isEmpty || Int.random(in: 0..<30, using: &random) == 0 { tips.append(0) }
        commit(on: Int.random(in: 0..<tips.count, using: &random), merging: nil)
      }
    }

    private mutating func commit(on branch: Int, merging other: Int?) {
      commits += 1
      // Forward, not at all, or backward.
      time += [60, 60, 0, -600].randomElement(using: &random) ?? 60
      let message: ByteString = "feat: c\(commits)"
      text += "commit refs/heads/b\(branch)\nmark :\(commits)\n"
      text += "committer A <a@b> \(time) +0000\ndata \(message.count)\n\(message)\n"
      if tips[branch] > 0 { text += "from :\(tips[branch])\n" }
      if let other, other > 0 { text += "merge :\(other)\n" }
      text += "M 644 inline f\(commits)\ndata 1\nx\n\n"
      tips[branch] = commits
    }

    private mutating func tag(_ name: ByteString, _ mark: Int) {
      if Bool.random(using: &random) {
        text += "reset refs/tags/\(name)\nfrom :\(mark)\n\n"
      } else {
        text += "tag \(name)\nfrom :\(mark)\ntagger A <a@b> \(time) +0000\ndata 1\nt\n"
      }
    }
  }

  @Test(arguments: seeds)
  func everyCommitIsUnderTheLowestVersionThatReachesIt(_ seed: UInt64) throws {
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q", "-b", "main", "repo")
    sandbox.workingDirectory = sandbox.path("repo")
    try sandbox.git("fast-import", "--quiet", "--force", input: Script(seed: seed).text)
    let expected = try oracle(sandbox)

    let context = Context(
      environment: sandbox.environment,
      workingDirectory: sandbox.workingDirectory,
      streams: Streams.buffers().0,
      now: { 0 }
    )
    let session = try Session(ChangelogOptions(), in: context)
    var actual: [ByteString: Set<ByteString>] = [:]
    var listed = 0
    let history = try ReleaseHistory(session)
    for release in try history.releases(nil) {
      let ids = release.commits.map(\.id)
      listed += ids.count
      if !ids.isEmpty { actual[release.version?.spelling ?? "-"] = Set(ids) }
    }
    #expect(actual == expected)
    #expect(listed == expected.values.map(\.count).reduce(0, +))
    // The short way to what is unreleased asks git for the difference, and git itself is wrong
    // for some histories whose dates go backward.
    let plan = try UpdatePlan(for: nil, from: history)
    let short = Set(plan.missing.flatMap(\.commits) + plan.skipped.map(\.id))
    let reachable = try history.tags.all.filter {
      try sandbox.tryGit("merge-base", "--is-ancestor", $0.commit, "main").succeeded
    }
    let git = try sandbox.run(
      "git",
      ["rev-list", "--no-merges", "main"] + reachable.map { "^" + $0.commit }
    )
    #expect(short == expected["-"] ?? [] || short == Set(git.output.lines))
  }

  /// By version, what git says: all that the tag reaches and no lower version's tag does.
  ///
  /// Whole histories are subtracted here: `git rev-list A ^B` and `git tag --merged` end their walk
  /// early and are wrong for some histories whose dates go backward.
  private func oracle(_ sandbox: Sandbox) throws -> [ByteString: Set<ByteString>] {
    let head = try revisions(sandbox, "main", [])
    var tags = try sandbox.git(
      "for-each-ref",
      "--sort=version:refname",
      "refs/tags/",
      "--format=%(refname:short) %(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end)"
    ).lines.compactMap { $0.splitOnce(on: UInt8(ascii: " ")) }
    tags = tags.filter { head.contains($0.tail) }
    // Of several versions on one commit the highest counts.
    tags = tags.enumerated().filter { index, tag in
      !tags[(index + 1)...].contains { $0.tail == tag.tail }
    }.map(\.element)
    var expected: [ByteString: Set<ByteString>] = [:]
    var left = head
    for tag in tags {
      let ids = left.intersection(try revisions(sandbox, tag.tail, []))
      left.subtract(ids)
      expected[ByteString(tag.head.bytes.dropFirst())] = ids
    }
    expected["-"] = left
    let plain = try revisions(sandbox, "main", ["--no-merges"])
    return expected.mapValues { $0.intersection(plain) }.filter { !$0.value.isEmpty }
  }

  private func revisions(
    _ sandbox: Sandbox,
    _ tip: ByteString,
    _ options: [ByteString]
  ) throws -> Set<ByteString> {
    Set(try sandbox.run("git", ["rev-list", tip] + options).output.lines)
  }
}
