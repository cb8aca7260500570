import ByteKit
import HistoryKit

/// One run of the verdict engine: the tips that are still open, and what is known of the others.
final class Trial {
  private let repository: Repository
  private let git: IsolatedGit
  private let bases: [Base]
  private let elsewhere: [Base]
  private let isShallow: Bool
  private let merge: ContentMerge

  private var found: [ObjectID: Verdict] = [:]
  /// Not proven yet, in the order they were given.
  private var open: [ObjectID]
  /// Why "not proven" would be no answer: for one tip, or for all.
  private var doubts: [ObjectID: GitError] = [:]
  private var generalDoubt: GitError?
  private var netEmpty = Set<ObjectID>()
  /// What the other refs have and no base has.
  private var elsewhereGraph = RevisionGraph()
  private var isElsewhereKnown = true
  /// Of tips that nothing has proven: how many commits are on no base and no other ref.
  private(set) var ownCommits: [ObjectID: Int] = [:]

  init(
    repository: Repository,
    git: IsolatedGit,
    bases: [Base],
    elsewhere: [Base],
    tips: [ObjectID]
  ) {
    self.repository = repository
    self.git = git
    self.bases = bases
    self.elsewhere = elsewhere
    isShallow = repository.isShallow
    merge = ContentMerge(repository)
    var seen = Set<ObjectID>()
    open = tips.filter { seen.insert($0).inserted }
  }

  func verdicts() -> [ObjectID: Verdict] {
    let (main, covered) = usableBases()
    var histories: [(base: Base, history: BranchHistory)] = []
    for base in main {
      guard let history = history(since: base) else { continue }
      histories.append((base, history))
      settleAncestors(of: base, history)
    }
    searchElsewhere(excluding: main)
    for (base, history) in histories where !open.isEmpty {
      comparePatches(with: base, history)
    }
    // Their history is another base's, but their files may be older: before a revert, for instance.
    for base in covered where !open.isEmpty {
      guard let history = history(since: base) else { continue }
      compareFiles(with: base, history)
    }
    for tip in open { found[tip] = negative(for: tip) }
    if histories.count == main.count { countOwnCommits(in: histories.map(\.history)) }
    return found
  }

  /// Counts the commits of the open tips that no base and no other ref has.
  private func countOwnCommits(in histories: [BranchHistory]) {
    guard isElsewhereKnown, let first = histories.first else { return }
    func isOwn(_ node: BranchHistory.Node) -> Bool {
      let id = first.graph.ids[node]
      return elsewhereGraph.node(of: id).map(elsewhereGraph.isListed) != true
        && histories.dropFirst().allSatisfy { $0.node(of: id) != nil }
    }
    // On lines, which nearly all branches are, each commit counts one more than its parent.
    let nodes = open.compactMap { first.node(of: $0) }
    var counts: [BranchHistory.Node: Int] = [:]
    for node in first.lines(from: nodes) {
      let below = first.next(onLineBelow: node).flatMap { counts[$0] } ?? 0
      counts[node] = below + (isOwn(node) ? 1 : 0)
    }
    for tip in open {
      guard let node = first.node(of: tip) else { continue }
      ownCommits[tip] = counts[node] ?? first.commits(of: node).count { isOwn($0) }
    }
  }

  /// The bases that can be read, the first of each commit: those that no other one has as an
  /// ancestor, and the rest.
  private func usableBases() -> (main: [Base], covered: [Base]) {
    var seen = Set<ObjectID>()
    var usable: [Base] = []
    for base in bases where seen.insert(base.oid).inserted {
      if isCommit(base.oid) {
        usable.append(base)
      } else {
        generalDoubt = GitError(.missingObject, "the base '\(base.ref)' cannot be read")
      }
    }
    guard usable.count > 1 else { return (usable, []) }
    do throws(GitError) {
      let independent = try git.independent(of: usable.map(\.oid))
      let covered = usable.filter { !independent.contains($0.oid) }
      return (usable.filter { independent.contains($0.oid) }, covered)
    } catch {
      return (usable, [])
    }
  }

