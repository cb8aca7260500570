/// How a merge finds out which lines of two versions are the same ones (`--diff-algorithm` in
/// git-merge-file(1)).
///
/// Where a file says the same thing in several places, the two may differ.
package enum LineAlignment: Sendable, CaseIterable {
  /// The fewest changes.
  case myers
  /// Lines that stand in both versions once first.
  case patience
}
