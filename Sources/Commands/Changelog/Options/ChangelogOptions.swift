package import ByteKit

/// What the command line of `git changelog` says.
package struct ChangelogOptions: Sendable {
  package enum Action: Hashable, Sendable {
    case update, add, show, generate, next, release, yank, check, resolve, setup, mergeDriver,
      commit, hook
  }

  package var action = Action.update
  /// Relative to the working directory; nil: the changelog of the work tree.
  package var changelog: ByteString?
  /// Pathspecs; empty: the whole repository.
  package var paths: [ByteString] = []
  package var tagPrefix: ByteString?
  package var isDryRun = false
  package var edits = false
  package var isJSON = false
  package var isQuiet = false
  package var isVerbose = false
  /// `--check` of `update` and `add`: change nothing.
  package var checksOnly = false
  /// What stands after the subcommand and is no option.
  package var operands: [ByteString] = []
  /// The identifiers of a pre-release.
  package var preRelease: ByteString?
  /// The texts of `add -m`.
  package var messages: [ByteString] = []
  /// Where `generate` writes; nil: standard output.
  package var output: ByteString?
  package var commits = false
  package var tags = false
  package var installsHook = false
  package var installsMergeDriver = false
  package var undoes = false
  /// What follows `commit`: git's own options, untouched.
  package var commitArguments: [ByteString] = []

  package init() {}
}
