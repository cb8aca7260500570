import ByteKit
import FileKit
import ProcessKit

/// The first thing any git does: it reads the machine's and the user's configuration for trace
/// settings, without repository and command line, and dies of what it finds there.
///
/// What it dies of, the later readings die of too, so this is done only to tell which error git
/// would tell first.
enum EarlyReading {
  /// Throws what git dies of before it looks for a repository.
  static func check(
    _ environment: Environment,
    in directory: ByteString,
    _ users: UserDatabase
  ) throws(ConfigError) {
    var loader = ConfigLoader(
      place: ConfigPlace(.tracing, in: directory),
      environment: environment,
      gitVersion: nil,
      users: users
    )
    _ = try loader.load()
  }

  /// Whether the later readings may see other files, because a path depends on where git stands.
  static func mayDiffer(_ environment: Environment) -> Bool {
    variables.contains { environment.nonEmpty($0).map { !$0.isAbsolutePath } ?? false }
  }

  private static let variables: [ByteString] = [
    "HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
  ]
}
