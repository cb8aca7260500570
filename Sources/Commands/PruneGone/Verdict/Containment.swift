import ByteKit
import HistoryKit

/// What one branch changes since its merge base, held against the base's files.
///
/// Answers whether merging the branch would change the base, nearly always without a merge.
struct Containment {
  private let repository: Repository
  private let merge: ContentMerge
  private let baseTree: ObjectID
  /// What is known after the files that have been looked at.
  private(set) var state: State = .same

  enum State {
    /// The base has what the branch has.
    case same
    /// Some files differ on all three sides; their contents must be merged.
    case contents([ContentMerge.Question])
    /// A file was added twice, removed or moved: only a merge with renames can tell.
    case wholeMerge
    /// The branch changes what the base has left as it was.
    case changed
    case unknown(GitError)
  }

  init(
    _ repository: Repository,
    _ merge: ContentMerge,
    baseTree: ObjectID,
    files: [FileChange]
  ) {
    self.repository = repository
    self.merge = merge
    self.baseTree = baseTree
    for file in files {
      add(file)
      if case .changed = state { return }
      if case .unknown = state { return }
    }
  }

  private mutating func add(_ file: FileChange) {
    let entry: TreeEntry?
    do throws(GitError) {
      entry = try repository.entry(at: file.path, inTree: baseTree)
    } catch {
      state = .unknown(error)
      return
    }
    let mode = entry?.mode ?? 0
    let id = entry?.id
    let isAsInBranch = mode == file.newMode && (mode == 0 || id == file.newID)
    if isAsInBranch { return }
    let isAsInAncestor = mode == file.oldMode && (mode == 0 || id == file.oldID)
    if isAsInAncestor {
      state = .changed
      return
    }
    guard let id, [mode, file.oldMode, file.newMode].allSatisfy(\.isRegularFile) else {
      state = .wholeMerge
      return
    }
    // The merged mode is the one that only one side has.
    if file.newMode != file.oldMode, file.newMode != mode {
      state = .changed
      return
    }
    if id == file.newID || file.newID == file.oldID { return }
    if id == file.oldID {
      state = .changed
      return
    }
    let contents = ContentMerge.Question(
      ancestor: file.oldID,
      branch: file.newID,
      base: id,
      result: id
    )
    switch state {
    case .same: state = .contents([contents])
    case .contents(let others): state = .contents(others + [contents])
    case .wholeMerge, .changed, .unknown: break
    }
  }

  /// Whether merging `tip` into `base` gives the base's tree without conflict.
  func holds(merging tip: ObjectID, into base: ObjectID) throws(GitError) -> Bool {
    switch state {
    case .same: return true
    case .changed: return false
    case .unknown(let error): throw error
    case .wholeMerge: return try holdsAsWhole(merging: tip, into: base)
    case .contents(let files):
      for file in files where try !merge.holds(file) { return false }
      return true
    }
  }

  /// As `holds`, by a merge of all files with all merge bases.
  func holdsAsWhole(merging tip: ObjectID, into base: ObjectID) throws(GitError) -> Bool {
    try repository.changesNothing(merging: tip, into: base)
  }
}