  private func isCommit(_ id: ObjectID) -> Bool { (try? repository.kind(of: id)) == .commit }

  /// What the open branches have that `base` has not; nil if it cannot be found out.
  private func history(since base: Base) -> BranchHistory? {
    do throws(GitError) {
      return BranchHistory(try graph(since: base))
    } catch {
      generalDoubt = error
      return nil
    }
  }

  private func graph(since base: Base) throws(GitError) -> RevisionGraph {
    do throws(GitError) {
      return try git.revisionGraph(from: open, excluding: [base.oid], withDates: true)
    } catch {
      guard error.reason == .missingObject else { throw error }
      // One tip that is not there must not spoil the answer for the others.
      let isReadable: [ObjectID: Bool] = Dictionary(
        uniqueKeysWithValues: open.map { ($0, isCommit($0)) }
      )
      let readable = open.filter { isReadable[$0] == true }
      guard readable.count < open.count else { throw error }
      for tip in open where isReadable[tip] != true { doubts[tip] = error }
      if readable.isEmpty { return RevisionGraph() }
      return try git.revisionGraph(from: readable, excluding: [base.oid], withDates: true)
    }
  }

  /// Gives the open tips for which `prove` finds a proof their verdict.
  private func settle(_ prove: (ObjectID) -> Proof?) {
    var rest: [ObjectID] = []
    for tip in open {
      if let proof = prove(tip) {
        found[tip] = .merged(proof)
      } else {
        rest.append(tip)
      }
    }
    open = rest
  }

  /// Settles the tips that are not among what the base lacks: so it has them.
  private func settleAncestors(of base: Base, _ history: BranchHistory) {
    settle { [self] tip in
      // A tip that is no commit, or is not there, is in no list.
      guard history.node(of: tip) == nil, isCommit(tip) else { return nil }
      return Proof(kind: .ancestor, base: base.ref)
    }
  }

  /// What is said of a tip that nothing has proven.
  private func negative(for tip: ObjectID) -> Verdict {
    if isShallow {
      return .unknown("this clone is shallow: its history is cut off")
    }
    if let doubt = doubts[tip] ?? generalDoubt {
      switch doubt.reason {
      case .missingObject: return .unknown("objects are missing in this clone: \(doubt.message)")
      default: return .unknown(doubt.message)
      }
    }
    return netEmpty.contains(tip) ? .netEmpty : .unmerged
  }
}

// MARK: - Elsewhere

extension Trial {
  /// Looks for the open tips in the history of the other refs.
  private func searchElsewhere(excluding main: [Base]) {
    let refs = elsewhere.filter { isCommit($0.oid) }
    guard !open.isEmpty, !refs.isEmpty else { return }
    let graph: RevisionGraph
    do throws(GitError) {
      graph = try git.revisionGraph(from: refs.map(\.oid), excluding: main.map(\.oid))
    } catch {
      generalDoubt = error
      isElsewhereKnown = false
      return
    }
    elsewhereGraph = graph
    // Each commit gets the first ref that reaches it, children before parents.
    var reachedBy = [Int32](repeating: -1, count: graph.ids.count)
    for (number, ref) in refs.enumerated().reversed() {
      if let node = graph.node(of: ref.oid) { reachedBy[node] = Int32(number) }
    }
    for node in graph.order {
      for parent in graph.parents(of: node) where reachedBy[parent] < 0 {
        reachedBy[parent] = reachedBy[node]
      }
    }
    settle { tip in
      guard let node = graph.node(of: tip), graph.isListed(node), reachedBy[node] >= 0 else {
        return nil
      }
      return Proof(kind: .elsewhere, base: refs[Int(reachedBy[node])].ref)
    }
  }
}

// MARK: - Patches

