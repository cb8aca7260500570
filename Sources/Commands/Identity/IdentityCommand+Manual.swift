import CommandLineKit

extension IdentityCommand {
  static var description: [ManualBlock] {
    [
      .text(
        "An identity is a file of plain git configuration that sets an address, and that an "
          + "`includeIf` of your global configuration names for a folder or a remote. `git identity` "
          + "finds those that are there already, however they were made, and writes new ones the "
          + "same way: everything works without this command too."
      )
    ]
  }

  static var sections: [ManualSection] {
    [
      ManualSection(
        "EXIT STATUS",
        [
          .item("0", "Done, or nothing is wrong."),
          .item("1", "Refused, something was found, or nothing matched; the reason is printed."),
          .item(
            "128",
            "An error: configuration that git cannot read, a lock that is held, a file that cannot "
              + "be written, no repository."
          ),
          .item("129", "The command line is wrong."),
        ]
      ),
      ManualSection(
        "EXAMPLES",
        ["All identities, and the one in force here:", .literal("git identity")]
      ),
      ManualSection("SEE ALSO", ["`git-whoami`(1), `git-config`(1)"]),
    ]
  }
}
