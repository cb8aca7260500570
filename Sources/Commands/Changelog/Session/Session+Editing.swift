package import ByteKit
import ConfigKit
import FileKit
package import ProcessKit
import TerminalKit
import ToolKit

extension Session {
  /// Changes the changelog by `edit`, lets the user go over the result with `--edit`, and writes it;
  /// `-n` prints the difference instead.
  /// - Returns: What was changed, nil for nothing.
  @discardableResult
  package func change(
    _ file: ChangelogFile,
    _ edit: (Document?) throws -> Document?
  ) throws -> ChangelogFile.Change? {
    let change = try file.update(writing: !options.isDryRun) { document in
      guard let new = try edit(document) else { return nil }
      return options.edits && !options.isDryRun ? try edited(new, name: file.path) : new
    }
    if options.isDryRun, let change { show(change, of: file) }
    return change
  }

  /// The difference on standard output.
  package func show(_ change: ChangelogFile.Change, of file: ChangelogFile) {
    let text = UnifiedDiff.text(
      name: file.pathInWorkTree ?? file.path,
      old: change.old,
      new: change.new
    )
    context.streams.output.write(context.streams.output.isTerminal ? text.harmlessLines : text)
  }

  /// The document as the user leaves it in their editor.
  package func edited(_ document: Document, name: ByteString) throws -> Document {
    let copy = location.gitDirectory.appendingPath(name.lastPathComponent + ".edit.md")
    try FileSystem.writeAtomically(document.serialized, to: copy)
    defer { try? FileSystem.remove(copy) }
    let editor = try git.output(["var", "GIT_EDITOR"]).trimmed
    var process = Subprocess(
      "/bin/sh",
      ["-c", "\(editor) \"$@\"", editor, copy],
      environment: context.environment,
      workingDirectory: context.workingDirectory
    )
    process.input = .inherit
    process.output = .inherit
    process.errorOutput = .inherit
    guard try process.run().succeeded else {
      throw ToolError("there was a problem with the editor '\(editor.text)'")
    }
    return Document(parsing: try FileSystem.read(copy))
  }

  /// Git at the top of the work tree: for commands that take paths as they are, not pathspecs.
  package var gitAtTop: GitProcess {
    var git = self.git
    guard let workTree = location.workTree else { return git }
    let directory = context.workingDirectory
    git.workingDirectory = workTree
    for magic in ["LITERAL", "GLOB", "NOGLOB", "ICASE"] {
      git.environment[ByteString("GIT_\(magic)_PATHSPECS")] = nil
    }
    // What is relative to where the user stands would mean something else there.
    if git.environment["GIT_DIR"] != nil {
      git.environment["GIT_DIR"] = location.gitDirectory
      git.environment["GIT_WORK_TREE"] = workTree
    }
    if let index = git.environment["GIT_INDEX_FILE"] {
      git.environment["GIT_INDEX_FILE"] = index.absolutePath(in: directory)
    }
    return git
  }

  /// An empty changelog, its Unreleased linked if the host is known.
  package func newDocument() throws -> Document {
    let links = try links()
    let last = links == nil ? nil : try highestReachableTag()
    return Document.new(
      unreleasedTarget: last.flatMap { links?.compare(from: $0.name, to: "HEAD") }
    )
  }

  /// The version tags that HEAD holds, lowest version first.
  package func reachableTags() throws -> [VersionTag] {
    try loader(entryMaker(for: nil)).reachable(tags().all, head: head().commit)
  }

  /// Where the changelog is in the repository.
  ///
  /// Throws for a file outside the work tree, which no commit can hold.
  package func trackedPath(_ file: ChangelogFile) throws -> ByteString {
    guard let path = file.pathInWorkTree else {
      throw ToolError("'\(file.path.text)' is outside of the work tree")
    }
    return path
  }

  /// The changelog as `revision` has it (`HEAD`, a tag, a commit, or "" for the index); nil if it
  /// has none.
  package func content(of path: ByteString, at revision: ByteString) throws -> ByteString? {
    let result = try git.run(["cat-file", "blob", "\(revision):\(path)"])
    return result.succeeded ? result.output : nil
  }
}

extension ByteString {
  /// Each line made harmless for a terminal, the line ends kept.
  package var harmlessLines: ByteString {
    let text = lines.map { $0.harmless + "\n" }.joined(separator: "")
    return hasSuffix("\n") ? text : text.dropping(suffix: "\n") ?? text
  }
}
