import ByteKit
package import CommandLineKit
import TerminalKit

extension PruneGoneCommand {
  package static var command: Command<PruneGoneOptions> {
    Command(
      name: "prune-gone",
      summary: "delete local branches whose upstream is gone, and lose nothing",
      synopsis: [
        "[<options>] [<pattern>...]",
        "--apply <plan> [<options>]",
        "--under <dir> [<options>] [<pattern>...]",
        "--log [--json | --porcelain [-z]] [-v]",
        "--undo[=<run>] [<branch>...]",
      ],
      description: description,
      parameters: selection + deletion + running + output,
      operands: [.many("pattern", \.patterns, completion: .localBranches)],
      conflicts: [
        ["json", "porcelain"], ["log", "undo", "apply", "under"], ["interactive", "under"],
        ["interactive", "apply"], ["dry-run", "undo"], ["dry-run", "log"], ["quiet", "verbose"],
      ],
      sections: sections,
      initial: PruneGoneOptions(),
      validate: { (options) throws(UsageError) in try validate(options) }
    )
  }

  private static func validate(_ options: PruneGoneOptions) throws(UsageError) {
    if options.endsWithNUL, options.format != .porcelain {
      throw UsageError("option '-z' needs '--porcelain'")
    }
    if options.listsRuns, !options.patterns.isEmpty {
      throw UsageError("option '--log' takes no pattern")
    }
    if options.plan != nil, !options.patterns.isEmpty {
      throw UsageError("option '--apply' takes no pattern: the plan names the branches")
    }
    if let jobs = options.jobs {
      if options.under == nil { throw UsageError("option '--jobs' needs '--under'") }
      if jobs < 1 { throw UsageError("option '--jobs' expects a number above 0, not '\(jobs)'") }
    }
    if let days = options.olderThanDays, days < 0 {
      throw UsageError("option '--older-than' expects a number of days, not '\(days)'")
    }
  }

  private static var selection: [Parameter<PruneGoneOptions>] {
    [
      .value(
        "remote",
        name: "name",
        \.remotes,
        help: "only branches that track this remote",
        details: ["May be given several times. Only these remotes are asked."],
        group: "Which branches",
        completion: .remotes
      ),
      .flag(
        "mine",
        \.isMine,
        help: "only branches whose tip is by me",
        details: [
          "The tip's author must have the e-mail address that git would give to a commit made here now."
        ],
        group: "Which branches"
      ),
      .value(
        "older-than",
        name: "days",
        \.olderThanDays,
        help: "only branches with an older tip",
        details: ["The tip was committed more than <days> days ago."],
        group: "Which branches"
      ),
      .value(
        "protect",
        name: "pattern",
        \.protected,
        help: "never delete a branch that matches",
        details: ["May be given several times; adds to `prune-gone.protect`."],
        group: "Which branches",
        completion: .localBranches
      ),
    ]
  }

  private static var deletion: [Parameter<PruneGoneOptions>] {
    [
      .value(
        "base",
        name: "ref",
        \.bases,
        help: "judge \"merged\" against this",
        details: [
          "May be given several times; overrides `prune-gone.base`. Without either, the default "
            + "branch of each remote and the local branch that tracks it are taken."
        ],
        group: "What is deleted",
        completion: .refs
      ),
      .custom(
        "pushed",
        argument: .none,
        help: "also delete what was pushed as it is",
        details: [
          "A branch goes although it is merged nowhere, if its tip is what the remote had when its "
            + "upstream was last seen there: a closed pull request, for instance. Cannot be "
            + "abbreviated."
        ],
        isAbbreviatable: false,
        group: "What is deleted",
        negate: { $0.deletesPushed = false },
        apply: { (options, _) throws(UnexpectedValue) in options.deletesPushed = true }
      ),
      .custom(
        ["f", "force"],
        argument: .none,
        help: "also delete work that is nowhere else",
        details: [
          "Held, protected and unknown branches are kept even so. Cannot be abbreviated."
        ],
        isAbbreviatable: false,
        group: "What is deleted",
        negate: { $0.isForced = false },
        apply: { (options, _) throws(UnexpectedValue) in options.isForced = true }
      ),
      .value(
        "max-deletes",
        name: "n|p%",
        \.maximum,
        help: "delete nothing if more would go",
        details: ["A number of branches, or a percentage of all local branches."],
        group: "What is deleted"
      ),
      .flag(
        "switch",
        \.switches,
        help: "leave the current branch if it would go",
        details: [
          "Switches to a local base first, when the working tree is clean and the base is checked "
            + "out nowhere else."
        ],
        group: "What is deleted"
      ),
    ]
  }

  private static var running: [Parameter<PruneGoneOptions>] {
    [
      .flag(["n", "dry-run"], \.isDryRun, help: "print the plan; write nothing"),
      .flag(
        "fetch",
        \.fetches,
        help: "fetch and prune first (default: yes)",
        details: [
          "Each remote that local branches track is asked, and fetched from with its configured "
            + "refspecs. A dry run only asks. Without `--fetch` the remote-tracking branches are "
            + "taken as they are."
        ],
        isNegatable: true
      ),
      .flag(
        ["i", "interactive"],
        \.isInteractive,
        help: "choose in a list on the terminal",
        details: [
          "Branches with a proof are marked `ok`, those that may lose work `!!`.",
          "Keys: arrows or `j` and `k` move, space chooses, `a` chooses what is proven, again all, "
            + "again nothing, enter deletes, `q` or escape leaves everything as it is.",
        ]
      ),
      .value(
        "apply",
        name: "plan",
        \.plan,
        help: "carry out a plan of --dry-run --json",
        details: [
          "Deletes what the plan deletes, where nothing has changed since: commits, holders, "
            + "protection and proofs are looked at again. `-` reads standard input."
        ],
        completion: .files
      ),
      .value(
        "under",
        name: "dir",
        \.under,
        help: "work in every repository below <dir>",
        details: ["Submodules and linked worktrees are skipped; links are not followed."],
        completion: .directories
      ),
      .value(
        "jobs",
        name: "n",
        \.jobs,
        help: "with --under, in so many at once",
        details: [
          "By default the smaller of 4 and the number of processors. The output is in the order of "
            + "the paths all the same. With more than one nothing asks for passwords."
        ]
      ),
      .flag("log", \.listsRuns, help: "list earlier runs"),
      .optionalValue(
        "undo",
        name: "run",
        \.undo,
        fallback: "",
        help: "bring back a run's branches",
        details: [
          "Without <run> the last run that was not undone; with names only these branches, each as the "
            + "latest run that deleted it had it."
        ]
      ),
    ]
  }

  private static var output: [Parameter<PruneGoneOptions>] {
    [
      .set("json", \.format, to: .json, help: "print one JSON document", group: "Output"),
      .set("porcelain", \.format, to: .porcelain, help: "print lines for scripts", group: "Output"),
      .flag("z", \.endsWithNUL, help: "end --porcelain records with NUL", group: "Output"),
      .flag(["q", "quiet"], \.isQuiet, help: "print errors only", group: "Output"),
      .flag(["v", "verbose"], \.isVerbose, help: "tell of all branches", group: "Output"),
    ]
  }
}
