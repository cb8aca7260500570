import CLibgit2
import HistoryKit

/// Libgit2, started when it is first needed and never shut down.
///
/// Debian's `git_libgit2_init` costs 5 ms (it reads the CA bundle), so nothing starts it that does
/// not open a repository.
enum Library {
  private static let startResult: Int32 = {
    let code = git_libgit2_init()
    guard code >= 0 else { return code }
    // ConfigKit has decided which repository may be opened, with git's own rules.
    _ = clibgit2_set_owner_validation(0)
    // Git does not verify the hash of what it reads either; a full walk takes a third longer.
    _ = clibgit2_set_strict_hash_verification(0)
    _ = clibgit2_set_cache_max_size(cacheSize)
    // Configuration is ConfigKit's: libgit2 must not fail on, or follow, the user's own files.
    let levels = [
      GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG,
      GIT_CONFIG_LEVEL_GLOBAL,
    ]
    for level in levels { _ = clibgit2_set_search_path(Int32(level.rawValue), "") }
    return code
  }()

  /// Bytes of parsed objects that libgit2 may keep; its default of 256 MB is more than a command
  /// may take.
  private static let cacheSize: Int64 = 32 << 20

  /// Starts libgit2 unless it runs.
  static func start() throws(GitError) {
    try check(startResult, "start libgit2")
  }
}
