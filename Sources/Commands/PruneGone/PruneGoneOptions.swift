import ByteKit
import CommandLineKit

/// What the command line asks of `git prune-gone`.
package struct PruneGoneOptions: Sendable {
  var isDryRun = false
  var fetches = true
  var bases: [ByteString] = []
  /// `--pushed` and `--no-pushed`; nil leaves it to the configuration.
  var deletesPushed: Bool?
  /// `--force` and `--no-force`.
  var isForced: Bool?
  var remotes: [ByteString] = []
  var protected: [ByteString] = []
  var isMine = false
  var olderThanDays: Int?
  var maximum: DeletionLimit?
  var switches = false
  var isInteractive = false
  /// The plan file of `--apply`.
  var plan: ByteString?
  var listsRuns = false
  /// The run of `--undo`, empty for the last one.
  var undo: ByteString?
  var under: ByteString?
  /// How many repositories of `--under` are worked in at once; nil for the default.
  var jobs: Int?
  var format = Format.text
  var endsWithNUL = false
  var isQuiet = false
  var isVerbose = false
  /// Patterns of branches, or with `--undo` branch names.
  var patterns: [ByteString] = []

  enum Format: Sendable {
    case text
    case json
    case porcelain
  }
}
