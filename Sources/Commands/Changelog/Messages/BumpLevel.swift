/// How much of a version a change calls for, by Semantic Versioning.
package enum BumpLevel: Int, Comparable, Sendable {
  case patch, minor, major

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
