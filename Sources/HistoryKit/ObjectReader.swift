package import ByteKit

/// What reads a repository's objects and references: one of the two back ends below `Repository`.
///
/// Objects come as they are stored: nothing replaced, grafted or re-encoded, and a missing one is
/// never fetched.
package protocol ObjectReader: AnyObject {
  /// What `-v` calls it.
  var name: String { get }
  /// Whether an object is read without asking another process: then reading thousands one by one
  /// is no matter.
  var isInProcess: Bool { get }

  /// Every reference below `prefix` (with its final `/`), symbolic ones as such, sorted by name;
  /// broken ones are left out.
  func references(under prefix: ByteString) throws(GitError) -> [Reference]
  /// The reference of this full name as it stands; nil if there is none.
  func reference(_ name: ByteString) throws(GitError) -> Reference?
  /// The commit that a revision names; nil if it names nothing.
  func commitID(of revision: ByteString) throws(GitError) -> ObjectID?

  /// Whether the object is in this clone.
  func contains(_ id: ObjectID) throws(GitError) -> Bool
  /// What the object is, without reading all of it; throws `missingObject` if it is not here.
  func kind(of id: ObjectID) throws(GitError) -> ObjectKind
  /// Hands over kind and content of an object; throws `missingObject` if it is not here.
  func read(
    _ id: ObjectID,
    _ body: (ObjectKind, UnsafeBufferPointer<UInt8>) -> Void
  ) throws(GitError)

  /// The best common ancestors of two commits; empty if there are none, as far as is known here.
  func mergeBases(_ one: ObjectID, _ two: ObjectID) throws(GitError) -> [ObjectID]
  /// What merging `theirs` into `ours` gives; writes nothing into the repository.
  func merge(
    _ theirs: ObjectID,
    into ours: ObjectID,
    aligning: LineAlignment
  ) throws(GitError) -> MergeResult
  /// Merges three versions of a file's content by lines, as `git merge-file --diff-algorithm`; nil on
  /// a conflict, and where the back end cannot align lines that way.
  func mergeContents(
    base: ByteString,
    ours: ByteString,
    theirs: ByteString,
    aligning: LineAlignment
  ) throws(GitError) -> ByteString?
}
