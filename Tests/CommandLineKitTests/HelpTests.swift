import CommandLineKit
import Testing

@Suite struct HelpTests {
  @Test func theUsageTextIsLaidOutAsGitsOwn() {
    #expect(
      notes.help() == """
        usage: git notes-of [<options>] <start> [<word>...]
           or: git notes-of --undo

            -q, --quiet           say less
            -v, --verbose         say more
            --[no-]fetch          fetch first (default: yes)
            --no-switch           stay where you are
            -f, --force           do more
            --pushed              do as much
            -r, --remote <name>   where to push
            --limit <n>           how many
            --pattern <pattern>   which ones (repeatable)
            --undo[=<run>]        bring back
            -m, --max <n|p%>      stop before more

        Output
            --json                print JSON
            --porcelain           print lines for scripts
            --format <kind>       print in a form

        Common to all commands
            --color[=<when>]      use colour: always, never or auto
            -h                    show this short help
            --help                open the manual page
            --version             show the version


        """
    )
  }

  @Test func subcommandsAreListedAndHaveTheirOwnHelp() {
    #expect(
      diary.help().hasPrefix(
        """
        usage: git diary update
           or: git diary show [<options>] <entry>
           or: git diary commit [<git commit options>]
           or: git diary driver %O %A

            update                add what is missing
            show                  print one entry
            commit                write and commit

        """
      )
    )
    #expect(
      diary.help(subcommand: "show").hasPrefix(
        """
        usage: git diary show [<options>] <entry>

            -n, --limit <n>       how many
            -q, --quiet           say less
            -c, --file <path>     the file

        """
      )
    )
  }

  @Test func aCompleteDeclarationHasNoProblems() {
    #expect(notes.outline.problems() == [])
    #expect(diary.outline.problems() == [])
  }

  @Test func whatIsMissingIsFound() {
    var bad = notes
    bad.sections = []
    bad.conflicts = [["json", "xml"]]
    bad.parameters += [
      .flag(["q", "hush"], \.isQuiet, help: ""),
      .flag("no-fetch", \.isQuiet, help: "Ends badly."),
    ]
    bad.operands.reverse()
    #expect(
      bad.outline.problems() == [
        "no section EXIT STATUS", "no section EXAMPLES", "option 'q' twice",
        "--no-fetch is both an option and a negation",
        "--hush has no help", "the help of --no-fetch ends with a full stop",
        "the help of --no-fetch begins with a capital letter",
        "<word> takes what the operands after it need", "conflict with an unknown option 'xml'",
      ]
    )
  }
}
