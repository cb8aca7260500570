import ByteKit

/// Something that keeps a branch whatever the options are.
struct Holder: Hashable, Sendable {
  enum Kind: String, Sendable {
    case worktree
    case rebase
    case bisect
    case merge
    case symref
    case upstream
  }

  let kind: Kind
  /// The worktree's path, or the full ref that depends on the branch.
  let place: ByteString

  /// The reason in words, after the branch's name.
  var explanation: ByteString {
    switch kind {
    case .worktree: "checked out in '\(place)'"
    case .rebase: "being rebased in '\(place)'"
    case .bisect: "being bisected in '\(place)'"
    case .merge: "being merged in '\(place)'"
    case .symref: "'\(place.shortRef)' is a symbolic ref to it"
    case .upstream: "upstream of '\(place.shortRef)'"
    }
  }
}
