import ByteKit
import ConfigKit
import FileKit
import ProcessKit
import ToolKit

/// Where the toolbox keeps what it makes, and where the user's own things are.
struct Places: Sendable {
  /// `${XDG_DATA_HOME:-~/.local/share}`.
  let data: ByteString
  /// The folder of the user's own collection, `toolbox.home`.
  let home: ByteString
  /// HOME.
  let userHome: ByteString

  init(_ context: Context) throws {
    guard let userHome = context.environment.nonEmpty("HOME"), userHome.isAbsolutePath else {
      throw ToolError("HOME is not set", hints: ["set it to your home folder and try again"])
    }
    self.userHome = userHome
    let configured = context.environment.nonEmpty("XDG_DATA_HOME")
    data =
      configured.flatMap { $0.isAbsolutePath ? $0 : nil }
      ?? userHome.appendingPath(".local/share")
    let entry = try context.config().all("toolbox.home").last(where: \.isUsersOwn)
    let path = try entry?.path(environment: context.environment)
    home = path?.absolutePath(in: userHome) ?? userHome.appendingPath("git-commands")
  }

  var root: ByteString { data.appendingPath("git-toolbox") }
  /// The one folder that must be on PATH.
  var bin: ByteString { root.appendingPath("bin") }
  /// Where clones are put.
  var collections: ByteString { root.appendingPath("collections") }
  /// man finds it through `bin` on PATH.
  var manual: ByteString { root.appendingPath("share/man/man1") }

  /// As people write it: below HOME with `~`.
  func short(_ path: ByteString) -> ByteString {
    if path == userHome { return "~" }
    guard let rest = path.dropping(prefix: userHome + "/") else { return path }
    return "~/" + rest
  }
}

extension ConfigEntry {
  /// Whether the user or the machine says it, rather than the repository that we happen to be in:
  /// that one may be a stranger's, and must not register collections or move folders.
  var isUsersOwn: Bool { scope != .local && scope != .worktree }
}
