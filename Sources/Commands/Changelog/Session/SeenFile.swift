package import ByteKit
import ConfigKit
package import FileKit

/// The entries that were written in this clone, by commit: `<common dir>/changelog/seen`.
///
/// An entry that someone rewords or deletes is not written again. The file is only an aid of this
/// clone: without it the history of the changelog tells the same of what was committed.
package struct SeenFile: Sendable {
  let path: ByteString

  /// One entry: the commit's object name, and the text as `EntryIndex.key` reduces it.
  package struct Record: Hashable, Sendable {
    package var commit: ByteString
    package var text: ByteString

    package init(commit: ByteString, text: ByteString) {
      self.commit = commit
      self.text = text
    }
  }

  package func records() throws(FileError) -> [Record] {
    guard let content = try FileSystem.readIfPresent(path) else { return [] }
    return content.lines.compactMap { line in
      guard let (commit, text) = line.splitOnce(on: UInt8(ascii: " ")) else { return nil }
      return Record(commit: commit, text: text)
    }
  }

  /// Adds what `entries` say for the commits behind them.
  package func note(_ entries: [Entry]) throws(FileError) {
    try note(
      entries.flatMap { entry in
        entry.commits.map {
          Record(commit: $0, text: EntryIndex.key(entry.rendered).text)
        }
      }
    )
  }

  package func note(_ records: [Record]) throws(FileError) {
    let old = try self.records()
    let known = Set(old)
    let new = records.filter { !known.contains($0) }
    guard !new.isEmpty else { return }
    try FileSystem.makeDirectory(path.parentPath)
    try FileSystem.writeAtomically(
      (old + new).map { "\($0.commit) \($0.text)\n" }.joined(separator: ""),
      to: path
    )
  }
}

extension Session {
  /// What this clone remembers of the entries that were written to `file`: one commit may be listed
  /// in several files.
  package func seen(in file: ChangelogFile) throws -> SeenFile {
    let folder = location.commonDirectory.appendingPath("changelog")
    guard options.changelog != nil || options.output != nil, let workTree = location.workTree,
      try file != ChangelogFile.locate(option: nil, workTree: workTree, workingDirectory: workTree)
    else { return SeenFile(path: folder.appendingPath("seen")) }
    let name = file.pathInWorkTree ?? file.path
    return SeenFile(path: folder.appendingPath("files/\(name)/seen"))
  }
}
