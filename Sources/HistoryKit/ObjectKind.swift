/// What an object is.
package enum ObjectKind: Hashable, Sendable {
  case commit, tree, blob, tag
}
