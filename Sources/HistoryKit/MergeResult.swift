/// What merging two commits gives.
package enum MergeResult: Hashable, Sendable {
  /// Merged without conflict to this tree, which need not be in the repository.
  case clean(tree: ObjectID)
  case conflict
}
