/// Which gone branches a run deletes: the values of `prune-gone.delete`, each one more.
enum DeletionLevel: String, CaseIterable, Sendable {
  /// Only those whose work is proven to be elsewhere.
  case merged
  /// Also those whose tip was on the remote when it was last seen there.
  case pushed
  /// Also those with work that is nowhere else.
  case all
}
