import ByteKit
import TestSupport

/// A small repository made up at random, written by one `git fast-import`: merges, several roots,
/// tags of tags, of trees and of blobs, odd modes and names, clocks that go back.
struct RandomRepository {
  private var random: SeededGenerator
  private var stream: ByteString = ""
  private var commitCount = 0
  private static let names: [ByteString] = ["a", "b", "dir/a", "dir/sub/c", "dir.x", "ü", "a b"]

  /// The repository `w` in a new sandbox, which becomes the working directory.
  static func make(seed: Int) throws -> Sandbox {
    var repository = RandomRepository(random: SeededGenerator(seed: UInt64(seed)))
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q", "w")
    sandbox.workingDirectory = sandbox.path("w")
    try sandbox.git("fast-import", "--quiet", "--force", input: repository.history())
    try sandbox.bash(repository.afterwards())
    return sandbox
  }

  private mutating func history() -> ByteString {
    let branches: [ByteString] = ["main", "one", "x/two", "x/three"]
    for _ in 0..<(2 + random.below(14)) { addCommit(to: random.pick(branches)) }
    for number in 0..<random.below(4) { addTag(number) }
    return stream + "done\n"
  }

  private mutating func addCommit(to branch: ByteString) {
    let isRoot = commitCount == 0 || random.oneIn(12)
    commitCount += 1
    let date = 1_700_000_000 + commitCount * 60 - (random.oneIn(8) ? 5000 : 0)
    stream = stream + "commit refs/heads/\(branch)\nmark :\(commitCount)\n"
    stream = stream + "author A U Thor <a@example.com> \(date) +0130\n"
    stream = stream + "committer C <c@example.com> \(date) -0500\n"
    data("commit \(commitCount)\n\nbody\n")
    if !isRoot {
      let parents = (0..<(random.oneIn(4) ? 2 : 1)).map { _ in 1 + random.below(commitCount - 1) }
      stream = stream + "from :\(parents[0])\n"
      for other in parents.dropFirst() where other != parents[0] {
        stream = stream + "merge :\(other)\n"
      }
    }
    for _ in 0..<(1 + random.below(3)) { addChange() }
    stream = stream + "\n"
  }

  private mutating func addChange() {
    let name = random.pick(Self.names)
    if random.oneIn(8) {
      stream = stream + "D \(name)\n"
      return
    }
    let mode: ByteString = random.pick(["100644", "100644", "100755", "120000"])
    stream = stream + "M \(mode) inline \(name)\n"
    // Numbered lines of which some are changed, so that contents can be merged.
    let lines: [ByteString] = (1...12).map { number in
      random.oneIn(6) ? "\(number) \(random.below(3))\n" : "\(number)\n"
    }
    data(lines.joined(separator: ""))
  }

  private mutating func addTag(_ number: Int) {
    stream = stream + "tag t\(number)\nfrom :\(1 + random.below(commitCount))\n"
    stream = stream + "tagger T <t@example.com> 1700000000 +0000\n"
    data("tag \(number)\n")
  }

  private mutating func data(_ content: ByteString) {
    stream = stream + "data \(content.count)\n\(content)\n"
  }

  /// What fast-import does not make.
  private mutating func afterwards() -> ByteString {
    let steps: [ByteString] = [
      "git pack-refs --all",
      "git repack -qad",
      "git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/nothing",
      "git symbolic-ref refs/heads/alias \"$first\"",
      "git tag tree \"$first^{tree}\"",
      "git tag light \"$first\"",
      "git tag -am nested nested \"$first\" && git tag -am more more nested",
      "git update-ref refs/notes/x \"$first\"",
      "git symbolic-ref HEAD refs/heads/unborn",
      "git update-ref --no-deref HEAD \"$first\"",
      "git replace -f \"$first\" \"$last\" 2>/dev/null || :",
      "git commit-graph write --reachable 2>/dev/null",
    ]
    let chosen = steps.filter { _ in random.oneIn(3) }
    return """
      first=$(git for-each-ref --format='%(refname)' refs/heads | head -n 1)
      last=$(git for-each-ref --format='%(refname)' refs/heads | tail -n 1)
      \(chosen.joined(separator: "\n"))
      """
  }
}
