import ByteKit
import ConfigKit
package import DiagnosticKit
import ToolKit

/// `git changelog setup`.
package enum SetupCommand {
  /// Installs or takes out the hook, the merge driver, or without an option both.
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    let file = try session.changelogFile()
    let path = try session.trackedPath(file)
    guard let workTree = session.location.workTree else {
      throw ToolError("this operation must be run in a work tree")
    }
    let isBoth = options.installsHook == options.installsMergeDriver
    let hook = try HookSetup(session: session)
    let driver = MergeDriverSetup(session: session, path: path, workTree: workTree)
    if options.isDryRun {
      let verb: ByteString = options.undoes ? "would take out" : "would install"
      if options.installsHook || isBoth { session.context.print(verb + " the post-commit hook") }
      if options.installsMergeDriver || isBoth {
        session.context.print(verb + " the merge driver")
      }
      return .success
    }
    if options.installsHook || isBoth {
      if options.undoes { try hook.remove() } else { try install(hook, in: session) }
    }
    if options.installsMergeDriver || isBoth {
      if options.undoes { try driver.remove() } else { try driver.install() }
    }
    return .success
  }

  private static func install(_ hook: HookSetup, in session: Session) throws {
    try hook.install()
    session.say("installed the post-commit hook '\(hook.hook)'")
    if try session.config.boolean("commit.gpgSign") == true {
      session.context.warn(
        "commits are signed: the hook amends each commit, so you are asked for the key twice"
      )
    }
  }
}
