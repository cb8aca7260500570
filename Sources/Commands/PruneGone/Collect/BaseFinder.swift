import ByteKit
import ConfigKit
import DiagnosticKit
import HistoryKit
import RemoteKit
import ToolKit

/// Finds what branches are judged against, and which branches are protected for it.
struct BaseFinder {
  let survey: Survey
  let settings: Settings

  struct Found {
    var bases: [Base] = []
    /// Full refs of local branches that are bases or default branches, old or new.
    var protected: Set<ByteString> = []
    /// Bases of which the remote has commits that are not here, by full ref.
    var stale: Set<ByteString> = []
    /// Default branches of remotes that could not be asked: no proof, but no reason to say "not
    /// merged" either.
    var unchecked: Set<ByteString> = []
    /// Configured bases that are not there.
    var missing: [ByteString] = []
  }

  func find() throws -> Found {
    var found = Found()
    if settings.bases.isEmpty {
      for remote in survey.place.tracking.remotes {
        guard let ref = defaultTrackingRef(remote) else { continue }
        if survey.unchecked.contains(remote) {
          found.unchecked.insert(ref)
          addLocalBranches(of: ref, to: &found)
        } else {
          add(ref, to: &found)
        }
      }
    } else {
      for name in settings.bases { try add(named: name, to: &found) }
    }
    protectDefaults(&found)
    return found
  }

  /// The remote-tracking ref of a remote's default branch, if it is there.
  private func defaultTrackingRef(_ remote: ByteString) -> ByteString? {
    let refs = survey.refs
    if let target = refs.symrefTarget(of: "refs/remotes/\(remote)/HEAD"), refs.contains(target),
      !survey.willBePruned(target)
    {
      return target
    }
    guard let name = survey.listings[remote]?.defaultBranch,
      let ref = survey.place.tracking.refspecs(of: remote).trackingRef(of: name),
      refs.contains(ref)
    else { return nil }
    return ref
  }

  private func add(named name: ByteString, to found: inout Found) throws {
    // Git's own order of guesses (gitrevisions(7)).
    let guesses: [ByteString] = [
      name, "refs/\(name)", "refs/tags/\(name)", "refs/heads/\(name)", "refs/remotes/\(name)",
      "refs/remotes/\(name)/HEAD",
    ]
    if let ref = guesses.first(where: survey.refs.contains) {
      add(survey.refs.symrefTarget(of: ref) ?? ref, to: &found)
      return
    }
    if let oid = try? survey.place.repository.commitID(of: name) {
      found.bases.append(Base(ref: name, oid: oid))
      return
    }
    found.missing.append(name)
    if settings.hasExplicitBases {
      throw ToolError(
        "the base '\(name.text)' is not there",
        hints: ["name a branch, such as 'origin/main', after --base"]
      )
    }
  }

  private func add(_ ref: ByteString, to found: inout Found) {
    guard let local = survey.refs[ref] else { return }
    var oid = local
    if let advertised = survey.advertisedTip(of: ref), advertised != local {
      if (try? survey.place.repository.commit(advertised)) != nil {
        oid = advertised
      } else {
        found.stale.insert(ref)
      }
    }
    if let commit = try? survey.place.repository.peeledToCommit(oid) {
      append(Base(ref: ref, oid: commit), to: &found)
    }
    found.protected.insert(ref)
    addLocalBranches(of: ref, to: &found)
  }

  /// The local branches that track a base are bases too.
  private func addLocalBranches(of ref: ByteString, to found: inout Found) {
    for branch in survey.branches where branch.upstream == ref && branch.state != .localUpstream {
      append(Base(ref: branch.ref, oid: branch.oid), to: &found)
      found.protected.insert(branch.ref)
    }
  }

  private func append(_ base: Base, to found: inout Found) {
    if !found.bases.contains(where: { $0.ref == base.ref }) { found.bases.append(base) }
  }

  /// Default branches by any sign of them: what `origin/HEAD` names even when that is gone, what the
  /// server says now and said last time.
  private func protectDefaults(_ found: inout Found) {
    for remote in survey.place.tracking.remotes {
      let prefix: ByteString = "refs/remotes/\(remote)/"
      var tracking: Set<ByteString> = []
      if let target = survey.refs.symrefTarget(of: "\(prefix)HEAD") {
        tracking.insert(target)
        if let name = target.dropping(prefix: prefix) {
          found.protected.insert("refs/heads/\(name)")
        }
      }
      let address = survey.place.tracking.address(of: remote)
      let names = [
        survey.listings[remote]?.defaultBranch, survey.seen.defaultBranches[address],
      ]
      for name in names.compactMap(\.self) {
        found.protected.insert(name)
        if let ref = survey.place.tracking.refspecs(of: remote).trackingRef(of: name) {
          tracking.insert(ref)
        }
      }
      for branch in survey.branches {
        if let upstream = branch.upstream, tracking.contains(upstream) {
          found.protected.insert(branch.ref)
        }
      }
      for base in found.bases {
        if let name = base.ref.dropping(prefix: prefix) {
          found.protected.insert("refs/heads/\(name)")
        }
      }
    }
  }
}
