package import ByteKit

/// Two commits to compare: `git diff <old> <new>`.
package struct DiffPair: Hashable, Sendable {
  package let new: ObjectID
  /// Nil: `new` is a root commit, compared with nothing.
  package let old: ObjectID?

  package init(new: ObjectID, old: ObjectID?) {
    self.new = new
    self.old = old
  }
}

/// How one file differs between the two commits of a pair.
package struct FileChange: Hashable, Sendable {
  package let path: ByteString
  /// Git's modes; 0 where the file is not there.
  package let oldMode: UInt32
  package let newMode: UInt32
  package let oldID: ObjectID
  package let newID: ObjectID
}

/// What a pair changes, without the content of the files.
package struct ChangeSummary: Hashable, Sendable {
  /// Stands for paths and modes, old and new.
  package let paths: Fingerprint
  /// Stands for paths, modes and blobs: equal means that the very same is changed.
  package let blobs: Fingerprint
  /// The `blobs` of the opposite change: of what undoes this one.
  package let opposite: Fingerprint
  /// The `paths` of the opposite change.
  package let oppositePaths: Fingerprint
  package let fileCount: Int

  package var isEmpty: Bool { fileCount == 0 }
}
