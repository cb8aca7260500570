package import CommandLineKit
package import DiagnosticKit
package import ToolKit

/// `git toolbox`: keep, share and find one's own `git-<name>` commands.
package enum ToolboxCommand: Tool {
  package static func run(_ options: ToolboxOptions, in context: Context) throws -> ExitStatus {
    switch options.action {
    case .list: try ListCommand.run(options, in: context)
    case .new: try NewCommand.run(options, in: context)
    case .add: try AddCommand.run(options, in: context)
    case .update: try UpdateCommand.run(options, in: context)
    case .remove: try RemoveCommand.run(options, in: context)
    case .which: try WhichCommand.run(options, in: context)
    case .doctor: try DoctorCommand.run(options, in: context)
    }
  }

  package static var command: Command<ToolboxOptions> {
    Command(
      name: "toolbox",
      summary: "keep, share and find your own git commands",
      synopsis: ["[<options>]"],
      description: [
        """
        Every executable `git-<name>` on PATH is a command `git <name>`. This keeps such commands in \
        collections: plain git repositories, or plain folders, of executables that need nothing of the \
        toolbox. Of each command that is made yours one small file is put into one folder, \
        `~/.local/share/git-toolbox/bin`, the only one that must be on PATH.
        """,
        """
        Nothing of a collection is run before you call its commands, and nothing is found before you \
        have seen what there is and agreed.
        """,
      ],
      parameters: [
        .flag(["n", "dry-run"], \.isDryRun, help: "say what would be done, do nothing"),
        .flag("json", \.isJSON, help: "print JSON (list, which, doctor)"),
        .flag(["q", "quiet"], \.isQuiet, help: "say nothing but errors"),
        .flag(["y", "yes"], \.isAgreed, help: "agree to every question"),
      ],
      subcommands: subcommands,
      sections: sections,
      initial: ToolboxOptions(),
      validate: { (options) throws(UsageError) in
        if options.isJSON, ![.list, .which, .doctor].contains(options.action) {
          throw UsageError("option '--json' is for 'list', 'which' and 'doctor'")
        }
        if options.isOwn, options.operands.count > 1 {
          throw UsageError("'add --own' takes one address and no commands")
        }
      }
    )
  }

  private static var subcommands: [Subcommand<ToolboxOptions>] {
    [
      Subcommand(
        "list",
        "list every command that is not git's own",
        details: [
          """
          The name, the collection or folder, what the first comment line of the file says (else the \
          man page), and what is wrong with it.
          """
        ],
        parameters: [
          .flag("all", \.listsAll, help: "also aliases, hidden commands, and files git passes over")
        ],
        isDefault: true
      ) { $0.action = .list },
      Subcommand(
        "new",
        "write a new command in your collection, ready to run",
        synopsis: ["[--sh | --python | --swift] [-e] <name>"],
        details: [
          """
          Your collection is made if there is none yet. The command is staged there, not committed. Its \
          name has letters from a to z, digits and `-`.
          """
        ],
        parameters: [
          .set("sh", \.language, to: .shell, help: "a shell script (default)"),
          .set("python", \.language, to: .python, help: "a Python script"),
          .set("swift", \.language, to: .swift, help: "a Swift script"),
          .flag(["e", "edit"], \.edits, help: "open it in git's editor"),
        ],
        operands: [.many("name", \.operands, minimum: 1)]
      ) { $0.action = .new },
      Subcommand(
        "add",
        "take in a collection, or some of its commands",
        synopsis: [
          "[--as <collection>] [--pin <revision>] (<url> | <folder>) [<command>...]", "--own <url>",
        ],
        details: [
          """
          A URL is cloned below `~/.local/share/git-toolbox/collections`; a folder stays where it is. \
          Without a command all are taken that hide nothing of yours. A link that leaves the collection, \
          a name of git's, and a file that is not recorded as executable are never taken.
          """
        ],
        parameters: [
          .value(
            "as",
            name: "collection",
            \.collectionName,
            help: "call the collection this (default: the last part of its address)"
          ),
          .value("pin", name: "revision", \.pin, help: "stay at this tag, branch or commit"),
          .flag("own", \.isOwn, help: "your own collection, from another machine"),
        ],
        operands: [.many("source", \.operands, minimum: 1, completion: .directories)]
      ) { $0.action = .add },
      Subcommand(
        "update",
        "fast-forward collections to their upstreams",
        synopsis: ["[--push] [<collection>...]"],
        details: [
          """
          What would change is shown first. Commands that are new are linked only if you agree; those \
          that are gone are taken out. A collection that is pinned, has diverged or has uncommitted \
          changes is left as it is.
          """
        ],
        parameters: [
          .flag("push", \.pushes, help: "then push your own collection, never with force")
        ],
        operands: [.many("collection", \.operands)]
      ) { $0.action = .update },
      Subcommand(
        "remove",
        "take out a collection, or a command",
        synopsis: ["(<collection> | <command>)"],
        details: [
          """
          The folder of a collection is deleted only if `add` cloned it, it is clean, and it has no commit \
          that is on no remote.
          """
        ],
        operands: [.many("name", \.operands, minimum: 1)]
      ) { $0.action = .remove },
      Subcommand(
        "which",
        "say what git <name> runs, and what that hides",
        synopsis: ["<name>"],
        operands: [.many("name", \.operands, minimum: 1)]
      ) { $0.action = .which },
      Subcommand(
        "doctor",
        "say what keeps commands from being found, run or documented",
        parameters: [.flag("fix", \.fixes, help: "mend what has one right answer")]
      ) { $0.action = .doctor },
    ]
  }
}
