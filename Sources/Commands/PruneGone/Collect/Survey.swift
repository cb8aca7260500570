import ByteKit
import ConfigKit
import HistoryKit
import RemoteKit

/// What a run found out before it judges: remotes asked, evidence recorded, refs read again.
struct Survey {
  var place: Place
  var refs: RefTable
  var branches: [LocalBranch]
  var seen: SeenTips
  var checks: [RemoteCheck] = []
  var listings: [ByteString: RemoteListing] = [:]
  var unchecked: Set<ByteString> = []
  /// Remotes that a circuit breaker stopped, and why.
  var stopped: [ByteString: ByteString] = [:]
  /// Remotes that were fetched from, so that nothing that they have is missing.
  var fetched: Set<ByteString> = []

  /// Whether the branch's upstream is there, or would be after a fetch.
  static func exists(
    _ branch: LocalBranch,
    _ refs: RefTable,
    _ listings: [ByteString: RemoteListing]
  ) -> Bool {
    guard let upstream = branch.upstream else { return false }
    if let remote = branch.remote, let merge = branch.merge, let listing = listings[remote] {
      return listing.refs[merge] != nil
    }
    return refs.contains(upstream)
  }

  /// The same survey with refs and configuration read anew; remotes are not asked again.
  func again() throws -> Survey {
    var survey = self
    survey.place = try place.again()
    let refs = try survey.place.refs()
    survey.refs = refs
    let believed = listings.filter { stopped[$0.key] != nil }
    survey.branches = survey.place.tracking.branches(in: refs) { Self.exists($0, refs, believed) }
    survey.compareWithListings()
    return survey
  }

  /// Where a server says that a remote-tracking ref will be after a fetch; nil if none was asked, or
  /// after the fetch.
  func advertisedTip(of ref: ByteString) -> ObjectID? { advertised[ref] ?? nil }

  /// Whether the next fetch would remove the remote-tracking ref.
  func willBePruned(_ ref: ByteString) -> Bool {
    if case .some(.none) = advertised[ref] { true } else { false }
  }

  /// For each remote-tracking ref of an asked remote that was not fetched from: its tip there, nil
  /// where it is no longer there.
  private(set) var advertised: [ByteString: ObjectID?] = [:]

  /// Remote-tracking refs that a fetch would make or keep.
  var advertisedRefs: [ByteString] { advertised.filter { $0.value != nil }.map(\.key) }

  /// The remotes that nobody has asked, but on whose refs deletions of `plan` rest.
  func unaskedWitnesses(of plan: Plan) -> [ByteString] {
    let asked = Set(checks.map(\.remote))
    let remotes = plan.deletions.compactMap { branch in
      branch.verdict?.proof.flatMap { place.tracking.remote(storing: $0.base) }
    }
    return Set(remotes).subtracting(asked).sorted()
  }

  /// Works out `advertised` once all remotes were asked.
  mutating func compareWithListings() {
    advertised = [:]
    for (remote, listing) in listings where !fetched.contains(remote) {
      let refspecs = place.tracking.refspecs(of: remote)
      for reference in refs.references
      where refspecs.contains(where: { $0.stores(reference.name) }) {
        advertised[reference.name] = .some(nil)
      }
      for (name, oid) in listing.refs {
        guard let ref = refspecs.trackingRef(of: name), let oid = ObjectID(hex: oid) else {
          continue
        }
        advertised[ref] = oid
      }
    }
  }
}

/// Makes a survey: the only part of collecting that writes, and only where it may.
struct Surveyor {
  let place: Place
  let settings: Settings
  let options: PruneGoneOptions
  let client: RemoteClient
  let now: Int64
  /// Told what is being done, for progress.
  let report: (ByteString) -> Void

  func survey() throws -> Survey {
    let refs = try place.refs()
    var survey = Survey(
      place: place,
      refs: refs,
      branches: place.tracking.branches(in: refs) { Survey.exists($0, refs, [:]) },
      seen: try place.state.seenTips()
    )
    if !options.isDryRun { try record(&survey) }
    let remotes = remotesToAsk(survey.branches)
    guard options.fetches else {
      survey.checks = remotes.map { RemoteCheck(remote: $0, isAsked: false) }
      for remote in remotes { stopIfEmptied(remote, &survey) }
      return survey
    }
    for remote in remotes { try ask(remote, &survey) }
    try readAgain(&survey)
    return survey
  }

  /// The remotes that branches which could be deleted track, in byte order.
  private func remotesToAsk(_ branches: [LocalBranch]) -> [ByteString] {
    let remotes = branches.filter { branch in
      (branch.state == .gone || branch.state == .live)
        && (settings.patterns.isEmpty || settings.patterns.first(matching: branch.name) != nil)
    }.compactMap(\.remote)
    let wanted = options.remotes.isEmpty ? nil : Set(options.remotes)
    return Set(remotes).filter { wanted?.contains($0) ?? true }.sorted()
  }

