import ByteKit
import DiagnosticKit
import FileKit
import TerminalKit
import ToolKit

/// `git toolbox list`: every command that is not git's own.
enum ListCommand {
  static func run(_ options: ToolboxOptions, in context: Context) throws -> ExitStatus {
    let inventory = try Inventory(context)
    if options.isJSON {
      context.streams.output.write(
        ToolboxJSON.document(inventory, collections: try CollectionState.all(inventory, context))
          .rendered
      )
      return .success
    }
    let table = table(of: inventory, listsAll: options.listsAll)
    guard !table.rows.isEmpty else {
      context.note("there are no commands of your own yet; to write one: git toolbox new <name>")
      return .success
    }
    let columns = context.streams.output.columns
    context.streams.output.write(table.rendered(style: context.style, columns: columns))
    return .success
  }

  static func table(of inventory: Inventory, listsAll: Bool) -> Table {
    var rows: [[Table.Cell]] = []
    for command in inventory.commands.sorted(by: { $0.file.name < $1.file.name }) {
      let isPassedOver =
        command.status == .hidden || command.status == .notExecutable
        || (command.status == .broken && command.shim == nil)
      guard listsAll || !isPassedOver else { continue }
      let place = command.collection ?? inventory.places.short(command.file.path.parentPath)
      rows.append([
        Table.Cell(command.file.name, command.status == .runs ? nil : .yellow),
        Table.Cell(place),
        Table.Cell(command.summary),
        Table.Cell(ByteString(notes(command, inventory)), .yellow),
      ])
    }
    if listsAll {
      for alias in inventory.aliases {
        let never = inventory.search.isGits(alias.name) || !inventory.all(named: alias.name).isEmpty
        rows.append([
          Table.Cell(alias.name), "alias", Table.Cell(alias.text),
          Table.Cell(never ? "never applies: the command wins" : "", .yellow),
        ])
      }
    }
    return Table(rows: rows)
  }

  private static func notes(_ command: ListedCommand, _ inventory: Inventory) -> String {
    if let reason = command.reason { return reason }
    guard !command.hides.isEmpty else { return "" }
    return "hides \(command.hides.map { inventory.places.short($0).text }.joined(separator: ", "))"
  }
}
