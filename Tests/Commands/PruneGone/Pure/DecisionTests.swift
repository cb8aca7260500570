import ByteKit
import CommandLineKit
import DiagnosticKit
import HistoryKit
import Testing

@testable import PruneGoneTool

@Suite struct DecisionTests {
  private static func branch(
    _ name: ByteString,
    state: BranchState = .gone,
    remote: ByteString? = "origin"
  ) throws -> PlannedBranch {
    PlannedBranch(
      branch: LocalBranch(
        ref: "refs/heads/\(name)",
        oid: try #require(ObjectID(hex: ByteString(String(repeating: "1", count: 40)))),
        remote: remote,
        merge: "refs/heads/\(name)",
        upstream: "refs/remotes/origin/\(name)",
        state: state
      )
    )
  }

  private static let nothingProtected = Protection(
    bases: [],
    initialBranch: nil,
    patterns: [],
    undeletable: []
  )
  private static let merged = Verdict.merged(
    Proof(kind: .ancestor, base: "refs/remotes/origin/main")
  )

  private static func reason(
    _ planned: PlannedBranch,
    level: DeletionLevel = .merged,
    protection: Protection? = nil,
    unchecked: Set<ByteString> = [],
    stopped: Set<ByteString> = [],
    filter: ByteString? = nil,
    twin: ByteString? = nil
  ) -> PlannedBranch.Reason? {
    var planned = planned
    Decision(
      level: level,
      protection: protection ?? nothingProtected,
      uncheckedRemotes: unchecked,
      stoppedRemotes: stopped
    ).apply(to: &planned, Decision.Circumstances(filter: filter, twin: twin))
    return planned.action == .delete ? nil : planned.reason
  }

  @Test func onlyProvenOnesGoByDefault() throws {
    var planned = try Self.branch("feat")
    planned.verdict = Self.merged
    #expect(Self.reason(planned) == nil)
    planned.verdict = .unmerged
    #expect(Self.reason(planned) == .unproven)
    planned.verdict = .netEmpty
    #expect(Self.reason(planned) == .netEmpty)
    planned.verdict = .unknown("shallow")
    #expect(Self.reason(planned) == .unknown)
    planned.verdict = nil
    #expect(Self.reason(planned) == .unknown)
  }

  @Test(arguments: [
    (DeletionLevel.pushed, PlannedBranch.Evidence.pushed, true), (.pushed, .unpushed, false),
    (.all, .pushed, true), (.all, .unpushed, true), (.merged, .pushed, false),
  ])
  func levelsWidenWhatGoes(
    level: DeletionLevel,
    evidence: PlannedBranch.Evidence,
    goes: Bool
  ) throws {
    for verdict in [Verdict.unmerged, .netEmpty] {
      var planned = try Self.branch("feat")
      planned.verdict = verdict
      planned.evidence = evidence
      #expect((Self.reason(planned, level: level) == nil) == goes)
    }
    var unknown = try Self.branch("feat")
    unknown.verdict = .unknown("")
    unknown.evidence = evidence
    #expect(Self.reason(unknown, level: level) == .unknown)
  }

  @Test func nothingOverridesHoldersAndProtection() throws {
    var held = try Self.branch("feat")
    held.verdict = Self.merged
    held.holders = [Holder(kind: .rebase, place: "/w")]
    #expect(Self.reason(held, level: .all) == .held)
    for name: ByteString in ["main", "master", "develop", "trunk", "first", "release/1.0", "mine"] {
      var planned = try Self.branch(name)
      planned.verdict = Self.merged
      let protection = Protection(
        bases: ["refs/heads/mine"],
        initialBranch: "first",
        patterns: [BranchPattern("release*")],
        undeletable: []
      )
      #expect(Self.reason(planned, level: .all, protection: protection) == .protected, "\(name)")
    }
    var undeletable = try Self.branch("kept")
    undeletable.verdict = Self.merged
    let protection = Protection(
      bases: [],
      initialBranch: nil,
      patterns: [],
      undeletable: ["kept"]
    )
    #expect(Self.reason(undeletable, level: .all, protection: protection) == .protected)
  }

  @Test(arguments: [
    BranchState.none, .localUpstream, .remoteMissing, .unmapped, .live,
  ])
  func onlyGoneOnesAreCandidates(state: BranchState) throws {
    var planned = try Self.branch("feat", state: state)
    planned.verdict = Self.merged
    #expect(Self.reason(planned, level: .all) == .notGone)
  }

  @Test func whatCouldNotBeLookedAtIsKept() throws {
    var planned = try Self.branch("feat")
    planned.verdict = Self.merged
    #expect(Self.reason(planned, level: .all, unchecked: ["origin"]) == .remoteUnchecked)
    #expect(Self.reason(planned, level: .all, unchecked: ["other"]) == nil)
    #expect(Self.reason(planned, level: .all, stopped: ["origin"]) == .breaker)
    #expect(Self.reason(planned, level: .all, filter: "no") == .filtered)
    #expect(Self.reason(planned, level: .all, twin: "refs/heads/Feat") == .unknown)
    let live = try Self.branch("feat", state: .live)
    #expect(Self.reason(live, unchecked: ["origin"]) == .remoteUnchecked)
  }