extension Trial {
  /// An open branch as one base sees it.
  private struct Candidate {
    let tip: ObjectID
    let node: BranchHistory.Node
    let mergeBases: [ObjectID]
    /// Whether none of its own commits is a merge.
    let isLine: Bool

    /// The whole branch against each place where it left the base.
    var whole: [DiffPair] { mergeBases.map { DiffPair(new: tip, old: $0) } }
  }

  /// Looks for the open branches' patches, then for their changes, in `base`.
  private func comparePatches(with base: Base, _ history: BranchHistory) {
    var history = history
    let range: BaseRange
    do throws(GitError) {
      if open.contains(where: { history.node(of: $0).map(history.borders)?.isEmpty == true }) {
        // A history of its own, or one that clocks that went backwards make look so.
        let own = Set(history.graph.order.map { history.graph.ids[$0] })
        history = try history.without(git.reachable(from: base.oid, among: own))
      }
      guard let found = try self.range(of: base, history) else {
        settleAncestors(of: base, history)
        return
      }
      range = found
      history = history.without { range.node(of: $0) != nil }
    } catch {
      generalDoubt = error
      return
    }
    settleAncestors(of: base, history)
    let all = candidates(history, range)
    // Where the base has nothing new, it can have nothing of the branch, and merging changes it.
    noteNetEmpty(among: all.filter { $0.mergeBases == [base.oid] }, base)
    let candidates = all.filter { $0.mergeBases != [base.oid] }
    guard !candidates.isEmpty else { return }
    let matcher = PatchMatcher(git, repository: repository, range: range, merge: merge)
    let containments = summarize(candidates, in: matcher, base, history)

    // First by blobs alone; where these differ, by patches.
    prove(candidates, matcher, base, history)
    let stillOpen = Set(open)
    let rest = candidates.filter { stillOpen.contains($0.tip) }
    let lines = history.lines(from: rest.filter(\.isLine).map(\.node))
    // A line with a commit whose paths no commit of the base changes need not be read further.
    let hopeful = marking(lines, history) { matcher.mayMatch(history.pair(of: $0)) }
    let wanted = history.lines(from: rest.lazy.map(\.node).filter(hopeful.contains))
    var seen = Set<DiffPair>()
    matcher.comparePatches(
      of: (rest.flatMap(\.whole) + wanted.map { history.pair(of: $0) })
        .filter { seen.insert($0).inserted }
    )
    prove(rest, matcher, base, history)

    if let failure = matcher.baseFailure { generalDoubt = failure }
    let counterparts = counterparts(of: lines, matcher, history)
    let mayBeRebased = marking(lines, history) { node in
      matcher.failure(of: history.pair(of: node)) != nil || counterparts[node] != nil
    }
    for candidate in rest {
      if let failure = candidate.whole.lazy.compactMap(matcher.failure).first {
        doubts[candidate.tip] = failure
      } else if candidate.isLine, mayBeRebased.contains(candidate.node) {
        doubts[candidate.tip] = GitError(.missingObject, "not all of its commits can be compared")
      }
      if candidate.whole.contains(where: { matcher.summary(of: $0)?.isEmpty == true }) {
        netEmpty.insert(candidate.tip)
      }
    }
    proveContained(candidates, containments, base, history, matcher)
  }

  /// Finds the branches that have the base's tree after all that they did.
  private func noteNetEmpty(among candidates: [Candidate], _ base: Base) {
    guard !candidates.isEmpty, let tree = try? repository.commit(base.oid).tree else { return }
    for candidate in candidates where (try? repository.commit(candidate.tip).tree) == tree {
      netEmpty.insert(candidate.tip)
    }
  }

