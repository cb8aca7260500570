package import CommandLineKit
package import DiagnosticKit
package import ToolKit

/// `git changelog`.
package enum ChangelogCommand: Tool {
  package static func run(_ options: ChangelogOptions, in context: Context) throws -> ExitStatus {
    let session = try Session(options, in: context)
    switch options.action {
    case .update: return try UpdateCommand.run(options, in: session)
    case .add: return try AddCommand.run(options, in: session)
    case .generate: return try GenerateCommand.run(options, in: session)
    case .next: return try NextCommand.run(options, in: session)
    case .show where options.isJSON: return try ShowJSON.run(options, in: session)
    case .show: return try ShowCommand.run(options, in: session)
    case .release: return try ReleaseCommand.run(options, in: session)
    case .yank: return try YankCommand.run(options, in: session)
    case .check: return try CheckCommand.run(options, in: session)
    case .resolve: return try ResolveCommand.run(options, in: session)
    case .setup: return try SetupCommand.run(options, in: session)
    case .mergeDriver: return try MergeDriverCommand.run(options, in: session)
    case .commit: return try CommitCommand.run(options, in: session)
    case .hook: return try HookCommand.run(options, in: session)
    }
  }

  package static let command = Command<ChangelogOptions>(
    name: "changelog",
    summary: "keep a changelog of what the commits say",
    synopsis: ["[<options>]"],
    description: [
      """
      Keeps a changelog in the form of Keep a Changelog. Entries written by hand, added commit by \
      commit, or generated from history are equal citizens of one file: a command changes only the \
      lines that it must, running it again changes nothing, and what was edited or deleted by hand \
      stays so.
      """,
      """
      A commit belongs to the lowest version whose tag reaches it; what no version tag reaches is \
      unreleased. Version tags are `X.Y.Z` or `vX.Y.Z`, after the tag prefix if there is one.
      """,
      """
      The category of an entry comes from a `Changelog:` trailer, else from the type of a \
      Conventional Commit, else from the first verb of the subject (add, fix, remove, deprecate); \
      everything else is Changed. The types `chore`, `docs`, `test`, `ci`, `build`, `style` and \
      `refactor` make no entry unless they break something. What is left out is counted, and listed \
      with `-v`.
      """,
    ],
    parameters: [
      .value(
        "changelog",
        name: "path",
        \.changelog,
        help: "the changelog (default: CHANGELOG.md)",
        completion: .files
      ),
      .value(
        "path",
        name: "pathspec",
        \.paths,
        help: "only commits that change these paths",
        details: ["Releases are found first, paths are filtered afterwards."],
        completion: .files
      ),
      .value(
        "tag-prefix",
        name: "prefix",
        \.tagPrefix,
        help: "what version tags begin with",
        details: ["For several packages in one repository: `api-` for tags like `api-v1.2.0`."]
      ),
      .flag(["n", "dry-run"], \.isDryRun, help: "show what would change, change nothing"),
      .flag("edit", \.edits, help: "open the result in your editor before it is written"),
      .flag("json", \.isJSON, help: "print JSON (show, generate)"),
      .flag(["q", "quiet"], \.isQuiet, help: "say nothing but errors"),
      .flag(["v", "verbose"], \.isVerbose, help: "list the commits that make no entry, and why"),
    ],
    subcommands: subcommands,
    conflicts: [["quiet", "verbose"]],
    sections: manualSections,
    initial: ChangelogOptions(),
    validate: { (options) throws(UsageError) in
      if options.isJSON, options.action != .show, options.action != .generate {
        throw UsageError("option '--json' is for 'show' and 'generate'")
      }
      if options.action == .add, !options.messages.isEmpty, !options.operands.isEmpty {
        throw UsageError("'add' takes a text or commits, not both")
      }
    }
  )
}
