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
    let desk = Desk(options: options, context: context)
    return switch options.action {
    case .list: try ListCommand(options: options, context: context).run()
    case .show: try ShowCommand(options: options, context: context).run()
    case .add: try AddCommand(desk: desk).run()
    case .set: try SetCommand(desk: desk).run()
    case .rename: try SetCommand(desk: desk).rename()
    case .remove: try RemoveCommand(desk: desk).run()
    case .assign: try AssignCommand(desk: desk).assign()
    case .unassign: try AssignCommand(desk: desk).unassign()
    case .use: try UseCommand(desk: desk).run()
    case .doctor: try DoctorCommand(desk: desk).run()
    case .undo: try UndoCommand(options: options, context: context).run()
    }
  }
}
