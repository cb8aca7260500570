import ByteKit
import Foundation
import ProcessKit
import TestSupport
import Testing

/// Killed at any system call that writes, an edit leaves git with the old answer or the new one.
///
/// A few of the calls unless `IDENTITY_KILL_POINTS=all` is set.
@Suite(.enabled(if: Strace.isUsable, "strace cannot trace here"))
struct KillTests {
  @Test(
    arguments: [
      "add w --email w@x --name W --dir ~/w --remote h.example/corp",
      "assign old --dir ~/w", "set old --email new@x --name New", "remove old",
      "unassign --dir ~/o", "use old", "undo", "doctor --fix",
    ]
  )
  func oldOrNew(_ command: String) throws {
    let isFull = ProcessInfo.processInfo.environment["IDENTITY_KILL_POINTS"] == "all"
    let box = try IdentityBox(
      """
      git-identity add old --email old@x --name Old --dir ~/o -q
      printf '[includeIf "gitdir:~/d"]\\n\\tpath = ~/.config/git/identities/old.gitconfig\\n' >>~/.gitconfig
      git-identity rename old older -q; git-identity rename older old -q
      git init -q ~/o/r; git init -q ~/w/r; git init -q ~/d/r; git init -q ~/c
      git -C ~/c remote add x https://h.example/corp/a
      cp -a ~ ~/../saved
      """
    )
    box.sandbox.workingDirectory = box.sandbox.root
    let old = try answers(box)
    #expect(try run(box, command, at: nil))
    let new = try answers(box)
    var survivors = 0
    var kills = 0
    var point = 1
    while survivors < 2, point < 400 {
      try box.bash("rm -rf home; cp -a saved home")
      if try run(box, command, at: point) { survivors += 1 } else { kills += 1 }
      let now = try answers(box)
      #expect(now == old || now == new, "\(command) killed at \(point)")
      // What is left of it stands in nobody's way, once the locks are gone.
      try box.bash("find ~ -name '*.lock' -delete")
      let again = try run(box, command, at: nil)
      if command != "undo" {
        #expect(again || now == new, "\(command) again after \(point)")
        #expect(try answers(box) == new, "\(command) again after \(point)")
      }
      point += isFull ? 1 : 5
    }
    #expect(kills > 2)
  }

  /// What git answers in each place.
  private func answers(_ box: IdentityBox) throws -> ByteString {
    try box.bash(
      """
      for d in o/r w/r d/r c; do
        cd ~/$d; git var GIT_AUTHOR_IDENT | sed 's/ [0-9]* .*//'; git config user.email
      done
      """
    )
  }

  /// Whether it ran to its end.
  private func run(_ box: IdentityBox, _ command: String, at point: Int?) throws -> Bool {
    let tracing: ByteString = point.map { "\(Strace.command(killingAt: $0)) " } ?? ""
    let line: ByteString =
      "cd ~/c; \(tracing)\(Sandbox.products)/git-identity \(command) >/dev/null 2>&1"
    return try box.sandbox.run("bash", ["-c", line]).succeeded
  }
}

/// Kills a process at the n-th system call that writes.
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

  static func command(killingAt point: Int) -> String {
    "strace -qq -o /dev/null -e trace=\(calls) -e inject=\(calls):signal=KILL:when=\(point)"
  }
}
