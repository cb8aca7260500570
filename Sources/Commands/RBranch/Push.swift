import ByteKit
import ConfigKit
import ProcessKit
import TerminalKit
import ToolKit

/// One `git push` of the branch, and what came of it at each push URL.
struct Push {
  let plan: Plan
  let result: ProcessResult
  /// In the order of the remote's push URLs; nil where git said nothing.
  let answers: [PushReport.Answer?]
  /// What was said, by whomever, line by line.
  let said: [ByteString]

  /// Runs git; what it says goes to `sink` as it comes.
  init(
    _ plan: Plan,
    arguments: [ByteString],
    in context: Context,
    sink: (any ByteSink)?
  ) throws {
    let urls = plan.remote.targets.map(\.printed)
    let words = PushWords(ref: plan.ref, urls: urls, sink: sink)
    var process = try context.networkGit(arguments, keepingLocale: true)
    process.input = .inherit
    process.output = .stream { words.takeOutput($0) }
    process.errorOutput = .stream { words.takeError($0) }
    let result = try process.run()
    words.finish()
    SignalTrap.settle(after: result.termination)
    self.plan = plan
    self.result = result
    said = words.said
    answers = PushReport(parsing: words.output, ref: plan.ref, urls: urls).answers
  }

  /// What to run: it can only create the branch.
  static func arguments(_ plan: Plan, showingProgress: Bool) -> [ByteString] {
    var arguments: [ByteString] = [
      "push", "--porcelain", "--no-follow-tags", "--set-upstream",
      "--force-with-lease=\(plan.ref):",
    ]
    if showingProgress { arguments.append("--progress") }
    if !plan.runsPrePushHook { arguments.append("--no-verify") }
    arguments += plan.pushOptions.map { "--push-option=\($0)" }
    return arguments + ["--", plan.remote.name, "\(plan.ref):\(plan.ref)"]
  }

  /// Whether a push URL has the branch because of this push.
  var hasCreated: Bool { answers.contains { $0?.flag == .created } }

  /// Every URL has the branch as wanted.
  ///
  /// Git's status counts too: a hook can print lines like git's and refuse.
  var succeeded: Bool {
    result.succeeded && !answers.isEmpty
      && answers.allSatisfy { $0?.flag == .created || (!plan.creates && $0?.flag == .upToDate) }
  }

  /// What is known about the branch at each push URL.
  ///
  /// Git pushes to one after the other, and ends when it cannot reach one: only the first without an
  /// answer can have been at work.
  func states(interrupted isInterrupted: Bool) -> [ServerState] {
    let last = answers.lastIndex { $0 != nil } ?? -1
    return answers.enumerated().map { index, answer in
      switch answer?.flag {
      case .created: return .created
      case .upToDate, .rejected, .other: return .untouched
      case nil: break
      }
      if index != last + 1 { return .untouched }
      if isInterrupted { return .unknown }
      // 1 is a hook's no.
      return result.termination == .exited(1) ? .untouched : .unlikely
    }
  }
}

/// What is known about the branch at a push URL when a run fails.
enum ServerState {
  /// It has not got it from us.
  case untouched
  case created
  /// The connection failed, most likely before anything was sent.
  case unlikely
  /// We were interrupted: the server may still be at work.
  case unknown
}
