import ByteKit
import CommandLineKit

extension IdentityCommand {
  static let subcommands: [Subcommand<IdentityOptions>] = [
    Subcommand(
      "list",
      "all identities: where each applies, and what is wrong with it",
      isDefault: true
    ) { $0.action = .list },
    Subcommand(
      "show",
      "one identity in full; without a name, the one in force here",
      synopsis: ["[--path] [<name>]"],
      parameters: [.flag("path", \.showsPathOnly, help: "print only its file")],
      operands: [.optional("name", \.name)]
    ) { $0.action = .show },
  ]

  static var parameters: [Parameter<IdentityOptions>] {
    [
      .flag(
        ["n", "dry-run"],
        \.isDryRun,
        help: "change nothing; print what would change as a diff"
      ),
      .flag("json", \.isJSON, help: "print JSON"),
      .flag(["q", "quiet"], \.isQuiet, help: "print nothing but errors"),
    ]
  }

  @Sendable
  static func check(_ options: IdentityOptions) throws(UsageError) {}
}
