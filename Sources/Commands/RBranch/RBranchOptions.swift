package import ByteKit

/// What the command line of `git rbranch` asks for.
package struct RBranchOptions: Sendable {
  package enum Format: Sendable {
    case text
    case json
    case porcelain
  }

  /// The branch to create, as typed; with `publishesOnly` the one to publish, nil for the current.
  package var branch: ByteString?
  /// As typed; nil is HEAD.
  package var startPoint: ByteString?
  package var remote: ByteString?
  /// `--publish`: the branch exists already.
  package var publishesOnly = false
  package var startsFromDefault = false
  package var switches = true
  /// The local branch stays when publishing fails.
  package var keepsOnFailure = false
  package var pushOptions: [ByteString] = []
  package var runsPrePushHook = true
  package var isDryRun = false
  package var format = Format.text
  /// `-z`: porcelain records end with NUL, values are not quoted.
  package var endsWithNUL = false
  package var isQuiet = false
  package var isVerbose = false

  package init() {}
}
