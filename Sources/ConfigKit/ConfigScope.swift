/// Which kind of place a value comes from, in the order in which git reads them.
package enum ConfigScope: String, Sendable, CaseIterable {
  case system
  case global
  case local
  case worktree
  case command
}
