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
    do {
      return try carryOut(&outcome, &undo)
    } catch let error as any Diagnostic {
      // Git could not be run, or a hook has left a configuration that cannot be read.
      let failure = ToolError(error.message, hints: error.hints)
      return fail(outcome, failure, undo: undo, server: outcome.pushed ? .created : .untouched)
    }
  }

  private func carryOut(_ outcome: inout Outcome, _ undo: inout Undo) throws -> Outcome {
    if plan.creates {
      if let failure = try create(&undo) {
        return fail(outcome, failure, undo: undo, server: .untouched)
      }
      outcome.switched = plan.switches
    }
    if SignalTrap.pending != nil {
      return fail(outcome, interrupted, undo: undo, server: .untouched)
    }

    let push = try runPush()
    outcome.messages += push.messages
    outcome.pushed = !push.created.isEmpty
    if SignalTrap.pending != nil {
      return fail(outcome, interrupted, undo: undo, server: .unknown)
    }
    if let failure = pushFailure(push) {
      // Git goes on to the next URL after a refusal, but not after a lost connection.
      let reachedAll = push.created.count >= plan.remote.addresses.count
      return fail(
        outcome,
        failure,
        undo: undo,
        server: reachedAll ? .created : push.mayHaveCreated ? .unlikely : .untouched,
        reachedOthers: reachedAll ? [] : push.created
      )
    }
    let verified = try verify(outcome, undo: undo)
    if verified.failure == nil, SignalTrap.pending != nil {
      return fail(outcome, interrupted, undo: undo, server: outcome.pushed ? .created : .untouched)
    }
    return verified
  }

  private var interrupted: ToolError {
    ToolError("interrupted", exitStatus: .failure)
  }

  // MARK: Create

  /// Creates the branch, and switches to it; gives the reason if git refused.
  ///
  /// Without a start point of its own git skips looking at every file, so HEAD is not named.
  private func create(_ undo: inout Undo) throws -> ToolError? {
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
      // A failing post-checkout hook is 1: then git has done its own part.
      switch result.termination {
      case .exited(128): undo.creation = .refused
      case .signaled, .timedOut: undo.creation = .interrupted
      case .exited: undo.creation = .done
      }
      return ToolError(
        "git \(plan.switches ? "switch" : "branch") could not create '\(plan.branch.text)'",
        exitStatus: .failure
      )
    }
    return nil
  }

  /// Shows a step as the command that carries it out.
  private func tell(_ arguments: [ByteString]) {
    guard options.isVerbose else { return }
    context.note("git \(arguments.map(\.text).joined(separator: " "))")
  }

  // MARK: Push

  private struct Push {
    var result: ProcessResult
    var report: PushReport
    var messages: [String]

    /// The URLs that took the branch.
    var created: [ByteString] { report.results.filter { $0.flag == .created }.map(\.url) }
    /// The connection broke before the server's answer was known.
    var mayHaveCreated: Bool {
      report.results.allSatisfy { $0.flag == nil } && result.termination != .exited(1)
    }
  }

  private func runPush() throws -> Push {
    var arguments: [ByteString] = [
      "push", "--porcelain", "--no-follow-tags", "--set-upstream",
      "--force-with-lease=\(plan.ref):",
    ]
    if !plan.runsPrePushHook { arguments.append("--no-verify") }
    arguments += plan.pushOptions.map { "--push-option=\($0)" }
    arguments += ["--", plan.remote.name, "\(plan.ref):\(plan.ref)"]
    var process = try context.networkGit(arguments, keepingLocale: true)
    process.input = .inherit
    process.errorOutput = options.format == .text && !options.isQuiet ? .inherit : .capture
    tell(arguments)
    let result = try process.run()
    SignalTrap.settle(after: result.termination)
    let said = result.errorOutput.lines.map(\.trimmed.harmless.text).filter { !$0.isEmpty }
    if !options.isQuiet || !result.succeeded { said.forEach(context.note) }
    return Push(
      result: result,
      report: PushReport(parsing: result.output, ref: plan.ref),
      messages: said
    )
  }

  /// Why the push is no success; nil if every URL has the branch as wanted.
  private func pushFailure(_ push: Push) -> ToolError? {
    let results = push.report.results
    let remote = plan.remote.name.text
    if results.contains(where: { $0.flag == .upToDate }), plan.creates {
      return ServerCheck(plan: plan, context: context).exists(at: plan.oid)
    }
    if push.result.succeeded, !results.isEmpty,
      results.allSatisfy({ $0.flag == .created || $0.flag == .upToDate })
    {
      return nil
    }
    if let rejected = results.first(where: { $0.flag == .rejected }) {
      if let explained = ServerCheck(plan: plan, context: context).explanation() {
        return explained
      }
      return ToolError("'\(remote)' refused '\(plan.branch.text)': \(rejected.reason.text)")
    }
    if !plan.pushOptions.isEmpty, push.created.isEmpty, push.result.termination == .exited(128) {
      return ToolError(
        "could not push '\(plan.branch.text)' to '\(remote)'",
        hints: ["if the server takes no push options, try again without --push-option"]
      )
    }
    if push.result.succeeded, results.isEmpty {
      return ToolError(
        "git push pushed nothing to '\(remote)'",
        hints: ["push.recurseSubmodules may be 'only', which leaves this repository out"]
      )
    }
    let hint =
      push.result.termination == .exited(1) && plan.runsPrePushHook && results.isEmpty
      ? ["a pre-push hook may have refused it; --no-verify skips the hook"] : []
    return ToolError("could not push '\(plan.branch.text)' to '\(remote)'", hints: hint)
  }

  // MARK: Verify

  /// Reads back what the push says it did; git exits 0 also when it could not write the
  /// configuration or the remote-tracking ref.
  private func verify(_ outcome: Outcome, undo: Undo) throws -> Outcome {
    var outcome = outcome
    if try !hasUpstreamConfiguration() {
      guard undo.writeUpstream(), try hasUpstreamConfiguration() else {
        let failure = ToolError(
          "the upstream of '\(plan.branch.text)' could not be written to the configuration",
          hints: ["another process holds '\(location.commonDirectory.text)/config.lock'"]
        )
        return fail(outcome, failure, undo: undo, server: outcome.pushed ? .created : .untouched)
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
        hints: ["to delete it on the remote too: \(undo.remoteDeletionCommand)"],
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
      return fail(outcome, failure, undo: undo, server: outcome.pushed ? .created : .untouched)
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

  /// What is known about the branch on the server when a run fails.
  enum ServerState {
    case untouched
    case created
    /// The connection failed, most likely before anything was sent.
    case unlikely
    /// We were interrupted: the server may still be at work.
    case unknown
  }

  private func fail(
    _ outcome: Outcome,
    _ failure: ToolError,
    undo: Undo,
    server: ServerState,
    reachedOthers: [ByteString] = []
  ) -> Outcome {
    var outcome = outcome
    outcome.signal = SignalTrap.pending
    // A step fails in its own words when its git was stopped by the signal.
    let failure = outcome.signal == nil ? failure : interrupted
    SignalTrap.clear()
    var hints = failure.hints
    if !reachedOthers.isEmpty {
      // Several push URLs: one has the branch, another has not. Neither is for us to undo.
      outcome.pushed = true
      outcome.upstream = plan.upstream
      outcome.messages += reachedOthers.map {
        "'\($0.redactingCredentials.text)' has the branch now"
      }
      hints = ["to finish: \(plan.pushCommand)"]
    } else {
      let isKept = plan.keepsOnFailure && plan.creates && undo.creation == .done
      let left = undo.run(server: server, keepingBranch: isKept)
      outcome.rolledBack = left.isEmpty && !isKept
      outcome.switched = left.contains(where: \.isHead) || (isKept && plan.switches)
      outcome.pushed = left.contains(where: \.isRemote)
      outcome.messages += left.map(\.text)
      hints += left.map(\.hint)
      if isKept {
        outcome.messages.append("kept the local branch '\(plan.branch.text)'")
        hints.append("to publish it: git rbranch --publish \(plan.branch.shellQuoted.text)")
      } else if left.isEmpty {
        outcome.messages.append("rolled back: nothing was changed")
      }
    }
    outcome.failure = ToolError(failure.message, hints: hints, exitStatus: .failure)
    return outcome
  }
}
