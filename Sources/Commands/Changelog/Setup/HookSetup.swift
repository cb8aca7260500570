import ByteKit
import FileKit
import ProcessKit
import ToolKit

/// The post-commit hook that adds each commit's own entry.
///
/// A hook that is there already stays: one in shell gets a line after its first, so that it keeps
/// its name and may end as it likes; any other is renamed and called.
struct HookSetup {
  private static let mark: ByteString = "# git changelog"
  private static let renamed: ByteString = ".before-changelog"

  let session: Session
  /// In the folder that git runs hooks from, `core.hooksPath` included.
  let hook: ByteString

  init(session: Session) throws {
    self.session = session
    let path = try session.git.output(["rev-parse", "--git-path", "hooks/post-commit"])
    hook = (path.dropping(suffix: "\n") ?? path)
      .absolutePath(in: session.context.workingDirectory)
  }

  private func line() throws -> ByteString {
    let tool = try ToolPath.find(in: session.context.environment).shellQuoted
    return "[ ! -x \(tool) ] || \(tool) hook post-commit || : " + Self.mark
  }

  func install() throws {
    let line = try line()
    guard let old = try FileSystem.readIfPresent(hook) else {
      return try write("#!/bin/sh\n" + line + "\n", permissions: 0o755)
    }
    var lines = Line.split(old.bytes[...])
    if let index = lines.firstIndex(where: { $0.content.hasSuffix(Self.mark) }) {
      guard lines[index].content != line else { return }
      lines[index].content = line
      return try write(lines.map { $0.content + $0.terminator }.joined(separator: ""))
    }
    let isExecutable = try FileSystem.status(of: hook).map { $0.permissions & 0o111 != 0 } ?? false
    if isExecutable, let first = lines.first, Self.isShell(first.content) {
      lines.insert(Line(line, terminator: "\n"), at: 1)
      if first.terminator.isEmpty { lines[0].terminator = "\n" }
      return try write(lines.map { $0.content + $0.terminator }.joined(separator: ""))
    }
    try FileSystem.rename(hook, to: hook + Self.renamed)
    let chained: ByteString = "[ ! -x \"$0\(Self.renamed)\" ] || \"$0\(Self.renamed)\" \"$@\" "
    try write("#!/bin/sh\n" + line + "\n" + chained + Self.mark + "\n", permissions: 0o755)
  }

  private func write(_ content: ByteString, permissions: UInt32? = nil) throws {
    try FileSystem.makeDirectory(hook.parentPath)
    try FileSystem.writeAtomically(content, to: hook, permissions: permissions)
  }

  private static func isShell(_ line: ByteString) -> Bool {
    guard line.hasPrefix("#!") else { return false }
    let words = line.split(on: 32).map { $0.dropping(prefix: "#!") ?? $0 }
      .map(\.lastPathComponent)
    return words.contains { ["sh", "bash", "dash", "ksh", "zsh", "ash"].contains($0) }
  }

  func remove() throws {
    guard let old = try FileSystem.readIfPresent(hook) else { return }
    let lines = Line.split(old.bytes[...])
    let kept = lines.filter { !$0.content.hasSuffix(Self.mark) }
    guard kept.count < lines.count else { return }
    if FileSystem.exists(hook + Self.renamed) {
      try FileSystem.rename(hook + Self.renamed, to: hook)
    } else if kept.count == 1, kept[0].content == "#!/bin/sh" {
      try FileSystem.remove(hook)
    } else {
      try write(kept.map { $0.content + $0.terminator }.joined(separator: ""))
    }
  }
}
