package import ByteKit
import CLibgit2
package import HistoryKit

extension LineAlignment {
  fileprivate var flags: UInt32 {
    switch self {
    case .myers: 0
    case .patience: UInt32(GIT_MERGE_FILE_DIFF_PATIENCE.rawValue)
    }
  }
}

extension Libgit2Reader {
  package func mergeBases(_ one: ObjectID, _ two: ObjectID) throws(GitError) -> [ObjectID] {
    var (first, second) = (try one.oid, try two.oid)
    var list = git_oidarray()
    let code = git_merge_bases(&list, handle.pointer, &first, &second)
    if code == GIT_ENOTFOUND.rawValue, git_error_last()?.pointee.klass == Self.noBaseClass {
      git_error_clear()
      return []
    }
    try check(code, "find the merge base of '\(one)' and '\(two)'")
    defer { git_oidarray_dispose(&list) }
    return UnsafeBufferPointer(start: list.ids, count: list.count).map { ObjectID($0) }
  }

  /// The class of libgit2's error for "these two have no merge base".
  private static let noBaseClass = Int32(GIT_ERROR_MERGE.rawValue)

  package func merge(
    _ theirs: ObjectID,
    into ours: ObjectID,
    aligning alignment: LineAlignment
  ) throws(GitError) -> MergeResult {
    let action = "merge '\(theirs)' into '\(ours)'"
    let one = try commitHandle(ours)
    let two = try commitHandle(theirs)
    var options = git_merge_options()
    try check(git_merge_options_init(&options, UInt32(GIT_MERGE_OPTIONS_VERSION)), action)
    defer { clearScratch() }
    options.flags = UInt32(GIT_MERGE_FIND_RENAMES.rawValue)
    options.file_flags = alignment.flags
    let index = try Handle<IndexKind>(action) {
      git_merge_commits($0, handle.pointer, one.pointer, two.pointer, &options)
    }
    if git_index_has_conflicts(index.pointer) == 1 { return .conflict }
    return .clean(tree: try treeID(of: index))
  }

  package func mergeContents(
    base: ByteString,
    ours: ByteString,
    theirs: ByteString,
    aligning alignment: LineAlignment
  ) throws(GitError) -> ByteString? {
    var options = git_merge_file_options()
    let version = UInt32(GIT_MERGE_FILE_OPTIONS_VERSION)
    try check(git_merge_file_options_init(&options, version), "merge contents")
    options.flags |= alignment.flags
    var result = git_merge_file_result()
    let code = withInput(base) { base in
      withInput(ours) { ours in
        withInput(theirs) { theirs in git_merge_file(&result, &base, &ours, &theirs, &options) }
      }
    }
    try check(code, "merge contents")
    defer { git_merge_file_result_free(&result) }
    guard result.automergeable != 0 else { return nil }
    return result.ptr.withMemoryRebound(to: UInt8.self, capacity: result.len) {
      ByteString(UnsafeBufferPointer(start: $0, count: result.len))
    }
  }

  private func withInput(
    _ content: ByteString,
    _ body: (inout git_merge_file_input) -> Int32
  ) -> Int32 {
    var input = git_merge_file_input()
    git_merge_file_input_init(&input, UInt32(GIT_MERGE_FILE_INPUT_VERSION))
    return content.bytes.withUnsafeBytes { raw in
      input.ptr = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
      input.size = raw.count
      return body(&input)
    }
  }

  private func commitHandle(_ id: ObjectID) throws(GitError) -> Handle<ObjectHandleKind> {
    var oid = try id.oid
    return try Handle("read '\(id)'") {
      git_object_lookup($0, handle.pointer, &oid, GIT_OBJECT_COMMIT)
    }
  }

  /// The id that the index's tree would have.
  ///
  /// libgit2 can only write it, and a question must not leave objects behind.
  private func treeID(of index: borrowing Handle<IndexKind>) throws(GitError) -> ObjectID {
    var entries: [TreeHasher.Entry] = []
    let count = git_index_entrycount(index.pointer)
    entries.reserveCapacity(count)
    for position in 0..<count {
      guard let entry = git_index_get_byindex(index.pointer, position)?.pointee else { continue }
      entries.append(
        TreeHasher.Entry(
          path: ByteString(cString: entry.path),
          mode: entry.mode,
          id: ObjectID(entry.id)
        )
      )
    }
    return try TreeHasher(entries).root()
  }
}

/// Computes the ids of trees from their files, as `git write-tree` does, without writing any.
struct TreeHasher {
  struct Entry {
    let path: ByteString
    let mode: UInt32
    let id: ObjectID
  }

  /// Sorted by path, as an index is: each folder's files stand together.
  private let entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  func root() throws(GitError) -> ObjectID { try tree(of: entries[...], below: 0) }

  /// The id of the tree that holds `entries`, whose paths share their first `length` bytes.
  private func tree(of entries: ArraySlice<Entry>, below length: Int) throws(GitError) -> ObjectID {
    var content: [UInt8] = []
    var index = entries.startIndex
    while index < entries.endIndex {
      let path = entries[index].path
      guard let slash = path.firstIndex(of: UInt8(ascii: "/"), from: length) else {
        append(path.bytes[length...], entries[index].mode, entries[index].id, to: &content)
        index += 1
        continue
      }
      let folder = path.bytes[...slash]
      let end =
        entries[index...].firstIndex { !$0.path.bytes.starts(with: folder) } ?? entries.endIndex
      let id = try tree(of: entries[index..<end], below: slash + 1)
      append(path.bytes[length..<slash], 0o040000, id, to: &content)
      index = end
    }
    var oid = git_oid()
    try check(clibgit2_hash(&oid, content, content.count, GIT_OBJECT_TREE), "name a tree")
    return ObjectID(oid)
  }

  private func append(
    _ name: ArraySlice<UInt8>,
    _ mode: UInt32,
    _ id: ObjectID,
    to content: inout [UInt8]
  ) {
    content += String(mode, radix: 8).utf8
    content.append(UInt8(ascii: " "))
    content += name
    content.append(0)
    content += id.bytes
  }
}
