import ByteKit
import ProcessKit
import ToolKit

extension Push {
  /// Why the push is no success.
  func failure(in context: Context) -> ToolError {
    let check = ServerCheck(plan: plan, context: context)
    let targets = plan.remote.targets
    for (target, answer) in zip(targets, answers) where answer?.flag == .upToDate && plan.creates {
      return check.exists(at: plan.oid, on: target)
    }
    let branch = plan.branch.text
    for (target, answer) in zip(targets, answers) {
      guard let answer, answer.flag == .rejected else { continue }
      if let explained = check.explanation(of: target) { return explained }
      return ToolError("\(plan.quoted(target)) refused '\(branch)': \(answer.reason.text)")
    }
    let remote = plan.remote.name.text
    if !plan.pushOptions.isEmpty, !hasCreated, result.termination == .exited(128) {
      return ToolError(
        "could not push '\(branch)' to '\(remote)'",
        hints: ["if the server takes no push options, try again without --push-option"]
      )
    }
    if result.succeeded {
      return ToolError(
        "git push pushed nothing to '\(remote)'",
        hints: ["push.recurseSubmodules may be 'only', which leaves this repository out"]
      )
    }
    let isRefusedHere =
      result.termination == .exited(1) && plan.runsPrePushHook && answers.allSatisfy { $0 == nil }
    return ToolError(
      "could not push '\(branch)' to '\(remote)'",
      hints: isRefusedHere
        ? ["a pre-push hook may have refused it; --no-verify skips the hook"] : []
    )
  }

  /// Where there are several push URLs: what each of them said.
  var tidings: [String] {
    let targets = plan.remote.targets
    guard targets.count > 1 else { return [] }
    let silent = answers.firstIndex { $0 == nil } ?? answers.count
    return zip(targets, answers).enumerated().map { index, pair in
      let text =
        switch pair.1?.flag {
        case .created: "took the branch"
        case .upToDate: "had the branch already"
        case .rejected: "refused it: \(pair.1?.reason.text ?? "")"
        case .other: "answered '\(pair.1?.summary.text ?? "")'"
        case nil: index == silent ? "gave no answer" : "was not asked any more"
        }
      return "'\(pair.0.shown.text)' \(text)"
    }
  }
}
