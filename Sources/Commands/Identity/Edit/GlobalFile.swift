import ByteKit
import ConfigKit
import FileKit
import ProcessKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The file of the user's configuration that rules are added to.
struct GlobalFile: Sendable {
  let path: ByteString

  /// nil if configuration outside repositories is switched off, or nobody knows where it is.
  ///
  /// `~/.gitconfig` before the file below XDG_CONFIG_HOME: git reads that first, so that what
  /// stands there loses.
  init?(_ environment: Environment) {
    let files = StandardFiles(environment).globalFiles
    if environment["GIT_CONFIG_GLOBAL"] != nil {
      guard let file = files.first, !file.isEmpty, file != "/dev/null" else { return nil }
      path = file
      return
    }
    guard let home = files.last else { return nil }
    path =
      FileSystem.exists(home) ? home : files.first { FileSystem.exists($0) } ?? home
  }

  /// Whether it can be replaced: its folder takes new files, and it is no one else's.
  var isWritable: Bool {
    guard let target = try? FileSystem.resolvingLinks(path) else { return false }
    func isAllowed(_ path: ByteString) -> Bool { path.withCString { access($0, W_OK) == 0 } }
    guard isAllowed(target.parentPath) else { return false }
    return !FileSystem.exists(target) || isAllowed(target)
  }
}
