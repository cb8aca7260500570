package import ByteKit
import FileKit
package import ProcessKit

/// The file that `git config --global` edits.
///
/// Source: git-config(1), FILES.
package enum GlobalFile {
  /// Its absolute path, links not resolved; nil if git has none here (`GIT_CONFIG_GLOBAL` is empty or
  /// names /dev/null, or there is no HOME).
  package static func path(_ environment: Environment) -> ByteString? {
    if let only = environment["GIT_CONFIG_GLOBAL"] {
      return only.isEmpty || only == "/dev/null" ? nil : only
    }
    let ours = environment.nonEmpty("HOME")?.appendingPath(".gitconfig")
    if let ours, FileSystem.exists(ours) { return ours }
    let folder =
      environment.nonEmpty("XDG_CONFIG_HOME")
      ?? environment.nonEmpty("HOME")?.appendingPath(".config")
    if let folder {
      let other = folder.appendingPath("git/config")
      if FileSystem.exists(other) { return other }
    }
    return ours
  }
}
