import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import ProcessKit
import TerminalKit
import ToolKit

/// Carries out a plan: create, switch, push, verify; on failure takes everything back.
struct Publication {
  let plan: Plan
  let options: RBranchOptions
  let context: Context
  private let location: RepositoryLocation
  private let query: ReferenceQuery

  init(plan: Plan, options: RBranchOptions, context: Context) throws {
    self.plan = plan
    self.options = options
    self.context = context
    location = try context.location()
    query = ReferenceQuery(git: context.git)
  }

  func run() throws -> Outcome {
    SignalTrap.install()
    defer { SignalTrap.remove() }
    var outcome = Outcome(plan: plan)
    outcome.messages = plan.warnings
    var undo = Undo(plan: plan, location: location, context: context)
    try undo.recordState()

    if plan.creates, !plan.leftoverKeys.isEmpty { try undo.clearLeftovers() }
    var servers = plan.remote.targets.map { _ in ServerState.untouched }
    do {
      return try carryOut(&outcome, &undo, &servers)
    } catch let error as any Diagnostic {
      // Git could not be run, or a hook has left a configuration that cannot be read.
      let failure = ToolError(error.message, hints: error.hints)
      return fail(outcome, failure, undo: undo, servers)
    }
  }

  private func carryOut(
    _ outcome: inout Outcome,
    _ undo: inout Undo,
    _ servers: inout [ServerState]
  ) throws -> Outcome {
    if plan.creates {
      if let failure = try create(&outcome, &undo) {
        return fail(outcome, failure, undo: undo, servers)
      }
      outcome.switched = plan.switches
    }
    if SignalTrap.pending != nil { return fail(outcome, interrupted, undo: undo, servers) }

    let push = try runPush()
    outcome.pushed = push.hasCreated
    servers = push.states(interrupted: SignalTrap.pending != nil)
    if options.format != .text { outcome.messages += push.said.map(\.harmless.text) }
    if SignalTrap.pending != nil { return fail(outcome, interrupted, undo: undo, servers) }
    if !push.succeeded {
      if options.isQuiet { push.said.map(\.text).forEach(context.note) }
      outcome.messages += push.tidings
      return fail(outcome, push.failure(in: context), undo: undo, servers)
    }
    outcome.pullRequest =
      outcome.pushed ? PullRequest(in: push.said) ?? plan.pullRequest : nil
    let verified = try verify(outcome, undo: undo, servers)
    if verified.failure == nil, SignalTrap.pending != nil {
      return fail(outcome, interrupted, undo: undo, servers)
    }
    return verified
  }

  private func runPush() throws -> Push {
    let isShown = !options.isQuiet
    let arguments = Push.arguments(
      plan,
      showingProgress: isShown && context.streams.error.isTerminal
    )
    tell(arguments)
    return try Push(
      plan,
      arguments: arguments,
      in: context,
      sink: isShown ? context.streams.error : nil
    )
  }

  private var interrupted: ToolError {
    ToolError("interrupted", exitStatus: .failure)
  }

  // MARK: Create

  /// Creates the branch, and switches to it; gives the reason if git refused.
  ///
  /// Without a start point of its own git skips looking at every file, so HEAD is not named.
  private func create(_ outcome: inout Outcome, _ undo: inout Undo) throws -> ToolError? {
    let start = plan.oid == plan.head.oid ? [] : [plan.oid]
    let arguments: [ByteString] =
      plan.switches
      ? ["switch", "--quiet", "--no-track", "--no-guess", "-c", plan.branch] + start
      : ["branch", "--no-track", plan.branch, plan.oid]
    var process = context.git.subprocess(arguments, keepingLocale: true)
    process.output = .standardError
    process.errorOutput = .inherit
    tell(arguments)
    let result = try process.run()
    guard result.succeeded else {
      SignalTrap.settle(after: result.termination)
      switch result.termination {
      case .signaled, .timedOut: undo.creation = .interrupted
      case .exited(1) where try hasCreated(undo):
        // Git has done its own part; a hook after it cannot undo that (githooks(5)).
        outcome.messages.append(
          "the post-checkout hook failed; git had switched to '\(plan.branch.text)' before it ran"
        )
        return nil
      case .exited: undo.creation = .refused
      }
      return ToolError(
        "git \(plan.switches ? "switch" : "branch") could not create '\(plan.branch.text)'",
        exitStatus: .failure
      )
    }
    return nil
  }

