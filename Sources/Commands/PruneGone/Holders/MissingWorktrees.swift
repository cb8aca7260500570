import ByteKit
import FileKit
import ProcessKit

extension Plan {
  /// Names the command that frees branches which only a worktree holds whose folder is not there any
  /// more.
  mutating func hintAtMissingWorktrees(_ git: GitProcess) throws {
    let places = branches.filter { $0.branch.state == .gone && $0.reason == .held }
      .flatMap(\.holders).filter(\.isWorktree).map(\.place)
    let missing = try Set(places).filter { try FileSystem.status(of: $0) == nil }
    if missing.isEmpty { return }
    // Git keeps what is locked: on a disk that is not always there, for instance.
    let locked = try Self.lockedWorktrees(git).filter(missing.contains)
    for place in locked.sorted() {
      hints.append(
        "the folder of a locked worktree is gone; if for good: git worktree unlock "
          + "\(place.shellQuoted) && git worktree prune"
      )
    }
    if missing.count > locked.count {
      hints.append("the folder of a worktree is gone; if for good: git worktree prune")
    }
  }

  private static func lockedWorktrees(_ git: GitProcess) throws -> [ByteString] {
    var locked: [ByteString] = []
    var current: ByteString?
    for line in try git.output(["worktree", "list", "--porcelain"]).lines {
      if let path = line.dropping(prefix: "worktree ") { current = path }
      if line == "locked" || line.hasPrefix("locked "), let current { locked.append(current) }
    }
    return locked
  }
}

extension Holder {
  fileprivate var isWorktree: Bool {
    switch kind {
    case .worktree, .rebase, .bisect, .merge: true
    case .symref, .upstream: false
    }
  }
}
