import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import IdentityKit
import TerminalKit
import ToolKit

/// Runs `git identity doctor`.
struct DoctorCommand {
  let desk: Desk
  private var options: IdentityOptions { desk.options }
  private var context: Context { desk.context }

  func run() throws -> ExitStatus {
    let repositories = try repositories()
    let found = try doctor(repositories).findings()
    guard options.isFixing else {
      report(found, fixed: [])
      return status(found)
    }
    if options.isDryRun {
      let draft = try repaired(found)
      for file in draft.changes {
        context.streams.output.write(
          UnifiedDiff.text(
            name: file.path.dropping(prefix: "/") ?? file.path,
            old: file.before,
            new: file.after
          ).harmless
        )
      }
      return status(found.filter { if case .repair = $0.cure { false } else { true } })
    }
    let left = try mend(found, repositories)
    let fixed = found.filter { finding in !left.contains { $0.isSame(as: finding) } }
    report(left, fixed: fixed)
    return status(left)
  }

  private func status(_ findings: [Finding]) -> ExitStatus {
    findings.contains { !$0.code.isWarning } ? .failure : .success
  }

  private func doctor(_ repositories: [ByteString]) throws -> Doctor {
    Doctor(context, try desk.known(), repositories: repositories)
  }

  /// One repair after the other, each judged anew: what one does may be the next one's cure.
  private func mend(_ found: [Finding], _ repositories: [ByteString]) throws -> [Finding] {
    var left = found
    for _ in 0..<(found.count + 1) {
      guard let repair = left.lazy.compactMap(\.repair).first else { break }
      _ = try EditRun(options: quiet, context: context, title: "doctor --fix").run {
        var outcome = EditRun.Outcome(draft: Draft())
        try repair(&outcome.draft)
        return outcome
      }
      let next = try doctor(repositories).findings()
      if next.count >= left.count { return next }
      left = next
    }
    return left
  }

  private var quiet: IdentityOptions {
    var quiet = options
    quiet.isQuiet = true
    quiet.isJSON = false
    return quiet
  }

  /// What all repairs together would write.
  private func repaired(_ found: [Finding]) throws -> Draft {
    var draft = Draft()
    for finding in found { try finding.repair?(&draft) }
    return draft
  }

  private func repositories() throws -> [ByteString] {
    if let under = options.under {
      let walk = try RepositoryWalk(
        try FileSystem.realPath(under.absolutePath(in: context.workingDirectory))
      ) { _ in }
      for error in walk.unreadable { context.warn(error.message) }
      return walk.places.map(\.path)
    }
    guard case .found(let location)? = try? context.discovery() else { return [] }
    return [location.workTree ?? location.gitDirectory]
  }

  private func report(_ findings: [Finding], fixed: [Finding]) {
    let report = DoctorReport(context)
    if options.isJSON {
      context.streams.output.write(report.document(findings, fixed: fixed).rendered)
    } else if !options.isQuiet {
      context.streams.output.write(report.text(findings, fixed: fixed))
    }
  }
}

extension Finding {
  fileprivate var repair: (@Sendable (inout Draft) throws -> Void)? {
    guard case .repair(let repair) = cure else { return nil }
    return repair
  }
}
