import ByteKit
import FileKit
import HistoryKit

/// What every worktree of a repository is doing with branches, read from the files themselves.
///
/// `git worktree list` does not tell of rebases and bisections, and libgit2 deletes branches that are
/// in the middle of one.
struct HolderSurvey: Hashable, Sendable {
  /// By full ref.
  private(set) var byRef: [ByteString: [Holder]] = [:]
  /// By commit id: tips that are being merged somewhere.
  private(set) var byMergedTip: [ByteString: [Holder]] = [:]

  /// Reads what stands below the git directory that the worktrees share.
  ///
  /// `mainPlace`: how people call the main worktree.
  init(commonDirectory: ByteString, mainPlace: ByteString) throws(FileError) {
    try add(commonDirectory, place: mainPlace)
    let folder = commonDirectory.appendingPath("worktrees")
    guard try FileSystem.status(of: folder)?.kind == .directory else { return }
    for entry in try FileSystem.entries(of: folder) where entry.kind != .regular {
      let directory = folder.appendingPath(entry.name)
      try add(directory, place: Self.place(ofLinked: directory))
    }
  }

  /// What keeps the branch: its own name in use, or its tip being merged.
  func holders(of ref: ByteString, tip: ObjectID) -> [Holder] {
    (byRef[ref] ?? []) + (byMergedTip[tip.hex] ?? [])
  }

  private mutating func add(_ directory: ByteString, place: ByteString) throws(FileError) {
    let files = try WorktreeFiles(reading: directory)
    for (kind, ref) in files.heldRefs {
      byRef[ref, default: []].append(Holder(kind: kind, place: place))
    }
    for tip in files.mergedTips {
      byMergedTip[tip, default: []].append(Holder(kind: .merge, place: place))
    }
  }

  /// The folder of a linked worktree, from its `gitdir` file; it need not exist any more.
  private static func place(ofLinked directory: ByteString) throws(FileError) -> ByteString {
    guard let link = try FileSystem.readIfPresent(directory.appendingPath("gitdir"))?.trimmed,
      !link.isEmpty
    else { return directory }
    let path = link.absolutePath(in: directory)
    return path.dropping(suffix: "/.git") ?? path
  }
}

extension WorktreeFiles {
  /// Reads the files below a worktree's own git directory; a missing one is nil.
  init(reading directory: ByteString) throws(FileError) {
    let headPath = directory.appendingPath("HEAD")
    if try FileSystem.status(of: headPath, followingLinks: false)?.kind == .link {
      head = try FileSystem.readLink(headPath)
    } else {
      head = try FileSystem.readIfPresent(headPath)
    }
    for name: ByteString in ["rebase-merge/head-name", "rebase-apply/head-name"] {
      if let content = try FileSystem.readIfPresent(directory.appendingPath(name)) {
        rebasedHeads.append(content)
      }
    }
    rebasedRefs = try FileSystem.readIfPresent(directory.appendingPath("rebase-merge/update-refs"))
    bisectStart = try FileSystem.readIfPresent(directory.appendingPath("BISECT_START"))
    mergeHeads = try FileSystem.readIfPresent(directory.appendingPath("MERGE_HEAD"))
  }
}
