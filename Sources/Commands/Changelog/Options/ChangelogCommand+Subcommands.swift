import CommandLineKit

extension ChangelogCommand {
  static let subcommands: [Subcommand<ChangelogOptions>] = [
    Subcommand(
      "update",
      "add what the commits since the last release have and the file lacks",
      details: [
        """
        An entry counts as listed if its text or the number of its pull request is in the file, was \
        added to it by a commit since the last release, or was written by this command in this clone.
        """
      ],
      parameters: [
        .flag("check", \.checksOnly, help: "change nothing; exit 1 if something is missing")
      ],
      isDefault: true
    ) { $0.action = .update },
    Subcommand(
      "commit",
      "commit with the commit's own entry inside",
      synopsis: ["[<git commit options>]"],
      details: [
        """
        What follows the word goes to git. Options of `git changelog` stand before it.
        """
      ],
      passingThrough: \.commitArguments
    ) { $0.action = .commit },
    Subcommand(
      "add",
      "add one entry: of a text, of HEAD, or of given commits",
      synopsis: ["[-m <text>]", "[<commit>...]"],
      details: [
        """
        The text is read like a commit's message: `fix: crash` goes under Fixed. Types that make no \
        entry by themselves do here.
        """
      ],
      parameters: [
        .value(["m", "message"], name: "text", \.messages, help: "the entry's text"),
        .flag("check", \.checksOnly, help: "change nothing; exit 1 if something is missing"),
      ],
      operands: [.many("commit", \.operands, completion: .refs)]
    ) { $0.action = .add },
    Subcommand(
      "show",
      "print one section, for release pages",
      synopsis: ["[<version> | unreleased | latest]"],
      operands: [.many("version", \.operands, completion: .tags)]
    ) { $0.action = .show },
    Subcommand(
      "generate",
      "print the whole changelog, or a range, from history alone",
      synopsis: ["[<from>..<to>]"],
      parameters: [
        .value(
          ["o", "output"],
          name: "path",
          \.output,
          help: "write to this file",
          completion: .files
        )
      ],
      operands: [.many("range", \.operands, completion: .refs)]
    ) { $0.action = .generate },
    Subcommand(
      "next",
      "print the version that the commits call for",
      details: [
        """
        What breaks raises the major version, what is added or deprecated the minor, what is fixed or \
        changed the patch version; before 1.0.0 what breaks raises the minor version. Nothing is \
        printed, and the exit status is 1, if nothing calls for a release.
        """
      ],
      parameters: [
        .value(
          "pre",
          name: "id",
          \.preRelease,
          help: "the next pre-release, such as 'rc'"
        )
      ]
    ) { $0.action = .next },
    Subcommand(
      "release",
      "move what is unreleased under a new version",
      synopsis: ["[<version> | auto | major | minor | patch]"],
      details: [
        """
        `auto` (the default) takes the version that `git changelog next` prints. What has been put \
        together is released as it is; an Unreleased that is empty is first filled as by `update`. \
        Pre-releases of the version are folded into it.
        """,
        """
        Refused are an empty release, a version that exists, and one below the highest tag. The \
        date is today's in UTC, or that of `SOURCE_DATE_EPOCH`.
        """,
      ],
      parameters: [
        .value("pre", name: "id", \.preRelease, help: "make a pre-release, such as 'rc'"),
        .flag("commit", \.commits, help: "commit the changelog"),
        .flag("tag", \.tags, help: "tag the commit, the section as message"),
      ],
      operands: [
        .many("version", \.operands, completion: .choices(["auto", "major", "minor", "patch"]))
      ]
    ) { $0.action = .release },
    Subcommand(
      "yank",
      "mark a release as withdrawn",
      synopsis: ["<version>"],
      operands: [.many("version", \.operands, minimum: 1, completion: .tags)]
    ) { $0.action = .yank },
    Subcommand(
      "check",
      "report missing or misplaced entries and a malformed file",
      synopsis: ["[<from>..<to>]"],
      operands: [.many("range", \.operands, completion: .refs)]
    ) { $0.action = .check },
    Subcommand("resolve", "solve the conflict markers in a conflicted changelog") {
      $0.action = .resolve
    },
    Subcommand(
      "setup",
      "install what keeps the changelog up to date in this repository",
      parameters: [
        .flag("hook", \.installsHook, help: "a post-commit hook that adds each commit's entry"),
        .flag("merge-driver", \.installsMergeDriver, help: "a merge driver for the changelog"),
        .flag("undo", \.undoes, help: "take out what was installed"),
      ]
    ) { $0.action = .setup },
    Subcommand(
      "merge-driver",
      "merge three versions of a changelog",
      synopsis: ["%O %A %B %L %P"],
      operands: [.many("argument", \.operands, minimum: 3, completion: .files)],
      isInternal: true
    ) { $0.action = .mergeDriver },
    Subcommand(
      "hook",
      "do the work of a hook that 'setup' installed",
      synopsis: ["post-commit"],
      operands: [.many("hook", \.operands, minimum: 1)],
      isInternal: true
    ) { $0.action = .hook },
  ]
}
