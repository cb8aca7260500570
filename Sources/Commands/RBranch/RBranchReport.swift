import ByteKit
import TerminalKit
import ToolKit

/// Shows a plan or an outcome: as text for people, as JSON or lines for scripts.
struct RBranchReport {
  let options: RBranchOptions
  let context: Context

  /// What a dry run found: the plan that a run would carry out.
  func show(_ plan: Plan) {
    var outcome = Outcome(plan: plan)
    outcome.messages = plan.warnings
    switch options.format {
    case .json: context.streams.output.write(json(outcome).rendered)
    case .porcelain: context.streams.output.write(porcelain(outcome))
    case .text:
      guard !options.isQuiet else { return }
      for warning in plan.warnings { context.warn(warning) }
      for line in planLines(plan) { context.print(line) }
    }
  }

  func show(_ outcome: Outcome) {
    switch options.format {
    case .json: context.streams.output.write(json(outcome).rendered)
    case .porcelain: context.streams.output.write(porcelain(outcome))
    case .text:
      for message in outcome.messages where outcome.failure != nil || !options.isQuiet {
        context.warn(message)
      }
      guard outcome.failure == nil, !options.isQuiet else { return }
      for line in doneLines(outcome) { context.print(line) }
    }
  }

  // MARK: Text

  private func planLines(_ plan: Plan) -> [ByteString] {
    let branch = "'\(plan.branch.harmless)'" as ByteString
    let remote = destination(plan)
    var lines: [ByteString] = []
    if plan.creates {
      lines.append("would create \(branch) at \(short(plan.oid)) (\(plan.start.harmless))")
      for key in plan.leftoverKeys {
        lines.append("would remove the left-over configuration '\(key.harmless)'")
      }
      if plan.switches { lines.append("would switch to \(branch)") }
    }
    lines.append("would push \(branch) to \(remote)")
    if let upstream = plan.upstream {
      lines.append("would set its upstream to '\(upstream.harmless)'")
    }
    return lines
  }

  private func doneLines(_ outcome: Outcome) -> [ByteString] {
    let plan = outcome.plan
    let branch = context.style.paint("'\(plan.branch.harmless)'", .green)
    let remote = destination(plan)
    let upstream =
      outcome.upstream.map { "; its upstream is '\($0.harmless)'" as ByteString } ?? ""
    guard plan.creates else {
      return [
        outcome.pushed
          ? "published \(branch) to \(remote)\(upstream)"
          : "\(branch) is on \(remote) already\(upstream)"
      ] + requestLines(outcome)
    }
    var lines: [ByteString] = []
    lines += plan.leftoverKeys.map { "removed the left-over configuration '\($0.harmless)'" }
    let switched: ByteString = outcome.switched ? " and switched to it" : ""
    lines.append("created \(branch) at \(short(plan.oid)) (\(plan.start.harmless))\(switched)")
    lines.append("published it to \(remote)\(upstream)")
    return lines + requestLines(outcome)
  }

  private func requestLines(_ outcome: Outcome) -> [ByteString] {
    guard let request = outcome.pullRequest, request.isTold else { return [] }
    return ["to open a pull request: \(request.url.harmless)"]
  }

  /// The remote and why it is this one; its URLs where its name alone would mislead.
  private func destination(_ plan: Plan) -> ByteString {
    let name = "'\(plan.remote.name.harmless)' (\(plan.remote.why))" as ByteString
    if plan.remote.targets.count == 1, plan.remote.otherFetchURL == nil { return name }
    return "\(name), \(plan.remote.targets.map(\.shown.harmless).joined(separator: " and "))"
  }

  private func short(_ oid: ByteString) -> ByteString { ByteString(oid.bytes.prefix(12)) }

  // MARK: Machine output

  private func json(_ outcome: Outcome) -> JSON {
    let plan = outcome.plan
    return .object([
      ("schema", .integer(1)),
      ("branch", .string(plan.branch.text)),
      ("start", .string(plan.start.text)),
      ("oid", .string(plan.oid.text)),
      (
        "remote",
        .object([
          ("name", .string(plan.remote.name.text)),
          ("why", .string(plan.remote.why)),
          ("url", .string(plan.remote.url.text)),
        ])
      ),
      ("upstream", outcome.upstream.map { .string($0.text) } ?? .null),
      ("switched", .boolean(outcome.switched)),
      ("pushed", .boolean(outcome.pushed)),
      ("rolledBack", .boolean(outcome.rolledBack)),
      ("pullRequest", .bytes(outcome.pullRequest?.url)),
      ("messages", .array(messages(outcome).map { .string($0) })),
    ])
  }

  private func porcelain(_ outcome: Outcome) -> ByteString {
    let plan = outcome.plan
    let lines: [(ByteString, ByteString)] =
      [
        ("branch", plan.branch),
        ("start", plan.start),
        ("oid", plan.oid),
        ("remote.name", plan.remote.name),
        ("remote.why", ByteString(plan.remote.why)),
        ("remote.url", plan.remote.url),
        ("upstream", outcome.upstream ?? ""),
        ("switched", outcome.switched ? "true" : "false"),
        ("pushed", outcome.pushed ? "true" : "false"),
        ("rolledBack", outcome.rolledBack ? "true" : "false"),
        ("pullRequest", outcome.pullRequest?.url ?? ""),
      ] + messages(outcome).map { ("message", ByteString($0)) }
    let end: ByteString = options.endsWithNUL ? "\0" : "\n"
    return lines.reduce("# rbranch v1" + end) { text, line in
      text + "\(line.0)\t\(options.endsWithNUL ? line.1 : line.1.cQuoted)" + end
    }
  }

  private func messages(_ outcome: Outcome) -> [String] {
    outcome.messages + (outcome.failure.map { [$0.message] } ?? [])
  }
}