  /// The base since the oldest place where an open branch left it; nil if none has a place.
  private func range(of base: Base, _ history: BranchHistory) throws(GitError) -> BaseRange? {
    var seen = Set<BranchHistory.Node>()
    for tip in open {
      guard let node = history.node(of: tip) else { continue }
      for border in history.borders(of: node) { seen.insert(border) }
    }
    if seen.isEmpty { return nil }
    let graph = history.graph
    return try BaseRange(
      of: base.oid,
      since: seen.map { (graph.ids[$0], graph.date(of: $0)) },
      git: git,
      repository: repository
    )
  }

  private func candidates(_ history: BranchHistory, _ range: BaseRange) -> [Candidate] {
    open.compactMap { tip in
      guard let node = history.node(of: tip) else { return nil }
      let graph = history.graph
      let mergeBases = range.mergeBases(among: history.borders(of: node).map { graph.ids[$0] })
      if mergeBases.isEmpty { return nil }
      let isLine = history.isLine(node)
      return Candidate(tip: tip, node: node, mergeBases: mergeBases, isLine: isLine)
    }
  }

  /// The nodes for which `isTrue` holds all the way down their line.
  ///
  /// `lines` has parents before children, so each is asked about once, however many branches
  /// stand on it.
  private func marking(
    _ lines: [BranchHistory.Node],
    _ history: BranchHistory,
    where isTrue: (BranchHistory.Node) -> Bool
  ) -> Set<BranchHistory.Node> {
    var marked = Set<BranchHistory.Node>()
    for node in lines {
      if let below = history.next(onLineBelow: node), !marked.contains(below) { continue }
      if isTrue(node) { marked.insert(node) }
    }
    return marked
  }

  /// Reads what the candidates change; gives how that stands to the base's files.
  private func summarize(
    _ candidates: [Candidate],
    in matcher: PatchMatcher,
    _ base: Base,
    _ history: BranchHistory
  ) -> [DiffPair: Containment] {
    let baseTree = try? repository.commit(base.oid).tree
    var containments: [DiffPair: Containment] = [:]
    let whole = Set(candidates.flatMap(\.whole))
    var seen = Set<DiffPair>()
    let lines = history.lines(from: candidates.filter(\.isLine).map(\.node))
    let pairs = (candidates.flatMap(\.whole) + lines.map { history.pair(of: $0) })
      .filter { seen.insert($0).inserted }
    let (repository, merge) = (repository, merge)
    matcher.summarize(pairs, detailed: whole) { pair, files in
      guard let baseTree, !files.isEmpty else { return }
      containments[pair] = Containment(repository, merge, baseTree: baseTree, files: files)
    }
    return containments
  }

  /// Settles the candidates whose patches are in the base.
  private func prove(
    _ candidates: [Candidate],
    _ matcher: PatchMatcher,
    _ base: Base,
    _ history: BranchHistory
  ) {
    let byTip = Dictionary(uniqueKeysWithValues: candidates.map { ($0.tip, $0) })
    let lines = history.lines(from: candidates.filter(\.isLine).map(\.node))
    let counterparts = counterparts(of: lines, matcher, history)
    settle { [self] tip in
      guard let candidate = byTip[tip] else { return nil }
      if candidate.isLine, let last = counterparts[candidate.node] {
        let all = history.commits(of: candidate.node).compactMap { counterparts[$0] }
        return Proof(
          kind: .rebased,
          base: base.ref,
          commit: matcher.id(of: last),
          revertedInBase: reverted(all, matcher)
        )
      }
      for (pair, border) in zip(candidate.whole, candidate.mergeBases) {
        guard let node = matcher.match(for: pair, since: border) else { continue }
        return Proof(
          kind: .squashed,
          base: base.ref,
          commit: matcher.id(of: node),
          reverted: reverted(in: candidate, history, matcher),
          revertedInBase: reverted([node], matcher)
        )
      }
      return nil
    }
  }

