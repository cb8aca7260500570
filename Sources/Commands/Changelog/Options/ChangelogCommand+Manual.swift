import CommandLineKit

extension ChangelogCommand {
  static let manualSections: [ManualSection] = [
    ManualSection(
      "CONFIGURATION",
      [
        .item(
          "changelog.<type>.category",
          """
          The category of commits of this type: `Added`, `Changed`, `Deprecated`, `Removed`, `Fixed`, \
          `Security`, a heading of your own, or `none`.
          """
        ),
        .item(
          "changelog.host",
          """
          What runs on the remote's host, where its name does not tell: `github`, `gitlab`, \
          `bitbucket`, `gitea`, `forgejo`, `azure`; `none` makes no links.
          """
        ),
        .item(
          "changelog.remote",
          "The remote whose pages are linked to (default: the upstream's, then `origin`)."
        ),
        .item("changelog.tagPrefix", "What version tags begin with; see `--tag-prefix`."),
        .item(
          "changelog.trailer",
          "The trailer that names a category (default: `Changelog`)."
        ),
        .item(
          "changelog.majorOnZero",
          "Whether what breaks leads from version 0.x to 1.0.0 (default: false)."
        ),
      ]
    ),
    ManualSection(
      "TRAILERS",
      [
        """
        A line `Changelog: <category>` in any paragraph of the message but the subject names the \
        category, also one of a type that makes no entry; `Changelog: none` hides the commit.
        """
      ]
    ),
    ManualSection(
      "FILES",
      [
        .item(
          "CHANGELOG.md",
          "The changelog, at the top of the work tree; `CHANGES.md` or `HISTORY.md` if they exist."
        ),
        .item(
          "<git directory>/changelog/seen",
          """
          The entries that were written in this clone: what you delete afterwards does not come back. \
          A file that `--changelog` names has its own, `files/<path>/seen`.
          """
        ),
      ]
    ),
    ManualSection(
      "EXIT STATUS",
      [
        .item("0", "Done, or nothing to do."),
        .item("1", "`check` or `--check` found something, or `next` has nothing to say."),
        .item("128", "It cannot run here; nothing was written."),
        .item("129", "The command line is wrong."),
        "`commit` gives the status of `git commit`.",
      ]
    ),
    ManualSection(
      "EXAMPLES",
      [
        "Commit with an entry in the changelog:",
        .literal("git changelog commit -am 'fix: crash on empty input'"),
        "Bring the file up to date before a release, then release:",
        .literal("git changelog\ngit changelog release --commit --tag"),
        "The whole history of one package in a shared repository:",
        .literal("git changelog --path api --tag-prefix api- generate"),
      ]
    ),
    ManualSection(
      "SEE ALSO",
      ["git-commit(1), git-log(1), git-interpret-trailers(1), git-tag(1)"]
    ),
  ]
}
