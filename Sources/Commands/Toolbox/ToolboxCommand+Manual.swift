import CommandLineKit

extension ToolboxCommand {
  static var sections: [ManualSection] {
    [
      ManualSection(
        "FILES",
        [
          .item(
            "~/.local/share/git-toolbox/bin",
            "One small shell script for each command, which runs the file in its collection. The only "
              + "folder that must be on PATH. Below `XDG_DATA_HOME` if that is set."
          ),
          .item("~/.local/share/git-toolbox/collections", "Clones made by `add`."),
          .item("~/.local/share/git-toolbox/share/man", "Man pages that collections bring."),
        ]
      ),
      ManualSection(
        "CONFIGURATION",
        [
          .item(
            "toolbox.home",
            "The folder of your own collection, which `new` writes to; by default `~/git-commands`."
          ),
          .item(
            "toolbox.<collection>.path, .url, .pin, .own",
            "A collection: its folder, what it was cloned from, the revision that it stays at, and "
              + "whether it is yours, so that `update --push` pushes it."
          ),
          """
          These are read from the configuration of the user and of the machine, never from that of a \
          repository.
          """,
        ]
      ),
      ManualSection(
        "EXIT STATUS",
        [
          .item("0", "Done, or nothing to do."),
          .item("1", "Refused, something was found, or only part was done."),
          .item("128", "It cannot run here."),
          .item("129", "The command line is wrong."),
        ]
      ),
      ManualSection(
        "EXAMPLES",
        [
          "A command of your own:", .literal("git toolbox new -e hello\ngit hello"),
          "Your collection on another machine:",
          .literal("git toolbox add --own git@host.example:me/git-commands.git"),
          "One command of somebody's collection, at a release:",
          .literal("git toolbox add --pin v1.2 https://host.example/ann/git-tools.git standup"),
        ]
      ),
    ]
  }
}