  /// Whether git has made the branch and, if asked, switched to it, whatever its status.
  private func hasCreated(_ undo: Undo) throws -> Bool {
    try (plan.switches && undo.headReference() == plan.ref)
      || query.oid(of: plan.ref, in: location) == plan.oid
  }

  /// Shows a step as the command that carries it out.
  private func tell(_ arguments: [ByteString]) {
    guard options.isVerbose else { return }
    context.note("git \(arguments.map(\.text).joined(separator: " "))")
  }

  // MARK: Verify

  /// Reads back what the push says it did; git exits 0 also when it could not write the
  /// configuration or the remote-tracking ref.
  private func verify(
    _ outcome: Outcome,
    undo: Undo,
    _ servers: [ServerState]
  ) throws -> Outcome {
    var outcome = outcome
    if try !hasUpstreamConfiguration() {
      guard undo.writeUpstream(), try hasUpstreamConfiguration() else {
        let failure = ToolError(
          "the upstream of '\(plan.branch.text)' could not be written to the configuration",
          hints: ["another process holds '\(location.commonDirectory.text)/config.lock'"]
        )
        return fail(outcome, failure, undo: undo, servers)
      }
      outcome.messages.append("git could not write the upstream; it has been set afterwards")
    }
    guard let trackingRef = plan.trackingRef else {
      outcome.messages.append(
        "the fetch refspecs of '\(plan.remote.name.text)' leave out '\(plan.branch.text)', so it "
          + "has no remote-tracking branch; to add it: git remote set-branches --add "
          + "\(plan.remote.name.shellQuoted.text) \(plan.branch.shellQuoted.text)"
      )
      return outcome
    }
    guard try query.oid(of: plan.ref, in: location) != nil else {
      outcome.failure = ToolError(
        "the branch '\(plan.branch.text)' was deleted while it was published",
        hints: [
          "to delete it on the remote too: \(undo.deletionCommand(on: plan.remote.targets[0]))"
        ],
        exitStatus: .failure
      )
      return outcome
    }
    guard try query.oid(of: trackingRef, in: location) == plan.oid else {
      let failure = ToolError(
        "the branch was pushed, but '\(trackingRef.text)' could not be written",
        hints: [
          "a stale ref may be in the way: git fetch --prune \(plan.remote.name.shellQuoted.text)"
        ]
      )
      return fail(outcome, failure, undo: undo, servers)
    }
    outcome.upstream = plan.upstream
    if plan.switches { outcome.switched = try undo.headReference() == plan.ref }
    return outcome
  }

  private func hasUpstreamConfiguration() throws -> Bool {
    let config = try ConfigStack.load(
      location,
      environment: context.environment,
      workingDirectory: context.workingDirectory
    )
    return config.last("branch.\(plan.branch).remote")?.value == plan.remote.name
      && config.last("branch.\(plan.branch).merge")?.value == plan.ref
  }

  // MARK: Fail

  private func fail(
    _ outcome: Outcome,
    _ failure: ToolError,
    undo: Undo,
    _ servers: [ServerState]
  ) -> Outcome {
    var outcome = outcome
    outcome.signal = SignalTrap.pending
    // A step fails in its own words when its git was stopped by the signal.
    let failure = outcome.signal == nil ? failure : interrupted
    SignalTrap.clear()
    var hints = failure.hints
    outcome.pullRequest = nil
    let isKept = plan.keepsOnFailure && plan.creates && undo.creation == .done
    let left = undo.run(servers, keepingBranch: isKept)
    outcome.rolledBack = left.isEmpty && !isKept
    outcome.switched = left.contains(where: \.isHead) || (isKept && plan.switches)
    outcome.pushed = left.contains(where: \.isRemote)
    outcome.messages += left.map(\.text)
    hints += left.flatMap(\.hints)
    if isKept {
      outcome.messages.append("kept the local branch '\(plan.branch.text)'")
      hints.append("to publish it: git rbranch --publish \(plan.branch.shellQuoted.text)")
    } else if left.isEmpty {
      outcome.messages.append("rolled back: nothing was changed")
    }
    outcome.failure = ToolError(failure.message, hints: hints, exitStatus: .failure)
    return outcome
  }
}
