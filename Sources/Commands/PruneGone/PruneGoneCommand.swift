import ByteKit
package import DiagnosticKit
import FileKit
import ProcessKit
import TerminalKit
package import ToolKit

/// `git prune-gone`: deletes local branches whose upstream is gone, and loses nothing.
package enum PruneGoneCommand: Tool {
  package static func run(
    _ options: PruneGoneOptions,
    in context: Context
  ) throws -> ExitStatus {
    SignalTrap.install()
    defer { SignalTrap.remove() }
    let status: ExitStatus
    do {
      status = try act(options, in: context)
    } catch let error as any Diagnostic {
      guard let signal = SignalTrap.pending else { throw error }
      _ = ToolRunner.report(error, in: context)
      SignalTrap.raise(signal)
    }
    if let signal = SignalTrap.pending {
      context.fail("interrupted, when the work was done")
      SignalTrap.raise(signal)
    }
    return status
  }

  private static func act(_ options: PruneGoneOptions, in context: Context) throws -> ExitStatus {
    if options.listsRuns { return try RunLog(options: options, context: context).run() }
    if let run = options.undo {
      return try UndoAction(options: options, context: context).run(run)
    }
    if let folder = options.under {
      return try UnderRun(options: options, context: context).run(
        below: folder.absolutePath(in: context.workingDirectory)
      )
    }
    if options.isInteractive {
      try RawTerminal.check(context, isShowingText: options.format == .text)
    }
    let reviewed = try options.plan.map { file in
      try ReviewedPlan(
        reading: file == "-"
          ? FileSystem.read("/dev/stdin")
          : FileSystem.read(file.absolutePath(in: context.workingDirectory)),
        name: file
      )
    }
    let plan = try Session(options: options, context: context, reviewed: reviewed).run()
    PlanPrinter(options: options, context: context).print(plan)
    return plan.exitStatus
  }
}
