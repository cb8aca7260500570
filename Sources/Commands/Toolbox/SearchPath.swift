import ByteKit
import FileKit
import ProcessKit
import ToolKit

/// Where git looks for `git-<name>`: its own folder, then PATH.
///
/// Source: `execv_dashed_external` and `locate_in_PATH` in git; git(1), `--exec-path`.
struct SearchPath: Sendable {
  struct Folder: Sendable {
    /// As it stands in PATH.
    let element: ByteString
    /// Absolute.
    let path: ByteString
  }

  /// git's own folder.
  let execPath: ByteString
  /// The folders of PATH, each once, without git's own; some need not exist.
  let folders: [Folder]
  /// What git does by itself, whatever files there are.
  let builtIn: Set<ByteString>
  /// Where `git` itself is.
  let gitFolder: ByteString?

  init(_ context: Context) throws {
    let git = context.git
    execPath = try git.output(["--exec-path"]).trimmed
    builtIn = Set(try git.output(["--list-cmds=builtins"]).lines)
    let elements = (context.environment["PATH"] ?? "").split(on: UInt8(ascii: ":"))
    var (folders, seen): ([Folder], [FileStatus]) = ([], [])
    var gitFolder: ByteString?
    let own = (try? FileSystem.status(of: execPath)) ?? nil
    for element in elements where context.environment.nonEmpty("PATH") != nil {
      // An empty element is the current folder.
      let path =
        element.isEmpty
        ? context.workingDirectory : element.absolutePath(in: context.workingDirectory)
      if let status = (try? FileSystem.status(of: path)) ?? nil {
        // git puts its own folder in front of PATH for what it runs.
        if let own, status.isSameFile(as: own) { continue }
        if seen.contains(where: { $0.isSameFile(as: status) }) { continue }
        seen.append(status)
      } else if folders.contains(where: { $0.path == path }) {
        continue
      }
      folders.append(Folder(element: element, path: path))
      let program = CommandFile(name: "", path: path.appendingPath("git"))
      if gitFolder == nil, program.condition == .executable { gitFolder = path }
    }
    self.folders = folders
    self.gitFolder = gitFolder
  }

  /// Whether the name is one of git's own commands, so that no file of that name ever runs.
  func isGits(_ name: ByteString) -> Bool {
    builtIn.contains(name)
      || CommandFile(name: name, path: execPath.appendingPath("git-\(name)")).condition
        == .executable
  }

  /// All `git-*` files of PATH in the order in which git looks, but for git's own.
  func files() -> [CommandFile] {
    folders.flatMap { folder in
      CommandFile.all(in: folder.path)
        .filter { folder.path != gitFolder || !isGits($0.name) }
    }
  }

  /// Position of a folder, which need not exist yet, among those of PATH; nil if it is not one of them.
  func position(of path: ByteString) -> Int? {
    if let index = folders.firstIndex(where: { $0.path == path }) { return index }
    guard let wanted = (try? FileSystem.status(of: path)) ?? nil else { return nil }
    return folders.firstIndex { folder in
      ((try? FileSystem.status(of: folder.path)) ?? nil)?.isSameFile(as: wanted) == true
    }
  }
}
