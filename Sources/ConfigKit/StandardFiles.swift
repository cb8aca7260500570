package import ByteKit
import FileKit
package import ProcessKit

/// The configuration files that git reads without being told to, outside any repository.
///
/// Source: "FILES" in git-config(1).
package struct StandardFiles: Sendable {
  private let environment: Environment

  package init(_ environment: Environment) { self.environment = environment }

  /// The file for the whole machine, whether or not it is there.
  package var systemFile: ByteString {
    GitPath.normalized(
      environment["GIT_CONFIG_SYSTEM"] ?? GitInstallation(environment).systemConfiguration
    )
  }

  /// Whether git leaves the system's file out.
  package func isSystemFileIgnored() throws(ConfigError) -> Bool {
    try EnvironmentSwitch.isOn("GIT_CONFIG_NOSYSTEM", in: environment)
  }

  /// The user's own files, in the order in which git reads them.
  package var globalFiles: [ByteString] {
    if let only = environment["GIT_CONFIG_GLOBAL"] { return [only] }
    let home = environment["HOME"]
    var files: [ByteString] = []
    if let folder = userFolder { files.append(folder.appendingPath("config")) }
    if let home { files.append("\(home)/.gitconfig") }
    return files
  }

  /// Git's own folder among the user's configuration: `~/.config/git`; nil without HOME.
  package var userFolder: ByteString? {
    if let folder = environment.nonEmpty("XDG_CONFIG_HOME") {
      return GitPath.withoutLeadingDot("\(folder)/git")
    }
    return environment["HOME"].map { GitPath.withoutLeadingDot("\($0)/.config/git") }
  }
}
