package import ByteKit
import FileKit

/// A command of git's that stopped half way in this worktree, as `git status` would tell.
package enum OperationInProgress: String, Sendable {
  case merge
  case rebase
  case am
  case cherryPick = "cherry-pick"
  case revert
  case bisect

  /// The commands that end it, as options of its own command.
  package var hint: String {
    switch self {
    case .bisect: "end it with 'git bisect reset'"
    case .merge: "conclude it with 'git merge --continue', or give up with 'git merge --abort'"
    default: "finish it with 'git \(rawValue) --continue', or give up with '--abort'"
    }
  }
}

extension RepositoryLocation {
  /// The operation that is in progress in this worktree; nil if none is.
  ///
  /// The files are those that git's own wt-status.c looks for.
  package var operationInProgress: OperationInProgress? {
    func exists(_ name: ByteString) -> Bool {
      FileSystem.exists(gitDirectory.appendingPath(name))
    }
    if exists("MERGE_HEAD") { return .merge }
    if exists("rebase-apply/applying") { return .am }
    if exists("rebase-merge") || exists("rebase-apply") { return .rebase }
    if exists("CHERRY_PICK_HEAD") { return .cherryPick }
    if exists("REVERT_HEAD") { return .revert }
    // Between two picks of a sequence only the list is there.
    if let todo = try? FileSystem.read(gitDirectory.appendingPath("sequencer/todo")) {
      return todo.hasPrefix("revert") ? .revert : .cherryPick
    }
    if exists("BISECT_LOG") { return .bisect }
    return nil
  }
}

extension RepositoryLocation {
  /// The full name of the branch ref that HEAD points to; nil when HEAD is detached.
  ///
  /// The branch need not exist yet.
  package var headReference: ByteString? { headReader.branch.map { "refs/heads/\($0)" } }

  /// The ref that HEAD names itself: where that is symbolic too, not yet the branch; nil when HEAD
  /// is detached.
  package var headTarget: ByteString? { headReader.symbolicTarget }

  private var headReader: HeadReader {
    HeadReader(
      gitDirectory: gitDirectory,
      commonDirectory: commonDirectory,
      refStorage: format.refStorage
    )
  }
}