  /// For each commit that can be traced down to the base: the base's own commit that changes the
  /// same, one to one and in the same order, after the line left the base.
  ///
  /// Taking the oldest that is left for each is enough: it leaves most for those that follow.
  private func counterparts(
    of lines: [BranchHistory.Node],
    _ matcher: PatchMatcher,
    _ history: BranchHistory
  ) -> [BranchHistory.Node: BaseRange.Node] {
    var found: [BranchHistory.Node: BaseRange.Node] = [:]
    for node in lines {
      var earlier: BaseRange.Node?
      if let below = history.next(onLineBelow: node) {
        guard let last = found[below] else { continue }
        earlier = last
      }
      guard let border = history.borders(of: node).first else { continue }
      found[node] = matcher.match(
        for: history.pair(of: node),
        since: history.graph.ids[border],
        after: earlier
      )
    }
    return found
  }

  /// The oldest of these commits of the base that the base took back later.
  private func reverted(_ nodes: [BaseRange.Node], _ matcher: PatchMatcher) -> Reversal? {
    for node in nodes.reversed() {
      guard let by = matcher.reverting(node) else { continue }
      return Reversal(commit: matcher.id(of: node), reverting: by)
    }
    return nil
  }

  private func proveContained(
    _ candidates: [Candidate],
    _ containments: [DiffPair: Containment],
    _ base: Base,
    _ history: BranchHistory,
    _ matcher: PatchMatcher
  ) {
    let byTip = Dictionary(uniqueKeysWithValues: candidates.map { ($0.tip, $0) })
    var doubts: [ObjectID: GitError] = [:]
    settle { [self] tip in
      guard let candidate = byTip[tip] else { return nil }
      // With several merge bases git merges these first: no single one can stand for them.
      guard let pair = candidate.whole.first, let containment = containments[pair] else {
        return nil
      }
      do throws(GitError) {
        let holds =
          candidate.mergeBases.count == 1
          ? try containment.holds(merging: tip, into: base.oid)
          : try containment.holdsAsWhole(merging: tip, into: base.oid)
        guard holds else { return nil }
      } catch {
        if error.reason != .unrelated { doubts[tip] = error }
        return nil
      }
      let reverted = reverted(in: candidate, history, matcher)
      return Proof(kind: .contained, base: base.ref, reverted: reverted)
    }
    self.doubts.merge(doubts) { old, _ in old }
  }

  /// A commit that the branch took back itself, so that its patch as a whole does not show it.
  private func reverted(
    in candidate: Candidate,
    _ history: BranchHistory,
    _ matcher: PatchMatcher
  ) -> Reversal? {
    let nodes = history.commits(of: candidate.node)
    guard nodes.count > 1 else { return nil }
    return Reversals.first(
      among: nodes.sorted { history.isNewer($0, than: $1) }.compactMap { node in
        guard let commit = try? repository.commit(history.graph.ids[node]) else { return nil }
        return (commit, matcher.summary(of: history.pair(of: node)))
      }
    )
  }

  /// Looks for the open branches' changes in a base whose history another base has.
  private func compareFiles(with base: Base, _ history: BranchHistory) {
    guard let baseTree = try? repository.commit(base.oid).tree else { return }
    var pairs: [DiffPair] = []
    for tip in open {
      // Several borders would have to be sorted out by a walk that this base is not worth.
      guard let node = history.node(of: tip), let border = history.borders(of: node).only else {
        continue
      }
      pairs.append(DiffPair(new: tip, old: history.graph.ids[border]))
    }
    var contained = Set<ObjectID>()
    let (repository, merge) = (repository, merge)
    git.changes(of: pairs, withFiles: .all) { index, result in
      guard case .success((_, let files)) = result, !files.isEmpty else { return }
      let tip = pairs[index].new
      let containment = Containment(repository, merge, baseTree: baseTree, files: files)
      if (try? containment.holds(merging: tip, into: base.oid)) == true { contained.insert(tip) }
    }
    settle { contained.contains($0) ? Proof(kind: .contained, base: base.ref) : nil }
  }
}

extension Array {
  /// The one element, if there is no other.
  fileprivate var only: Element? { count == 1 ? self[0] : nil }
}
