package import ByteKit
import FileKit
import ProcessKit

extension GitReader {
  package func mergeBases(_ one: ObjectID, _ two: ObjectID) throws(GitError) -> [ObjectID] {
    let arguments: [ByteString] = ["merge-base", "--all", one.hex, two.hex]
    let result = try isolated().run(arguments)
    // 1: there are none.
    guard result.succeeded || result.termination == .exited(1) else {
      throw IsolatedGit.failure(of: arguments, result)
    }
    return result.output.lines.compactMap { ObjectID(hex: $0) }
  }

  package func merge(
    _ theirs: ObjectID,
    into ours: ObjectID,
    aligning alignment: LineAlignment
  ) throws(GitError) -> MergeResult {
    let bases = try mergeBases(ours, theirs)
    let scratch = try MergeScratch(isolated())
    guard try scratch.merge(theirs, into: ours, bases: bases, alignment) else { return .conflict }
    return .clean(tree: try scratch.tree())
  }

  package func mergeContents(
    base: ByteString,
    ours: ByteString,
    theirs: ByteString,
    aligning alignment: LineAlignment
  ) throws(GitError) -> ByteString? {
    let scratch = try MergeScratch(isolated())
    let sides: [(name: ByteString, content: ByteString)] = [
      ("ours", ours), ("base", base), ("theirs", theirs),
    ]
    var files: [ByteString] = []
    for side in sides { files.append(try scratch.write(side.content, to: side.name)) }
    var arguments: [ByteString] = ["merge-file", "--stdout", "--quiet"]
    if alignment != .myers { arguments.append("--diff-algorithm=\(alignment.word)") }
    let result = try isolated().run(arguments + files)
    switch result.termination {
    case .exited(0): return result.output
    // Git before 2.44 aligns in one way only there, but knows the others where it merges trees.
    case .exited(129):
      let trees = try scratch.trees(of: files)
      let isClean = try scratch.merge(trees[2], into: trees[0], bases: [trees[1]], alignment)
      return isClean ? try scratch.content() : nil
    // The number of conflicts.
    case .exited(1..<128): return nil
    default: throw IsolatedGit.failure(of: arguments, result)
    }
  }
}

extension LineAlignment {
  /// Git's word for it.
  fileprivate var word: ByteString {
    switch self {
    case .myers: "myers"
    case .patience: "patience"
    }
  }
}

/// A work tree, an index and a place for objects that a merge may write into; gone with its owner.
///
/// `git merge-tree` would need none of it, but before 2.44 it cannot be told how to align lines, and
/// before 2.38 it does not merge.
private struct MergeScratch {
  private let folder: TemporaryFolder
  private let git: IsolatedGit
  private let variables: [ByteString: ByteString?]
  /// The one file of trees that are made from contents.
  private static let fileName: ByteString = "content"

  init(_ git: IsolatedGit) throws(GitError) {
    self.git = git
    folder = try TemporaryFolder(in: git.directory)
    for name: ByteString in ["objects", "objects/info", "tree"] { try folder.makeFolder(name) }
    try folder.write("\(git.objectDirectory)\n", to: "objects/info/alternates")
    variables = [
      "GIT_OBJECT_DIRECTORY": folder.path.appendingPath("objects"),
      "GIT_WORK_TREE": folder.path.appendingPath("tree"),
      "GIT_INDEX_FILE": folder.path.appendingPath("index"),
    ]
  }

  /// Writes a file beside the work tree; gives its path.
  func write(_ content: ByteString, to name: ByteString) throws(GitError) -> ByteString {
    try folder.write(content, to: name)
  }

  /// Merges two commits or trees; false on a conflict.
  func merge(
    _ theirs: ObjectID,
    into ours: ObjectID,
    bases: [ObjectID],
    _ alignment: LineAlignment
  ) throws(GitError) -> Bool {
    try succeed(["read-tree", ours.hex])
    let arguments: [ByteString] =
      ["merge-recursive", "--diff-algorithm=\(alignment.word)"] + bases.map(\.hex)
      + ["--", ours.hex, theirs.hex]
    let result = try git.run(arguments, setting: variables)
    switch result.termination {
    case .exited(0): return true
    case .exited(1): return false
    default: throw IsolatedGit.failure(of: arguments, result)
    }
  }

  /// The tree that the merge gave.
  func tree() throws(GitError) -> ObjectID {
    let output = try succeed(["write-tree"])
    guard let tree = ObjectID(hex: output.trimmed) else {
      throw GitError(.malformed, "cannot parse what write-tree printed")
    }
    return tree
  }

  /// A tree for each file that has it alone.
  func trees(of files: [ByteString]) throws(GitError) -> [ObjectID] {
    let blobs = try succeed(["hash-object", "-w", "--no-filters", "--"] + files).lines
    let trees = blobs.map { "100644 blob \($0)\t\(Self.fileName)\n" as ByteString }
    let output = try succeed(["mktree", "--batch"], input: trees.joined(separator: "\n"))
    let made = output.lines.compactMap { ObjectID(hex: $0) }
    guard made.count == files.count else {
      throw GitError(.malformed, "cannot parse what mktree printed")
    }
    return made
  }

  /// What the merge of such trees gave.
  func content() throws(GitError) -> ByteString {
    let file = folder.path.appendingPath("tree").appendingPath(Self.fileName)
    do throws(FileError) {
      // A side that changed nothing is in the index alone.
      if let content = try FileSystem.readIfPresent(file) { return content }
    } catch {
      throw GitError(.other(error.code), error.message)
    }
    return try succeed(["cat-file", "blob", ":\(Self.fileName)"])
  }

  @discardableResult
  private func succeed(
    _ arguments: [ByteString],
    input: ByteString? = nil
  ) throws(GitError) -> ByteString {
    let result = try git.run(arguments, input: input, setting: variables)
    guard result.succeeded else { throw IsolatedGit.failure(of: arguments, result) }
    return result.output
  }
}
