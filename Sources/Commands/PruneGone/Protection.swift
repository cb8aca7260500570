import ByteKit
import RemoteKit

/// Which branches are never deleted because of what they are: `git branch -D` is the way.
struct Protection: Sendable {
  /// Full refs of bases and of default branches, old and new.
  var bases: Set<ByteString>
  /// The value of `init.defaultBranch`.
  var initialBranch: ByteString?
  var patterns: [BranchPattern]
  /// Names with `branch.<name>.deleteMerged=false`.
  var undeletable: Set<ByteString>

  /// Why the branch is protected, or nil.
  func explanation(for ref: ByteString) -> ByteString? {
    let name = ref.branchName
    if bases.contains(ref) { return "a base or default branch" }
    if Remotes.usualDefaultBranches.contains(name) { return "named '\(name)'" }
    if name == initialBranch { return "named as init.defaultBranch" }
    if let pattern = patterns.first(matching: name) { return "matches '\(pattern.pattern)'" }
    if undeletable.contains(name) { return "branch.\(name).deleteMerged is false" }
    return nil
  }
}
