/// How a local branch stands to its upstream: the first that applies.
enum BranchState: String, Sendable {
  /// No upstream is configured.
  case none
  /// The upstream is a local branch: its remote is `.`.
  case localUpstream = "local-upstream"
  /// The remote that it names is not configured.
  case remoteMissing = "remote-missing"
  /// No fetch refspec maps its upstream to a remote-tracking ref.
  case unmapped
  /// The mapped ref does not exist: what git calls `[gone]`.
  case gone
  /// The mapped ref exists.
  case live
}
