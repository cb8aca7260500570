/// What a shell offers for an argument.
package enum Completion: Hashable, Sendable {
  case none
  case files
  case directories
  case localBranches
  case remoteBranches
  case tags
  /// Branches, remote-tracking branches, tags and `HEAD`: whatever names a commit.
  case refs
  case remotes
  case choices([String])
}
