import ByteKit
import HistoryKit
import ProcessKit

/// Judges whether the work of branches is elsewhere.
///
/// One list of bases for all branches; each question is asked for all of them at once, the cheapest
/// first, so that the cost grows with the history walked and not with the number of branches.
/// Whatever cannot be read makes a verdict `unknown`, never an error.
final class VerdictEngine {
  private let repository: Repository
  private let environment: Environment
  private let bases: [Base]
  private let elsewhere: [Base]
  private let timeLimit: Duration?
  /// What judging has counted on the way.
  private var counted: [ObjectID: Int] = [:]

  /// Takes commits that work may have been merged into, and other refs that keep a commit alive:
  /// live remote-tracking refs and tags, peeled to commits.
  init(
    repository: Repository,
    git: GitProcess,
    bases: [Base],
    elsewhere: [Base],
    timeLimit: Duration? = nil
  ) {
    self.repository = repository
    environment = git.environment
    self.bases = bases
    self.elsewhere = elsewhere
    self.timeLimit = timeLimit
  }

  /// The verdict on each tip.
  func judge(_ tips: [ObjectID]) -> [ObjectID: Verdict] {
    guard !bases.isEmpty else {
      return Dictionary(uniqueKeysWithValues: Set(tips).map { ($0, .unknown("there is no base")) })
    }
    do throws(GitError) {
      let trial = try Trial(
        repository: repository,
        git: isolatedGit(),
        bases: bases,
        elsewhere: elsewhere,
        tips: tips
      )
      let verdicts = trial.verdicts()
      counted.merge(trial.ownCommits) { $1 }
      return verdicts
    } catch {
      return Dictionary(uniqueKeysWithValues: Set(tips).map { ($0, .unknown(error.message)) })
    }
  }

  /// How many commits of each tip are on no base and on no other ref; tips for which this cannot
  /// be found out are left out.
  ///
  /// Costs nothing for what `judge` has found to be unmerged.
  func ahead(_ tips: [ObjectID]) -> [ObjectID: Int] {
    let rest = tips.filter { counted[$0] == nil }
    counted.merge(count(rest)) { $1 }
    return Dictionary(
      uniqueKeysWithValues: Set(tips).compactMap { tip in
        counted[tip].map { (tip, $0) }
      }
    )
  }

  private func count(_ tips: [ObjectID]) -> [ObjectID: Int] {
    let excluded = Set((bases + elsewhere).map(\.oid)).filter(isCommit)
    let known = Set(tips).filter(isCommit)
    guard !known.isEmpty,
      let graph = try? isolatedGit().revisionGraph(from: Array(known), excluding: Array(excluded))
    else { return [:] }
    let history = BranchHistory(graph)
    // On lines without a merge, which nearly all are, each commit counts one more than its parent.
    var lengths = [Int32](repeating: 0, count: graph.ids.count)
    for node in graph.order.reversed() where history.isLine(node) {
      lengths[node] = 1 + (graph.parents(of: node).first { _ in true }.map { lengths[$0] } ?? 0)
    }
    var counts: [ObjectID: Int] = [:]
    for tip in known {
      guard let node = history.node(of: tip) else {
        counts[tip] = 0
        continue
      }
      counts[tip] = history.isLine(node) ? Int(lengths[node]) : history.commits(of: node).count
    }
    return counts
  }

  private func isCommit(_ id: ObjectID) -> Bool { (try? repository.kind(of: id)) == .commit }

  private func isolatedGit() throws(GitError) -> IsolatedGit {
    try IsolatedGit(
      repository,
      environment: environment,
      deadline: timeLimit.map { ContinuousClock.now.advanced(by: $0) }
    )
  }
}
