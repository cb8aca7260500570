import ByteKit
package import CommandLineKit
package import DiagnosticKit
import ProcessKit
package import ToolKit

/// `git rbranch`: create a branch, switch to it, publish it; all or nothing.
package enum RBranchCommand: Tool {
  package static var command: Command<RBranchOptions> {
    Command(
      name: "rbranch",
      summary: "create a branch, switch to it and publish it, all or nothing",
      synopsis: ["[<options>] <branch> [<start-point>]", "--publish [<options>] [<branch>]"],
      description: description,
      parameters: parameters,
      operands: [
        .optional("branch", \.branch, completion: .localBranches),
        .optional("start-point", \.startPoint, completion: .refs),
      ],
      conflicts: [["json", "porcelain"], ["quiet", "verbose"]],
      sections: sections,
      initial: RBranchOptions(),
      validate: validate
    )
  }

  package static func run(_ options: RBranchOptions, in context: Context) throws -> ExitStatus {
    let plan = try Preflight(options, context).plan()
    let report = RBranchReport(options: options, context: context)
    if options.isDryRun {
      try ServerCheck(plan: plan, context: context, fetches: false).run()
      report.show(plan)
      return .success
    }
    let outcome = try Publication(plan: plan, options: options, context: context).run()
    report.show(outcome)
    if let signal = outcome.signal ?? SignalTrap.pending {
      if let failure = outcome.failure { _ = ToolRunner.report(failure, in: context) }
      SignalTrap.raise(signal)
    }
    if let failure = outcome.failure { throw failure }
    return .success
  }

  @Sendable private static func validate(_ options: RBranchOptions) throws(UsageError) {
    if options.endsWithNUL, options.format != .porcelain {
      throw UsageError("option '-z' needs '--porcelain'")
    }
    guard options.publishesOnly else {
      if options.branch == nil {
        throw UsageError(
          "no branch name given",
          hints: ["type 'git rbranch <branch>', or 'git rbranch -h'"]
        )
      }
      if options.startsFromDefault, options.startPoint != nil {
        throw UsageError("option '--from-default' and a start point cannot be used together")
      }
      return
    }
    let excluded: [(isGiven: Bool, name: String)] = [
      (options.startsFromDefault, "option '--from-default'"),
      (!options.switches, "option '--no-switch'"),
      (options.keepsOnFailure, "option '--keep'"),
      (options.startPoint != nil, "a start point"),
    ]
    if let first = excluded.first(where: \.isGiven) {
      throw UsageError("option '--publish' and \(first.name) cannot be used together")
    }
  }

  private static var parameters: [Parameter<RBranchOptions>] {
    [
      .flag(
        "publish",
        \.publishesOnly,
        help: "publish a branch that exists, set its upstream",
        details: [
          "Without <branch>, the current one. If the remote has the branch at the same commit, "
            + "only the upstream is set; at another commit nothing is done and the exit status is 1."
        ]
      ),
      .value(
        ["r", "remote"],
        name: "name",
        \.remote,
        help: "where to push",
        completion: .remotes
      ),
      .flag(
        "from-default",
        \.startsFromDefault,
        help: "start from the remote's default branch, fetched now"
      ),
      .flag(
        "switch",
        \.switches,
        help: "switch to the new branch (default: yes)",
        details: [
          "With `--no-switch` the branch is created and published; you stay where you are."
        ],
        isNegatable: true
      ),
      .flag("keep", \.keepsOnFailure, help: "if publishing fails, keep the local branch"),
      .value(
        ["o", "push-option"],
        name: "option",
        \.pushOptions,
        help: "hand <option> to the server, as git push does"
      ),
      .flag(
        "verify",
        \.runsPrePushHook,
        help: "run the pre-push hook (default: yes)",
        isNegatable: true
      ),
      .flag(
        ["n", "dry-run"],
        \.isDryRun,
        help: "check everything, print the plan, change nothing"
      ),
      .set("json", \.format, to: .json, help: "print the result as JSON"),
      .set("porcelain", \.format, to: .porcelain, help: "print the result for scripts"),
      .flag("z", \.endsWithNUL, help: "end --porcelain records with NUL"),
      .flag(["q", "quiet"], \.isQuiet, help: "print nothing but errors"),
      .flag(["v", "verbose"], \.isVerbose, help: "say each step"),
    ]
  }

  private static var description: [ManualBlock] {
    [
      .text(
        "Creates <branch> at <start-point> (default: HEAD), switches to it, pushes it and sets its "
          + "upstream to the branch of its own name on the remote: what takes `git switch -c`, "
          + "`git push --set-upstream` and knowing the remote's name otherwise."
      ),
      .text(
        "Everything that can be known beforehand is checked before anything is written. If a later "
          + "step fails, or the command is interrupted, what was done is taken back: HEAD and its "
          + "reflog, branches, configuration, index and files are as before, or the message says "
          + "exactly what is left and how to finish or undo it."
      ),
      .text(
        "The remote is the first that applies of: `--remote`; `rbranch.remote`; "
          + "`remote.pushDefault`; the only remote; `branch.<current>.remote`; `origin`. The answer "
          + "says which, and why."
      ),
      .text(
        "The push goes through `git push`, so credentials, ssh configuration and hooks are your own. "
          + "It can only create the branch: a branch that is there already is never moved."
      ),
    ]
  }

  private static var sections: [ManualSection] {
    [
      ManualSection(
        "OUTPUT",
        [
          .text(
            "`--json` prints one document: `schema` (1), `branch`, `start`, `oid`, `remote` (`name`, "
              + "`why`, `url`), `upstream` (null if none could be set), `switched`, `pushed`, "
              + "`rolledBack`, `pullRequest` (the address at which the host opens one, or null) and "
              + "`messages`. `--porcelain` prints the same as `key<TAB>value` lines "
              + "after a line `# rbranch v1`, values quoted as git quotes paths; with `-z` they are not, "
              + "and lines end with NUL."
          ),
          "Passwords and tokens in URLs are shown as `***`.",
        ]
      ),
      ManualSection(
        "CONFIGURATION",
        [
          .item("rbranch.remote", "The remote to push to, unless `--remote` says otherwise."),
          .item(
            "rbranch.prefix",
            "Put before the name of a new branch, unless it is there already, such as "
              + "`{user}/`. `{user}` is the local part of your address in this repository."
          ),
          .item(
            "rbranch.pullRequestHint",
            "`false`: the address at which a pull request can be opened is not shown. It is known "
              + "for GitHub, GitLab, Bitbucket, Gitea, Forgejo and Azure DevOps, and for a host of "
              + "your own by `changelog.host`."
          ),
        ]
      ),
      ManualSection(
        "EXIT STATUS",
        [
          .item("0", "Done."),
          .item(
            "1",
            "Something failed after the first write: rolled back, or kept with `--keep`, or the "
              + "message says what is left."
          ),
          .item("128", "Something was wrong before the first write: nothing was changed."),
          .item("129", "The command line is wrong."),
          "Interrupted by a signal, it rolls back and then ends by that signal.",
        ]
      ),
      ManualSection(
        "EXAMPLES",
        [
          "A new branch from the remote's newest default branch:",
          .literal("git rbranch --from-default feature/login"),
          "Publish the branch that you are on:",
          .literal("git rbranch --publish"),
          "Your name before every branch:",
          .literal("git config --global rbranch.prefix '{user}/'"),
        ]
      ),
      ManualSection("SEE ALSO", ["git-switch(1), git-push(1), git-prune-gone(1)"]),
    ]
  }
}
