package import ByteKit
package import ConfigKit

/// What configuration says a branch is based on, before asking whether that exists.
package enum Upstream: Hashable, Sendable {
  /// No `branch.<name>.remote`, or no `branch.<name>.merge`.
  case none
  /// A branch of this repository (remote `.`): its full name, or the name as configured if it
  /// stands for nothing.
  case local(ByteString)
  /// `branch.<name>.remote` names no remote that is configured (a URL is none either).
  case missingRemote(ByteString, merge: ByteString)
  /// No fetch refspec of the remote stores the branch.
  case unmapped(remote: ByteString, merge: ByteString)
  /// The remote's branch `merge` is stored in `ref` (a full name).
  case tracking(remote: ByteString, merge: ByteString, ref: ByteString)
}

/// The `branch.*` and `remote.*` configuration, read once for all branches.
///
/// libgit2's `git_branch_upstream_name` reads it again for each branch, which makes a loop
/// quadratic (and on 1.5 leaks).
package struct Upstreams: Sendable {
  private struct Branch {
    var remote: ByteString?
    var merge: ByteString?
  }

  private var branches: [ByteString: Branch] = [:]
  /// Fetch refspecs of each configured remote, in the order git tries them.
  package private(set) var remotes: [ByteString: [Refspec]] = [:]

  /// Throws for a fetch refspec that git dies of.
  package init(_ config: ConfigStack) throws(RefspecError) {
    for entry in config.entries {
      guard let name = entry.subsection, let value = entry.value else { continue }
      switch (entry.section, entry.name) {
      case ("branch", "remote"): branches[name, default: Branch()].remote = value
      // Of several (an octopus pull) the first is the upstream.
      case ("branch", "merge"):
        if branches[name]?.merge == nil { branches[name, default: Branch()].merge = value }
      case ("remote", "url"), ("remote", "pushurl"), ("remote", "vcs"):
        remotes[name, default: []] += []
      case ("remote", "fetch"):
        guard let refspec = Refspec(fetch: value) else {
          throw RefspecError(remote: name, refspec: value)
        }
        remotes[name, default: []].append(refspec)
      default: break
      }
    }
  }

  /// The upstream of the branch `name` (without `refs/heads/`), as `%(upstream)` of git.
  ///
  /// `exists` tells whether a reference (full name) exists; it is asked for remote `.` only.
  package func upstream(of name: ByteString, exists: (ByteString) -> Bool) -> Upstream {
    guard let branch = branches[name], let remote = branch.remote, let merge = branch.merge else {
      return .none
    }
    if remote == "." { return .local(Self.expand(merge, exists: exists)) }
    guard let refspecs = remotes[remote] else { return .missingRemote(remote, merge: merge) }
    guard let ref = refspecs.trackingRef(of: merge) else {
      return .unmapped(remote: remote, merge: merge)
    }
    return .tracking(remote: remote, merge: merge, ref: ref)
  }

  /// `branch.<name>.remote` and `.merge` as they are configured.
  package func configured(
    for name: ByteString
  ) -> (remote: ByteString?, merge: ByteString?) {
    (branches[name]?.remote, branches[name]?.merge)
  }

  /// The full name that a short one stands for if that is unique, else the name as it is.
  ///
  /// Source: gitrevisions(7), the order in which a <refname> is looked up.
  private static func expand(_ name: ByteString, exists: (ByteString) -> Bool) -> ByteString {
    let candidates: [ByteString] = [
      name, "refs/\(name)", "refs/tags/\(name)", "refs/heads/\(name)", "refs/remotes/\(name)",
      "refs/remotes/\(name)/HEAD",
    ]
    let found = candidates.filter(exists)
    return found.count == 1 ? found[0] : name
  }
}
