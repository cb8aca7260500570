import ByteKit
import HistoryKit

/// Merges of single files, to find out whether a change stands at its own place in a base.
final class ContentMerge {
  private let repository: Repository
  private var answers: [Question: Bool] = [:]

  /// Four blobs: whether merging `branch` into `base` over `ancestor` gives `result`.
  struct Question: Hashable {
    let ancestor: ObjectID
    let branch: ObjectID
    let base: ObjectID
    let result: ObjectID
  }

  init(_ repository: Repository) { self.repository = repository }

  /// Whether the merge is free of conflicts and gives that blob, however lines are aligned.
  ///
  /// Stanzas that look alike can be aligned in more than one way; a place that depends on the way is
  /// none. Git does not merge binary files.
  func holds(_ question: Question) throws(GitError) -> Bool {
    if let answer = answers[question] { return answer }
    let answer = try merge(question)
    answers[question] = answer
    return answer
  }

  private func merge(_ question: Question) throws(GitError) -> Bool {
    let ancestor = try repository.blob(question.ancestor)
    let branch = try repository.blob(question.branch)
    let base = try repository.blob(question.base)
    if [ancestor, branch, base].contains(where: Self.isBinary) { return false }
    let result = question.result == question.base ? base : try repository.blob(question.result)
    for alignment in LineAlignment.allCases {
      let merged = try repository.mergeContents(
        base: ancestor,
        ours: base,
        theirs: branch,
        aligning: alignment
      )
      if merged != result { return false }
    }
    return true
  }

  /// Git's rule (`buffer_is_binary`): a NUL among the first 8000 bytes.
  private static func isBinary(_ content: ByteString) -> Bool {
    content.bytes.prefix(8000).contains(0)
  }
}

extension ContentMerge {
  /// Whether a base's commit with an equal patch made the changes of a branch at their own place.
  ///
  /// `branch` and `base`: the files that either changes.
  func holds(_ branch: [FileChange], placedAs base: [FileChange]) throws(GitError) -> Bool {
    guard branch.count == base.count else { return false }
    for (ours, theirs) in zip(branch, base) {
      guard ours.path == theirs.path, ours.oldMode == theirs.oldMode,
        ours.newMode == theirs.newMode
      else { return false }
      if ours.newID == theirs.newID, ours.oldID == theirs.oldID { continue }
      guard ours.oldMode.isRegularFile, ours.newMode.isRegularFile else { return false }
      let question = Question(
        ancestor: ours.oldID,
        branch: ours.newID,
        base: theirs.oldID,
        result: theirs.newID
      )
      guard try holds(question) else { return false }
    }
    return true
  }
}

extension UInt32 {
  /// Whether git's mode is that of a file with content of its own.
  var isRegularFile: Bool { self & 0o170000 == 0o100000 }
}
