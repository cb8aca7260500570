import CommandLineKit
import DiagnosticKit

extension PruneGoneCommand {
  static var description: [ManualBlock] {
    [
      """
      A branch's upstream is gone when the remote-tracking branch that it follows does not exist any \
      more, as after a pull request was merged and its branch deleted on the server. This alone does \
      not prove that the work is merged: pull requests are closed, branches renamed, and some were \
      never pushed. `git prune-gone` looks for a proof, deletes what has one, and keeps the rest with \
      the reason.
      """,
      """
      Each run updates the remotes first, deletes in one ref transaction, removes the branches' \
      configuration, and can be undone for 90 days.
      """,
    ]
  }

  static var sections: [ManualSection] {
    [decisions, undoing, scripting, configuration, exitStatus, examples, seeAlso]
  }

  private static var decisions: ManualSection {
    ManualSection(
      "WHAT IS DELETED AND WHAT IS KEPT",
      [
        "Only a branch whose upstream is gone can go, and only if one of these proofs holds:",
        .item("ancestor", "its tip is reachable from a base"),
        .item(
          "elsewhere",
          "its tip is reachable from a tag, or from another remote-tracking branch that its remote still has"
        ),
        .item(
          "rebased",
          "it has no merge commit, and each of its commits is in a base with the same changes"
        ),
        .item("squashed", "all its changes together are those of one commit in a base"),
        .item("contained", "merging it into a base would change nothing"),
        """
        Changes are the same when paths, modes and lines are, white space included. A base is what \
        `--base` or `prune-gone.base` names, else the default branch of each remote and the local \
        branch that tracks it.
        """,
        "What is kept, with the word that `--json` and `--porcelain` print:",
        .item(
          "not-gone",
          "no upstream, a local one, one on a remote that is not configured or not fetched, or one that is there"
        ),
        .item(
          "held",
          "checked out, being rebased, bisected or merged in any worktree, the target of a symbolic ref, or the upstream of a local branch; no option deletes it"
        ),
        .item(
          "protected",
          "a base, a default branch of now or before, `main`, `master`, `develop`, `trunk`, the value of `init.defaultBranch`, what a protection pattern matches, or `branch.<name>.deleteMerged=false`; `git branch -D` deletes it"
        ),
        .item(
          "unproven",
          "work that is nowhere else (`--force` deletes it), or that was on the remote when it was last seen there (`--pushed` does too)"
        ),
        .item("net-empty", "its commits undo each other: parked work, treated like unproven"),
        .item(
          "unknown",
          "it cannot be found out: shallow history, a missing object, no base; no option deletes it"
        ),
        .item("filtered", "an option or a pattern leaves it out"),
        .item("remote-unchecked", "its remote could not be asked"),
        .item("breaker", "a circuit breaker stopped the run"),
        .item("moved", "it changed since the plan, or during the run"),
        """
        Circuit breakers stop the whole run: a remote that had a default branch advertises no HEAD \
        or no branch at all, or more would go than `--max-deletes` allows. A remote with a fetch \
        refspec that writes into `refs/heads` is refused. Submodules are repositories of their own and \
        left alone.
        """,
      ]
    )
  }

  private static var undoing: ManualSection {
    ManualSection(
      "UNDOING",
      [
        """
        A run is a commit that the reflog of `refs/prune-gone` keeps: its parents are the deleted tips, \
        and the file `journal` in it holds names and configuration. `--undo` restores refs and \
        `branch.<name>` sections; a name that was used again is refused. A branch's own reflog is not \
        restored. After a run was killed the next one finishes or explains what it left.
        """,
        """
        The last tips seen on remotes are kept in `prune-gone/seen` in the git directory, without \
        passwords, so that a pushed branch can be told from an unpushed one after its remote-tracking \
        branch was pruned.
        """,
        """
        On a terminal `-n` and `--log` go through the pager that git would take (`GIT_PAGER`, \
        `core.pager`, `PAGER`, `git -P`); a run that deletes never does.
        """,
      ]
    )
  }

  private static var scripting: ManualSection {
    ManualSection(
      "OUTPUT FOR SCRIPTS",
      [
        """
        `--json` prints one document with the keys `schema` (1), `repository`, `fetch`, `bases`, \
        `branches`, `breakers` and `run`. Every local branch is in `branches` once, with `ref`, `oid`, \
        `upstream`, `remote`, `state` (none, local-upstream, remote-missing, unmapped, gone, live), \
        `verdict` (merged, unmerged, unknown or null), `proof` (`kind`, `base`, `commit`, or null), \
        `evidence` (pushed, unpushed or null), `heldBy`, `action` (delete, keep, deleted, failed), \
        `reason` (a word from above or null), `explanation`, `ahead` (commits that are nowhere else) \
        and `restore` (the command that brings it back). With `--under` it holds `repositories`, each \
        such a document, or `repository` and `error`.
        """,
        """
        `--porcelain` prints the line `# prune-gone v1` and a line for each branch, with tabs between: \
        action, ref, oid, state, verdict, proof kind, proof base, proof commit, evidence, reason, \
        upstream, remote, ahead, held by. An empty value is `-`. Values are quoted as git quotes paths; \
        with `-z` they are not, and records end with NUL. With `--under` a line \
        `# repository <path>` stands before each repository's lines.
        """,
      ]
    )
  }

  private static var configuration: ManualSection {
    ManualSection(
      "CONFIGURATION",
      [
        .item("prune-gone.base", "a ref that branches are judged against; may stand several times"),
        .item(
          "prune-gone.protect",
          "a pattern of branches that are never deleted, as in `git branch --list`; may stand several times"
        ),
        .item(
          "prune-gone.delete",
          "what is deleted by default: `merged`, `pushed` as with `--pushed`, or `all` as with `--force`"
        ),
        .item(
          "prune-gone.timeout",
          "seconds that a remote may take to answer without a terminal; 60"
        ),
        .item("prune-gone.keep", "days for which a run can be undone; 90"),
        .item("branch.<name>.deleteMerged", "`false` protects the branch"),
      ]
    )
  }

  private static var exitStatus: ManualSection {
    ManualSection(
      "EXIT STATUS",
      [
        .item("0", "done, or nothing to do"),
        .item("1", "a deletion failed or a branch moved meanwhile"),
        .item("2", "a remote could not be checked"),
        .item("3", "a circuit breaker stopped the run: nothing was deleted"),
        .item(
          "128",
          "cannot run here: no repository, an unsupported format, locked, a mirror refspec"
        ),
        .item("129", "the command line is wrong"),
        """
        Of several causes the first of 3, 1, 2 counts. With `--under` a broken or refused repository \
        counts as 1.
        """,
      ]
    )
  }

  private static var examples: ManualSection {
    ManualSection(
      "EXAMPLES",
      [
        "Look first, then delete what was looked at:",
        .literal("git prune-gone --dry-run --json >plan.json\ngit prune-gone --apply plan.json"),
        "Choose by hand, closed pull requests included:",
        .literal("git prune-gone --interactive"),
        "My own branches that nobody touched for a month, never releases:",
        .literal("git prune-gone --mine --older-than 30 --protect 'release/*'"),
        "Bring one branch back:",
        .literal("git prune-gone --undo feature"),
        "Every clone in a folder, nothing if more than a tenth would go:",
        .literal("git prune-gone --under ~/src --max-deletes 10%"),
      ]
    )
  }

  private static var seeAlso: ManualSection {
    ManualSection("SEE ALSO", ["git-branch(1), git-fetch(1), git-remote(1), git-reflog(1)"])
  }
}
