import ByteKit
import FileKit
import Foundation
import ProcessKit
import TestSupport
import Testing

/// Killed at any system call that writes, a run has either left a branch alone or can be undone.
///
/// Steps over the calls with strace's fault injection; a few of them unless
/// `PRUNE_GONE_KILL_POINTS=all` is set.
@Suite(.enabled(if: Strace.isUsable, "strace cannot trace here"))
struct KillTests {
  private static let recipe: ByteString = """
    new; feat; git merge -q feat; git push -q
    for b in a b c; do
      git branch -q $b feat; git push -qu origin $b; git config branch.$b.description "about $b"
    done
    git symbolic-ref refs/heads/alias refs/heads/main
    git config branch.alias.remote origin; git config branch.alias.merge refs/heads/alias
    git pack-refs --all; git branch -q loose feat; git push -qu origin loose
    for b in a b c feat loose; do git --git-dir=../remote.git branch -qD $b; done
    git fetch -qp; cp -a ../w ../saved
    """

  enum Victim: CaseIterable {
    /// The command itself; the git that it talks to lives on.
    case command
    /// The git that writes objects and refs; the command lives on.
    case git
    /// Whichever process gets there first.
    case any
  }

  @Test(arguments: Victim.allCases)
  func killedWhileDeleting(victim: Victim) throws {
    try step(victim, arguments: ["--no-fetch"])
  }

  @Test(arguments: Victim.allCases)
  func killedWhileUndoing(victim: Victim) throws {
    try step(victim, arguments: ["--undo"])
  }

  private func step(_ victim: Victim, arguments: [ByteString]) throws {
    let isFull =
      ProcessInfo.processInfo.environment["PRUNE_GONE_KILL_POINTS"] == "all"
    let lab = try Lab(Self.recipe)
    try Strace.installShim(in: lab)
    let before = try lab.state()
    var kills = 0
    var survivors = 0
    // The last point is found by going on until nothing dies any more.
    var point = 1
    while survivors < 3, point < 1_000 {
      try lab.bash("cd ..; rm -rf w; cp -a saved w")
      if arguments == ["--undo"] { #expect(try lab.prune("--no-fetch").shellStatus == 0) }
      let hasDied = try Strace.run(lab, victim, arguments, killingAt: point)
      if hasDied { kills += 1 } else { survivors += 1 }
      try expectSafe(lab, before, "\(victim) killed at \(point)")
      point += isFull ? 1 : victim == .git ? 7 : 23
    }
    #expect(kills > 2)
    if isFull { print("\(victim) \(arguments): \(kills) kills") }
  }

  private func expectSafe(_ lab: Lab, _ before: ByteString, _ what: String) throws {
    _ = try lab.configuration()
    // What is missing comes back, with its configuration.
    _ = try lab.prune("--undo")
    #expect(try lab.state() == before, "\(what)")
    // Nothing stands in the way of the next run.
    let next = try lab.prune("--no-fetch")
    #expect(next.shellStatus == 0, "\(what): \(next.errorOutput)")
    #expect(try lab.branches() == ["main"], "\(what)")
    #expect(try lab.bash(Self.leftovers).isEmpty, "\(what)")
    #expect(try lab.prune("--undo").shellStatus == 0, "\(what)")
    #expect(try lab.state() == before, "\(what)")
  }

  private static let leftovers: ByteString = """
    find .git '(' -name '*.lock' -o -name '*.prune-gone' -o -name packed-refs.new \
      -o -path '*prune-gone/running' -o -path '*prune-gone/*.tmp*' ')'
    """
}

/// Kills processes at the n-th system call that writes.
enum Strace {
  private static let calls = """
    write,pwrite64,rename,renameat,renameat2,unlink,unlinkat,link,linkat,mkdir,mkdirat,fsync,\
    fdatasync,fchmod,ftruncate,openat,open,creat
    """

  static let isUsable: Bool = {
    guard let sandbox = try? Sandbox() else { return false }
    let trial = try? sandbox.run("strace", ["-qq", "-e", "trace=none", "true"])
    return trial?.succeeded ?? false
  }()

  private static func arguments(_ point: ByteString) -> ByteString {
    "-qq -o /dev/null -e trace=\(calls) -e inject=\(calls):signal=KILL:when=\(point)"
  }

  /// A `git` that traces itself where it writes objects or refs.
  static func installShim(in lab: Lab) throws {
    try lab.bash(
      #"""
      mkdir ../shim; cat >../shim/git <<'END'
      #!/bin/sh
      for a; do case $a in
        update-ref|hash-object|symbolic-ref)
          exec strace \#(arguments("$KILL_AT")) "$REAL_GIT" "$@";;
      esac; done
      exec "$REAL_GIT" "$@"
      END
      chmod +x ../shim/git
      """#
    )
  }

  /// Returns whether something died.
  static func run(
    _ lab: Lab,
    _ victim: KillTests.Victim,
    _ arguments: [ByteString],
    killingAt point: Int
  ) throws -> Bool {
    let command = Sandbox.products.appendingPath("git-prune-gone")
    let words = ([command] + arguments).joined(separator: " ")
    let line: ByteString =
      switch victim {
      case .command: "strace \(self.arguments("\(point)")) \(words)"
      case .any: "strace -f \(self.arguments("\(point)")) \(words)"
      case .git:
        "export REAL_GIT=$(command -v git) KILL_AT=\(point); PATH=$PWD/../shim:$PATH \(words)"
      }
    let result = try lab.sandbox.run("bash", ["-c", line])
    return !result.succeeded
  }
}
