import ByteKit
import FileKit
import ProcessKit

/// Where the installed git keeps what it has for the whole machine, found without running it.
struct GitInstallation: Sendable {
  /// What `%(prefix)` stands for: `/usr`, `/usr/local`, `/opt/homebrew`.
  let prefix: ByteString

  /// Looks for `git` in PATH and takes the folder above its `bin`.
  init(_ environment: Environment) {
    let search = environment["PATH"] ?? "/usr/bin"
    for directory in search.split(on: UInt8(ascii: ":")) where directory.isAbsolutePath {
      guard let program = try? FileSystem.realPath(directory.appendingPath("git")) else { continue }
      let folder = program.parentPath
      prefix =
        folder.dropping(suffix: "/libexec/git-core") ?? folder.dropping(suffix: "/lib/git-core")
        ?? folder.dropping(suffix: "/bin") ?? "/usr"
      return
    }
    prefix = "/usr"
  }

  /// The file that `git config --system` edits.
  var systemConfiguration: ByteString {
    prefix == "/usr" || prefix.isEmpty ? "/etc/gitconfig" : "\(prefix)/etc/gitconfig"
  }
}
