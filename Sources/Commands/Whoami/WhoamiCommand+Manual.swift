import CommandLineKit

extension WhoamiCommand {
  static var parameters: [Parameter<WhoamiOptions>] {
    [
      .set("short", \.format, to: .short, help: "print only Name <email>"),
      .set(
        "explain",
        \.format,
        to: .explain,
        help: "print every value and include considered, with reasons",
        details: [
          "All values in git's order, losers too, and every include: of those not taken the reason, "
            + "and if a rule almost matched, a line for the shell that mends it."
        ]
      ),
      .flag("author", \.isAuthorOnly, help: "only the author"),
      .flag("committer", \.isCommitterOnly, help: "only the committer"),
      .flag("check", \.isChecking, help: "exit 1 unless the identity is as it should be"),
      .value(
        "expect",
        name: "glob",
        \.expected,
        help: "the address must match; exit 1 if not",
        details: [
          "May be given several times: one of them must match. It counts instead of what the "
            + "configuration expects."
        ]
      ),
      .value(
        "at",
        name: "branch",
        \.branch,
        help: "what it would be on that branch",
        completion: .localBranches
      ),
      .flag("verify", \.isVerifying, help: "ask git too; exit 1 if the answers differ"),
      .value(
        "under",
        name: "dir",
        \.under,
        help: "one row for every repository below <dir>",
        details: [
          "Linked worktrees and submodules included. Links to folders are not followed."
        ],
        completion: .directories
      ),
      .set("json", \.format, to: .json, help: "print JSON"),
      .set("porcelain", \.format, to: .porcelain, help: "print lines for scripts"),
      .flag("z", \.endsWithNUL, help: "end the lines of --porcelain with NUL"),
      .flag(["q", "quiet"], \.isQuiet, help: "print nothing; the exit status tells"),
    ]
  }

  static var description: [ManualBlock] {
    [
      .text(
        "Prints the name and address that the next commit gets, and where both come from: file and "
          + "line, with the chain of includes that let the file in, or the environment variable. "
          + "One line if nothing is special; more only when there is something to say."
      ),
      .text(
        "Git decides a name and an address apart, from `GIT_AUTHOR_*` and `GIT_COMMITTER_*`, then "
          + "`author.*` and `committer.*`, then `user.*`, whatever file they stand in; then from "
          + "`EMAIL`, the login and the host. `git config user.email` knows only a part of that."
      ),
      .text(
        "A rule that was meant for this repository but does not match is shown with its fix: a "
          + "missing `/` at the end of a `gitdir` condition, a blank, another case, a link. So is "
          + "what wins unseen: `author.email`, exported variables, a `GIT_DIR` left behind, a "
          + "`[user]` section after the include."
      ),
      .text(
        "With a broken configuration git itself does not start; call `git-whoami` then. It reads "
          + "files alone and runs no other program unless an answer depends on one."
      ),
    ]
  }

  static var sections: [ManualSection] {
    [
      ManualSection(
        "STATES",
        [
          "The first that applies; the others become warnings.",
          .item("BROKEN", "Git dies of the configuration; file and line are shown."),
          .item("REFUSED", "Git will not use the repository: its owner, format, or bare."),
          .item("MISSING", "Git would refuse to commit."),
          .item("EMPTY", "The address is empty: `Name <>`."),
          .item("GUESSED", "Made up from the login, its full name, or the host name."),
          .item("WRONG", "Not what is expected here."),
          .item(
            "MIXED",
            "Name and address come from different kinds of source, or a known identity has this "
              + "address with another name."
          ),
          .item("UNCHECKED", "Nothing is expected here; not shown to people."),
          .item("OK", "As expected here."),
          .text(
            "An expectation is `whoami.expect`, or a true `includeIf` condition on `gitdir` or "
              + "`hasconfig` whose file sets `user.email`; of several the last in git's order counts."
          ),
        ]
      ),
      ManualSection(
        "OUTPUT",
        [
          .text(
            "`--porcelain` prints `# whoami v1`, then one line for each fact: key, value, origin and "
              + "chain, separated by tabs, empty fields at the end left out, each quoted as git "
              + "quotes paths unless `-z` is given. Keys: `state`; the state in lower case with its "
              + "reason, such as `refused`; `author.name`, `author.email`, `committer.name`, "
              + "`committer.email`; `signing.*`, `transport.*`, `warning`. Origins: `file:<path>:<line>`, `env:<variable>`, "
              + "`command-line`, `gecos`, `hostname`, `mailname`. With `--under` each "
              + "repository begins with a line `repository`."
          ),
          .text(
            "`--json` prints one document: `schema` (1), `state`, `reason`, `repository`, `author` "
              + "and `committer` (each `name` and `email` with `value`, `origin` and `chain`), "
              + "`expected`, `signing`, `transport`, `warnings` and `includes` (`condition`, `path`, `matched`, `reason`, "
              + "`fix`)."
          ),
        ]
      ),
      ManualSection(
        "CONFIGURATION",
        [
          .item(
            "whoami.expect",
            "A glob that the address must match here, in any configuration file; an empty value "
              + "takes back what was expected before."
          )
        ]
      ),
      ManualSection(
        "EXIT STATUS",
        [
          .item("0", "There is an identity."),
          .item(
            "1",
            "With `--check`: the state is `WRONG`, `MIXED`, `GUESSED` or `EMPTY` (with `--under`, any but `OK` and `UNCHECKED`). "
              + "Or `--expect` or `--verify` says no."
          ),
          .item("2", "MISSING"),
          .item("3", "REFUSED"),
          .item("4", "BROKEN"),
          .item("129", "The command line is wrong."),
        ]
      ),
      ManualSection(
        "EXAMPLES",
        [
          "Who am I here, and why:",
          .literal("git whoami\ngit whoami --explain"),
          "A check before a build:",
          .literal("git whoami --check --expect '*@example.com'"),
          "All my repositories:",
          .literal("git whoami --under ~/src"),
        ]
      ),
      ManualSection(
        "SEE ALSO",
        ["git-var(1), git-config(1), git-commit(1)"]
      ),
    ]
  }
}
