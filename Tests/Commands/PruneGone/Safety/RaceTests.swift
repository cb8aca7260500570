import ByteKit
import FileKit
import Foundation
import HistoryKit
import ProcessKit
import TestSupport
import Testing

/// What other processes do to the repository during a run is never undone by it.
///
/// A few rounds unless `PRUNE_GONE_RACE_ROUNDS` says how many.
@Suite(.serialized)
struct RaceTests {
  private static let rounds: Int =
    ProcessInfo.processInfo.environment["PRUNE_GONE_RACE_ROUNDS"].flatMap(Int.init) ?? 6

  private static let many: ByteString = """
    new; feat; git merge -q feat; git push -q
    for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
      echo "create refs/heads/b$i $(git rev-parse feat)"
    done | git update-ref --stdin
    for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
      git config branch.b$i.remote origin; git config branch.b$i.merge refs/heads/b$i
    done
    git --git-dir=../remote.git branch -qD feat; git fetch -qp; git worktree add -q --detach ../wt
    cp -a ../w ../saved
    """

  /// One of the ways in which a second process interferes; it prints the branches that it changed.
  private static let disturbances: [ByteString] = [
    // Moves branches to new work.
    """
    for i in 1 4 7; do
      new=$(git commit-tree -p b$i -m new b$i^{tree} 2>/dev/null) || continue
      old=$(git rev-parse --verify -q refs/heads/b$i) || continue
      git update-ref refs/heads/b$i $new $old 2>/dev/null && echo "moved b$i $new"
    done
    """,
    // Checks branches out in another worktree.
    """
    for i in 2 5 8; do
      git -C ../wt switch -q b$i 2>/dev/null || true
    done
    branch=$(git -C ../wt symbolic-ref -q --short HEAD) && echo "held $branch"
    """,
    // Checks one out here.
    "git switch -q b3 2>/dev/null && echo 'held b3'",
    // Makes branches, also ones that track a candidate.
    """
    git branch -q fresh main && echo 'made fresh'
    git branch -q --track child b6 2>/dev/null && echo 'tracked b6'
    """,
    // Makes a symbolic ref to a candidate.
    "git symbolic-ref refs/heads/sym refs/heads/b9; echo 'symref b9'",
    // Makes a worktree.
    "git worktree add -q ../wt2 b10 2>/dev/null && echo 'held b10'",
  ]

  @Test func nothingThatMovedIsDeleted() throws {
    let lab = try Lab(Self.many)
    for round in 0..<Self.rounds {
      try lab.bash("cd ..; rm -rf w wt2; cp -a saved w; git -C wt switch -q --detach main")
      let disturbance = Self.disturbances[round % Self.disturbances.count]
      // A different moment each time, over the whole length of a run.
      let delay = Double((round / Self.disturbances.count * 7 + round) % 45) / 1000
      let output = try lab.bash(
        """
        (sleep \(delay); \(disturbance)) >../changes 2>/dev/null &
        other=$!
        status=0; git prune-gone --no-fetch >../run 2>&1 || status=$?
        wait $other || true
        echo $status
        cat ../changes
        """
      )
      try expectNothingLost(lab, output.lines, "round \(round)")
    }
  }

  private func expectNothingLost(_ lab: Lab, _ lines: [ByteString], _ round: String) throws {
    let status = try #require(lines.first?.text)
    let said = try FileSystem.read(lab.sandbox.path("run"))
    #expect(["0", "1"].contains(status), "\(round): \(said)")
    let present = Set(try lab.branches())
    for line in lines.dropFirst() {
      let words = line.split(on: UInt8(ascii: " "))
      guard words.count >= 2 else { continue }
      let branch = words[1]
      switch words[0] {
      case "moved": #expect(try lab.id(branch) == words[2], "\(round)")
      case "held":
        #expect(present.contains(branch), "\(round): '\(branch)' is checked out: \(said)")
      case "made": #expect(present.contains(branch), "\(round)")
      // A branch that something points to since may only be gone together with being told so.
      default:
        #expect(present.contains(branch) || said.contains(branch), "\(round): \(said)")
      }
    }
    for tree: ByteString in [".", "../wt"] {
      let head = try lab.git("-C", tree, "rev-parse", "--verify", "HEAD")
      #expect(ObjectID(hex: head) != nil, "\(round)")
    }
    _ = try lab.configuration()
    #expect(try lab.bash("find .git -name '*.lock'").isEmpty, "\(round)")
  }

  @Test func twoRunsAtOnce() throws {
    let lab = try Lab(Self.many)
    for round in 0..<max(2, Self.rounds / 6) {
      try lab.bash("cd ..; rm -rf w; cp -a saved w")
      let before = try lab.state()
      let output = try lab.bash(
        """
        git prune-gone >../one 2>&1 & first=$!
        one=0; two=0; git prune-gone >../two 2>&1 || two=$?
        wait $first || one=$?
        echo $one $two
        """
      )
      #expect(output == "0 0", "round \(round)")
      #expect(try lab.branches() == ["main"])
      #expect(try lab.prune("--undo").shellStatus == 0)
      #expect(try lab.state() == before)
    }
  }

  @Test(
    arguments: [
      "git gc -q", "git fetch -q --all", "git pack-refs --all --prune",
      "git -C ../wt rebase -q --force-rebase HEAD", "git repack -adq", "git maintenance run -q",
      "git reflog expire --all --expire=1.day",
    ] as [ByteString]
  )
  func besideAnotherGit(other: ByteString) throws {
    let lab = try Lab(Self.many)
    let before = try lab.state()
    let output = try lab.bash(
      """
      (for i in 1 2 3; do \(other) >/dev/null 2>&1 || true; done) & other=$!
      status=0; git prune-gone >../run 2>&1 || status=$?
      wait $other || true
      echo $status
      """
    )
    let said = try FileSystem.read(lab.sandbox.path("run"))
    #expect(output == "0", "\(said)")
    #expect(try lab.branches() == ["main"])
    #expect(try lab.git("fsck", "--no-dangling", "--connectivity-only").isEmpty)
    #expect(try lab.prune("--undo").shellStatus == 0)
    #expect(try lab.state() == before)
  }

  @Test func aLockOfAnotherGitIsRespected() throws {
    let lab = try Lab(Self.many)
    let before = try lab.state()
    try lab.bash("echo mine >.git/config.lock")
    let result = try lab.prune("--no-fetch")
    #expect(result.shellStatus == 128)
    #expect(result.errorOutput.contains("config.lock"))
    #expect(try lab.state() == before)
    #expect(try lab.sandbox.read(".git/config.lock") == "mine\n", "it is not ours to remove")
    try lab.bash("rm .git/config.lock; touch .git/refs/heads/b1.lock")
    let second = try lab.prune("--no-fetch")
    #expect(second.shellStatus == 1)
    #expect(second.errorOutput.contains("b1.lock"))
    #expect(try lab.branches() == ["b1", "main"], "the others do not wait for it")
    try lab.bash("rm .git/refs/heads/b1.lock")
    #expect(try lab.prune("--no-fetch").shellStatus == 0)
    #expect(try lab.branches() == ["main"])
  }

  @Test func aHookMayRefuse() throws {
    let lab = try Lab(
      """
      \(Self.many)
      printf '#!/bin/sh\\ntest "$1" != prepared\\n' >.git/hooks/reference-transaction
      chmod +x .git/hooks/reference-transaction
      """
    )
    let before = try lab.state()
    let report = try lab.report("--no-fetch")
    #expect(report.status == 1)
    #expect(try report["b1"].action == "failed")
    #expect(try lab.state() == before)
  }
}
