package import CommandLineKit
package import DiagnosticKit
package import ToolKit

/// `git identity` sets up, checks and repairs who commits are by in which folder.
package enum IdentityCommand: Tool {
  package static var command: Command<IdentityOptions> {
    Command(
      name: "identity",
      summary: "keep one identity per folder or remote, and commit as nobody else",
      synopsis: ["[<options>]"],
      description: description,
      parameters: parameters,
      subcommands: subcommands,
      sections: sections,
      initial: IdentityOptions(),
      validate: check
    )
  }

  package static func run(_ options: IdentityOptions, in context: Context) throws -> ExitStatus {
    switch options.action {
    case .list: try ListCommand(options: options, context: context).run()
    case .show: try ShowCommand(options: options, context: context).run()
    }
  }
}
