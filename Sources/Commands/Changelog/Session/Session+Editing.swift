package import ByteKit
import ConfigKit
import FileKit
import ProcessKit
import RemoteKit
import TerminalKit
import ToolKit

/// What a command is about to do to the changelog.
package protocol DocumentPlan {
  /// The changelog as it is to be; nil: it stays as it is.
  var revised: Document? { get set }
}

/// A plan that is nothing but the changelog as it is to be.
package struct EditPlan: DocumentPlan {
  package var revised: Document?
}

extension Session {
  /// Plans on what the changelog holds now, lets the user go over the result with `--edit`, and
  /// writes it; `-n` prints the difference instead.
  ///
  /// If another program writes the file meanwhile, all of it starts over with the new content.
  /// - Returns: The plan that was carried out, and what it changed in the file, nil for nothing.
  package func revise<Plan: DocumentPlan>(
    _ file: ChangelogFile,
    by plan: (Document?) throws -> Plan
  ) throws -> (plan: Plan, change: ChangelogFile.Change?) {
    var latest: Plan?
    let change = try file.update(writing: !options.isDryRun) { document in
      var made = try plan(document)
      if options.edits, !options.isDryRun, let revised = made.revised {
        made.revised = try edited(revised, name: file.path)
      }
      latest = made
      return made.revised
    }
    if options.isDryRun, let change { show(change, of: file) }
    return (try latest ?? plan(nil), change)
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
    try context.openEditor(on: copy)
    return Document(parsing: try FileSystem.read(copy))
  }

  /// The changelog that `--changelog` names, else the one of the work tree.
  package func changelogFile() throws -> ChangelogFile {
    guard let workTree = location.workTree else {
      throw ToolError("this operation must be run in a work tree")
    }
    return try ChangelogFile.locate(
      option: options.changelog,
      workTree: workTree,
      workingDirectory: context.workingDirectory
    )
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

  /// An empty changelog, its Unreleased linked if the host is known.
  package func newDocument() throws -> Document {
    guard let links, head != nil,
      let last = try ReleaseHistory(self).highestReachableTag()
    else { return Document.new() }
    return Document.new(unreleasedTarget: links.compare(from: last.name, to: "HEAD"))
  }
}

extension ByteString {
  /// Each line made harmless for a terminal, the line ends kept.
  package var harmlessLines: ByteString {
    let text = lines.map { $0.harmless + "\n" }.joined(separator: "")
    return hasSuffix("\n") ? text : text.dropping(suffix: "\n") ?? text
  }
}
