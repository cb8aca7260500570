package import ByteKit

extension Repository {
  /// The best common ancestors of two commits, empty if they have none.
  ///
  /// In a shallow clone "none" may be wrong, so there it throws `shallow`.
  package func mergeBases(_ one: ObjectID, _ two: ObjectID) throws(GitError) -> [ObjectID] {
    let bases: [ObjectID]
    do throws(GitError) {
      bases = try reader.mergeBases(one, two)
    } catch {
      guard error.reason == .missingObject, isShallow else { throw error }
      throw cannotCompare(one, two)
    }
    if bases.isEmpty, isShallow { throw cannotCompare(one, two) }
    return bases
  }

  /// A shallow clone, where a negative answer proves nothing.
  private func cannotCompare(_ one: ObjectID, _ two: ObjectID) -> GitError {
    GitError(
      .shallow,
      "cannot compare '\(one.abbreviated())' and '\(two.abbreviated())': this clone is shallow",
      hints: ["git fetch --unshallow"]
    )
  }

  /// Merges `theirs` into `ours` in memory; writes nothing, reads no attributes, runs no driver.
  ///
  /// Throws `missingObject` or `shallow` where the answer needs what is not here, and `unrelated`
  /// for two histories without a common commit, which git refuses to merge too.
  package func merge(
    _ theirs: ObjectID,
    into ours: ObjectID,
    aligning alignment: LineAlignment = .myers
  ) throws(GitError) -> MergeResult {
    guard try !mergeBases(ours, theirs).isEmpty else {
      throw GitError(
        .unrelated,
        "cannot merge '\(theirs)': it has no commit in common with '\(ours)'"
      )
    }
    return try reader.merge(theirs, into: ours, aligning: alignment)
  }

  /// Whether merging `theirs` into `ours` gives the tree of `ours`, however lines are aligned.
  ///
  /// Git has the last word: libgit2 merges links as if they were text, for one.
  package func changesNothing(
    merging theirs: ObjectID,
    into ours: ObjectID
  ) throws(GitError) -> Bool {
    let unchanged = MergeResult.clean(tree: try commit(ours).tree)
    for alignment in LineAlignment.allCases {
      let result = try merge(theirs, into: ours, aligning: alignment)
      guard result == unchanged else { return false }
    }
    guard reader.isInProcess else { return true }
    return try git.merge(theirs, into: ours, aligning: .myers) == unchanged
  }

  /// Merges three versions of a file's content; nil on a conflict.
  ///
  /// As `git merge-file`: by lines, whatever the content is.
  package func mergeContents(
    base: ByteString,
    ours: ByteString,
    theirs: ByteString,
    aligning alignment: LineAlignment = .myers
  ) throws(GitError) -> ByteString? {
    try reader.mergeContents(base: base, ours: ours, theirs: theirs, aligning: alignment)
  }
}