  /// Keeps the tips of all live upstreams, durably, before anything is pruned.
  private func record(_ survey: inout Survey) throws {
    var tracked: Set<SeenTips.Place> = []
    for branch in survey.branches {
      guard let spot = seenPlace(of: branch) else { continue }
      tracked.insert(spot)
      if branch.state == .live, let upstream = branch.upstream, let oid = survey.refs[upstream],
        survey.seen.tips[spot]?.oid != oid
      {
        survey.seen.tips[spot] = SeenTips.Sighting(oid: oid, time: now)
      }
    }
    for (remote, listing) in survey.listings where survey.stopped[remote] == nil {
      if let name = listing.defaultBranch, listing.head != nil {
        survey.seen.defaultBranches[place.tracking.address(of: remote)] = name
      }
    }
    survey.seen.forget(before: now - settings.keep, keeping: tracked)
    try place.state.create()
    try place.state.write(survey.seen)
  }

  private func seenPlace(of branch: LocalBranch) -> SeenTips.Place? {
    guard let remote = branch.remote, let merge = branch.merge, remote != "." else { return nil }
    return SeenTips.Place(address: place.tracking.address(of: remote), ref: merge)
  }

  /// Asks a remote that no branch tracks whether it still has what proofs stand on.
  func confirm(_ remote: ByteString, _ survey: inout Survey) {
    report("asking \(remote)")
    var check = RemoteCheck(remote: remote)
    do throws(RemoteFailure) {
      survey.listings[remote] = try client.list(remote)
    } catch {
      check.failure = error.message
      survey.unchecked.insert(remote)
    }
    survey.checks.append(check)
    survey.compareWithListings()
  }

  private func ask(_ remote: ByteString, _ survey: inout Survey) throws {
    report("asking \(remote)")
    var check = RemoteCheck(remote: remote)
    do throws(RemoteFailure) {
      let listing = try client.list(remote)
      survey.listings[remote] = listing
      if let cause = breaker(remote, listing, survey) {
        survey.stopped[remote] = cause
      } else if !options.isDryRun {
        report("fetching from \(remote)")
        try client.fetch(remote)
        survey.fetched.insert(remote)
      }
    } catch {
      check.failure = error.message
      survey.unchecked.insert(remote)
      survey.listings[remote] = nil
    }
    survey.checks.append(check)
  }

  /// Why nothing that this remote says may be believed, or nil.
  private func breaker(
    _ remote: ByteString,
    _ listing: RemoteListing,
    _ survey: Survey
  ) -> ByteString? {
    let hadDefault =
      survey.refs.symrefTarget(of: headRef(remote)) != nil
      || survey.seen.defaultBranches[place.tracking.address(of: remote)] != nil
    if !listing.hasBranches, hadDefault || hadBranches(remote, survey) {
      return "remote '\(remote)' advertises no branch at all"
    }
    if listing.head == nil, hadDefault {
      return "remote '\(remote)' had a default branch and now advertises no HEAD"
    }
    return nil
  }

  /// The same without asking: the default branch is known but not there, nor is any other branch.
  private func stopIfEmptied(_ remote: ByteString, _ survey: inout Survey) {
    guard let target = survey.refs.symrefTarget(of: headRef(remote)),
      !survey.refs.contains(target), !hasTrackingRefs(remote, survey.refs)
    else { return }
    survey.stopped[remote] = "no branch of remote '\(remote)' is left here"
  }

  private func headRef(_ remote: ByteString) -> ByteString { "refs/remotes/\(remote)/HEAD" }

  private func hadBranches(_ remote: ByteString, _ survey: Survey) -> Bool {
    let address = place.tracking.address(of: remote)
    return hasTrackingRefs(remote, survey.refs)
      || survey.seen.tips.keys.contains { $0.address == address }
      || survey.branches.contains { branch in
        branch.remote == remote && branch.state == .gone && !isCurrent(branch)
      }
  }

  /// A clone of an empty remote has one branch that tracks what was never there: HEAD's.
  private func isCurrent(_ branch: LocalBranch) -> Bool {
    guard case .branch(let ref, _)? = try? place.repository.head() else { return false }
    return ref == branch.ref
  }

  private func hasTrackingRefs(_ remote: ByteString, _ refs: RefTable) -> Bool {
    let prefix: ByteString = "refs/remotes/\(remote)/"
    return refs.references.contains { $0.name.hasPrefix(prefix) && refs.contains($0.name) }
  }

  /// After a fetch the refs themselves tell what is there; what was not fetched, the listing tells.
  private func readAgain(_ survey: inout Survey) throws {
    if !options.isDryRun { survey.refs = try place.refs() }
    let refs = survey.refs
    let believed = survey.listings.filter { remote, _ in
      options.isDryRun || survey.stopped[remote] != nil
    }
    survey.branches = place.tracking.branches(in: refs) { Survey.exists($0, refs, believed) }
    survey.compareWithListings()
    if !options.isDryRun { try record(&survey) }
  }
}

extension LocalBranch {
  /// The name without `refs/heads/`.
  var name: ByteString { ref.branchName }
}
