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
  /// What the user should know before: guessed identity, narrowed refspec.
  let warnings: [String]

  var ref: ByteString { "refs/heads/\(branch)" }

  /// The plain push of the branch, to be typed.
  var pushCommand: String {
    "git push \(remote.name.shellQuoted.text) \(branch.shellQuoted.text)"
  }

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
  /// Where a push goes first, without password.
  let url: ByteString
  /// What `git ls-remote` is asked to see what a push would meet: the name, or where pushes go
  /// elsewhere than fetches, each push URL.
  let addresses: [ByteString]
}
