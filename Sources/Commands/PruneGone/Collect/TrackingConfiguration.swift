import ByteKit
import ConfigKit
import HistoryKit
import RemoteKit

/// What the configuration says of branches and remotes, read in one pass.
struct TrackingConfiguration: Sendable {
  /// Where branches' upstreams are.
  let upstreams: Upstreams
  /// Branches with `deleteMerged=false`.
  private(set) var undeletable: Set<ByteString> = []
  /// For branches, the files besides the repository's own that say something of them.
  private(set) var otherFiles: [ByteString: Set<ByteString>] = [:]
  private var addresses: [ByteString: ByteString] = [:]
  private var rawRefspecs: [ByteString: [ByteString]] = [:]

  /// `file`: the repository's own configuration, the only file that is rewritten.
  init(_ stack: ConfigStack, file: ByteString) throws {
    upstreams = try Upstreams(stack)
    for entry in stack.entries {
      guard let name = entry.subsection else { continue }
      switch (entry.section, entry.name) {
      case ("branch", let key):
        if key == "deletemerged" {
          if try entry.boolean() { undeletable.remove(name) } else { undeletable.insert(name) }
        }
        if let source = entry.origin.source?.path, source != file {
          otherFiles[name, default: []].insert(source)
        }
      case ("remote", "url"):
        if addresses[name] == nil { addresses[name] = entry.value }
      case ("remote", "fetch"):
        if let value = entry.value { rawRefspecs[name, default: []].append(value) }
      default: break
      }
    }
  }

  /// The configured remotes in byte order.
  var remotes: [ByteString] { upstreams.remotes.keys.sorted() }

  func refspecs(of remote: ByteString) -> [Refspec] { upstreams.remotes[remote] ?? [] }

  /// The remote whose fetch looks after the remote-tracking ref; nil: none does, so that nobody can
  /// say whether it is still true.
  func remote(storing ref: ByteString) -> ByteString? {
    guard ref.hasPrefix("refs/remotes/") else { return nil }
    return upstreams.remotes.first { $0.value.contains { $0.stores(ref) } }?.key
  }

  /// The remote whose fetch writes into `refs/heads`, if there is one.
  var mirror: (remote: ByteString, refspec: ByteString)? {
    for (remote, refspecs) in rawRefspecs.sorted(by: { $0.key < $1.key }) {
      if let refspec = refspecs.first(where: MirrorRefspec.writesIntoHeads) {
        return (remote, refspec)
      }
    }
    return nil
  }

  /// How a remote's sightings are filed: by its address without secrets, so that a renamed remote
  /// keeps them and a remote with a new address does not inherit the old one's.
  func address(of remote: ByteString) -> ByteString {
    (addresses[remote] ?? remote).redactingCredentials
  }
}

extension TrackingConfiguration {
  /// Every ref below `refs/heads/` with its state.
  ///
  /// `exists`: whether the mapped ref of a branch is there, or will be after a fetch.
  func branches(in refs: RefTable, exists: (LocalBranch) -> Bool) -> [LocalBranch] {
    refs.references.compactMap { reference in
      guard reference.name.hasPrefix("refs/heads/"), let oid = refs[reference.name] else {
        return nil
      }
      let configured = upstreams.configured(for: reference.name.branchName)
      var branch = LocalBranch(
        ref: reference.name,
        oid: oid,
        symrefTarget: refs.symrefTarget(of: reference.name),
        remote: configured.remote,
        merge: configured.merge,
        upstream: nil,
        state: .none
      )
      switch upstreams.upstream(of: branch.name, exists: refs.contains) {
      case .none: break
      case .local(let upstream):
        branch.upstream = upstream
        branch.state = .localUpstream
      case .missingRemote: branch.state = .remoteMissing
      case .unmapped: branch.state = .unmapped
      case .tracking(_, _, let upstream):
        branch.upstream = upstream
        branch.state = exists(branch) ? .live : .gone
      }
      return branch
    }
  }
}
