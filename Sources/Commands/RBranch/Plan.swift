import ByteKit
import ConfigKit

/// Everything that a run will do, decided before anything is written: what `--dry-run` prints is
/// what the run executes.
struct Plan {
  /// Without `refs/heads/`.
  let branch: ByteString
  /// As the user named it: `HEAD`, `v1.0`, `origin/main`.
  let start: ByteString
  /// Where the branch will be, or is: a full object id in hexadecimal.
  let oid: ByteString
  let remote: RemoteChoice
  /// The remote-tracking ref that the fetch refspecs map the branch to; nil if none does.
  let trackingRef: ByteString?
  /// What the tracking ref was before; nil if there is none.
  let trackingOID: ByteString?
  /// Where HEAD is before the run.
  let head: Head
  let creates: Bool
  let switches: Bool
  let keepsOnFailure: Bool
  let runsPrePushHook: Bool
  let pushOptions: [ByteString]
  /// Keys of `branch.<name>` left over from an earlier branch of the name, in the local file.
  let leftoverKeys: [ByteString]
  /// Where the host opens a request to merge the branch; nil if that is not known.
  let pullRequest: PullRequest?
  /// What the user should know before: guessed identity, narrowed refspec.
  let warnings: [String]

  var ref: ByteString { "refs/heads/\(branch)" }

  /// Where a push goes, for a message: the remote, or of several push URLs this one.
  func quoted(_ target: PushTarget) -> String {
    "'\((remote.targets.count == 1 ? remote.name : target.shown).text)'"
  }

  /// HEAD is on the branch before the run.
  var isCurrent: Bool { head.ref == ref }

  /// The upstream as users name it, such as `origin/feature`.
  var upstream: ByteString? {
    trackingRef.map { $0.dropping(prefix: "refs/remotes/") ?? $0 }
  }

  /// Where HEAD points.
  struct Head: Equatable {
    /// The full name of the ref that HEAD names, which may be symbolic itself; nil when detached.
    var ref: ByteString?
    var oid: ByteString

    var branch: ByteString? { ref.flatMap { $0.dropping(prefix: "refs/heads/") } }
  }
}

/// The remote to push to, and why this one.
struct RemoteChoice: Equatable {
  let name: ByteString
  /// What decided, such as `the only remote` or `rbranch.remote`.
  let why: String
  /// Where a push goes, in git's order.
  let targets: [PushTarget]
  /// Where fetches come from, without password, if a push goes to another repository.
  let otherFetchURL: ByteString?

  /// Where a push goes first, without password.
  var url: ByteString { targets.first?.shown ?? "" }
}
