import ByteKit
import ConfigKit
import FileKit
import ProcessKit

/// The bullets that commits added to the changelog.
///
/// What a commit changed never changes, so each is asked once in a clone:
/// `<common dir>/changelog/added` holds the file's path, then each commit that was asked, followed by
/// the bullets that it added, marked with `+`.
struct AddedLines {
  private let memory: ByteString
  private let path: ByteString
  private let git: GitProcess
  private var bullets: [ByteString: [ByteString]] = [:]

  /// Remembers for the file at `path` (relative to the top of the work tree).
  init(path: ByteString, session: Session) throws(FileError) {
    memory = session.location.commonDirectory.appendingPath("changelog/added")
    self.path = path
    git = session.gitAtTop
    guard let lines = try FileSystem.readIfPresent(memory)?.lines, lines.first == path else {
      return
    }
    var commit: ByteString?
    for line in lines.dropFirst() {
      if let bullet = line.dropping(prefix: "+") {
        if let commit { bullets[commit, default: []].append(bullet) }
      } else {
        commit = line
        bullets[line] = []
      }
    }
  }

  /// The bullets that `commits` added; merges count as adding nothing.
  mutating func index(of commits: [ByteString]) throws(GitProcessError) -> EntryIndex {
    let unknown = commits.filter { bullets[$0] == nil }
    if !unknown.isEmpty {
      for commit in unknown { bullets[commit] = [] }
      try ask(unknown)
      remember(commits)
    }
    return EntryIndex(commits.flatMap { bullets[$0] ?? [] })
  }

  private mutating func ask(_ commits: [ByteString]) throws(GitProcessError) {
    let patch = try git.output(
      [
        "diff-tree", "--stdin", "-r", "-p", "--root", "--unified=0", "--no-renames", "--no-color",
        "--", ":(top,literal)\(path)",
      ],
      input: .bytes(commits.map { $0 + "\n" }.joined(separator: ""))
    )
    let asked = Set(commits)
    var commit: ByteString?
    var hunk: [ByteString] = []
    var isInHunk = false
    func close(_ bullets: inout [ByteString: [ByteString]]) {
      guard let commit, !hunk.isEmpty else { return }
      // Wrapped bullets become one text, as in the file.
      let document = Document(parsing: "## Unreleased\n\n" + hunk.joined(separator: "\n"))
      bullets[commit, default: []] += document.bullets.map(\.text)
      hunk = []
    }
    for line in patch.lines {
      if asked.contains(line) {
        close(&bullets)
        commit = line
        isInHunk = false
      } else if line.hasPrefix("@@ ") {
        close(&bullets)
        isInHunk = true
      } else if isInHunk, let text = line.dropping(prefix: "+") {
        hunk.append(text)
      }
    }
    close(&bullets)
  }

  /// Keeps what is known of `commits`.
  ///
  /// It is an aid only, so a place that cannot be written is fine.
  private func remember(_ commits: [ByteString]) {
    var lines = [path]
    for commit in commits {
      lines.append(commit)
      lines += (bullets[commit] ?? []).map { "+" + $0 }
    }
    try? FileSystem.makeDirectory(memory.parentPath)
    try? FileSystem.writeAtomically(lines.map { $0 + "\n" }.joined(separator: ""), to: memory)
  }
}