  @Test(arguments: [
    ("feat*", "feature/a/b", true), ("feat", "feature", false), ("*", "a/b/c", true),
    ("a?b", "a/b", true), ("[a-c]*", "b/x", true), ("feat/*", "feat", false),
    ("FEAT", "feat", false), ("", "feat", false),
  ])
  func patternsAreThoseOfBranchList(pattern: ByteString, name: ByteString, matches: Bool) {
    #expect(BranchPattern(pattern).matches(name) == matches)
  }

  @Test(arguments: [
    ("3", 3, 10, false), ("3", 4, 10, true), ("0", 1, 10, true), ("0", 0, 10, false),
    ("10%", 1, 10, false), ("10%", 2, 10, true), ("100%", 10, 10, false), ("0%", 1, 1000, true),
    ("33%", 1, 3, true), ("34%", 1, 3, false),
  ])
  func limitsCountOrMeasure(
    limit: ByteString,
    deletions: Int,
    branches: Int,
    exceeded: Bool
  )
    throws
  {
    #expect(
      try DeletionLimit(argument: limit).isExceeded(by: deletions, of: branches) == exceeded
    )
  }

  @Test(arguments: ["", "-1", "x", "10x%", "101%", "%", "1.5", "99999999999999999999"])
  func otherLimitsAreRefused(limit: ByteString) {
    #expect(throws: UnexpectedValue.self) { try DeletionLimit(argument: limit) }
  }

  @Test func theLimitStopsEverything() throws {
    var plan = Plan(repository: "/r")
    for name: ByteString in ["a", "b"] {
      var planned = try Self.branch(name)
      planned.action = .delete
      plan.branches.append(planned)
    }
    var allowed = plan
    allowed.applyBreakers(maximum: .count(2))
    #expect(allowed.deletions.count == 2)
    #expect(allowed.exitStatus == .success)
    plan.applyBreakers(maximum: .count(1))
    #expect(plan.deletions.isEmpty)
    #expect(plan.branches.map(\.reason) == [.breaker, .breaker])
    #expect(plan.exitStatus == .stopped)
  }

  @Test(
    arguments: [
      ([], 0), ([0, 2], 2), ([2, 1], 1), ([1, 3, 2], 3), ([3, 128], 128), ([128, 129, 3], 129),
    ] as [([Int32], Int32)]
  )
  func severalCausesGiveOneStatus(causes: [Int32], status: Int32) {
    #expect(
      ExitStatus.combined(causes.map { ExitStatus(rawValue: $0) }) == ExitStatus(rawValue: status)
    )
  }

  @Test func aNewerPlanDeletesOnlyWhatWasApproved() throws {
    var approved = Plan(repository: "/r")
    var chosen = try Self.branch("chosen")
    chosen.action = .delete
    var moved = try Self.branch("moved")
    moved.action = .delete
    var vanished = try Self.branch("vanished")
    vanished.action = .delete
    approved.branches = [chosen, moved, vanished]

    var newer = Plan(repository: "/r")
    var again = try Self.branch("chosen")
    again.keep(.unproven, "")
    let other = try #require(ObjectID(hex: ByteString(String(repeating: "2", count: 40))))
    var elsewhere = PlannedBranch(
      branch: LocalBranch(ref: "refs/heads/moved", oid: other, remote: "origin", state: .gone)
    )
    elsewhere.action = .delete
    var late = try Self.branch("late")
    late.action = .delete
    newer.branches = [again, elsewhere, late]
    newer.restrict(toDeletionsOf: approved)
    #expect(newer.branches.map(\.action) == [.delete, .keep, .keep])
    #expect(newer.branches.map(\.reason) == [nil, .moved, .filtered])
    #expect(newer.missing == ["refs/heads/vanished"])
    #expect(newer.exitStatus == .failure)
  }

  @Test(arguments: [
    ("+refs/*:refs/*", true), ("+refs/heads/*:refs/remotes/origin/*", false),
    ("refs/heads/*:refs/heads/*", true), ("+refs/heads/main:main", true), ("main", false),
    ("^refs/heads/x", false), ("refs/heads/*:refs/heads/x/*", true), ("main:tags/x", false),
    ("refs/heads/*:refs/h*", true), ("refs/heads/main:", false), ("x:remotes/o/x", false),
    ("x:heads/x", true),
  ])
  func mirrorsWriteIntoHeads(refspec: ByteString, writes: Bool) {
    #expect(MirrorRefspec.writesIntoHeads(refspec) == writes)
  }
}
