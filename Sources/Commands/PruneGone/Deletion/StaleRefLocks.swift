import ByteKit
import ConfigKit
import FileKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The `.lock` files that git leaves beside refs when it is killed in the middle of a transaction.
///
/// Git itself never removes such a lock. Here it is known that the git which could have made it is
/// dead; one that another git has just taken is told from it by changing or going within a second.
struct StaleRefLocks {
  let place: Place

  /// Returns what was removed, for people.
  func remove(for journal: Journal) throws -> [String] {
    let common = place.location.commonDirectory
    let names =
      journal.entries.map(\.ref) + [RunStore.ref, "HEAD", "packed-refs", "packed-refs.new"]
    var paths = names.map { common.appendingPath($0 == "packed-refs.new" ? $0 : "\($0).lock") }
    let worktrees = common.appendingPath("worktrees")
    if try FileSystem.status(of: worktrees)?.kind == .directory {
      for entry in try FileSystem.entries(of: worktrees) {
        paths.append(worktrees.appendingPath(entry.name).appendingPath("HEAD.lock"))
      }
    }
    let before = try present(paths)
    if before.isEmpty { return [] }
    sleep(1)
    let after = try present(before.map(\.path))
    let stale = after.filter { lock in before.contains { $0 == lock } }
    for lock in stale { try FileSystem.remove(lock.path) }
    return stale.isEmpty
      ? [] : ["\(stale.count.counted("lock", "locks")) that its git left on refs were removed"]
  }

  private struct Lock: Equatable {
    let path: ByteString
    let status: FileStatus
  }

  private func present(_ paths: [ByteString]) throws -> [Lock] {
    try paths.compactMap { path in
      try FileSystem.status(of: path, followingLinks: false).map { Lock(path: path, status: $0) }
    }
  }
}
