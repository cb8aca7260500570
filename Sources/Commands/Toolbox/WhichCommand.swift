import ByteKit
import DiagnosticKit
import FileKit
import TerminalKit
import ToolKit

/// `git toolbox which <name>`: what `git <name>` runs, and what that hides.
enum WhichCommand {
  static func run(_ options: ToolboxOptions, in context: Context) throws -> ExitStatus {
    guard let given = options.operands.first else { return .usage }
    let name = CommandName.plain(given)
    let inventory = try Inventory(context)
    let others = inventory.all(named: name)
    if options.isJSON {
      context.streams.output.write(ToolboxJSON.document(inventory, only: name).rendered)
      return answer(name, inventory) == nil ? .failure : .success
    }
    guard let answer = answer(name, inventory) else {
      throw notFound(name, others, inventory)
    }
    context.print(answer.harmlessLine)
    for hidden in others where hidden.status != .runs {
      context.note("  \(hidden.file.path.text): \(hidden.reason ?? "")")
    }
    if let alias = inventory.alias(named: name), answer != text(of: alias) {
      context.note("  alias.\(name.text) never applies: \(alias.text.text)")
    }
    return .success
  }

  /// What runs, as one line; nil if nothing does.
  private static func answer(_ name: ByteString, _ inventory: Inventory) -> ByteString? {
    let search = inventory.search
    if search.builtIn.contains(name) { return "built into git" }
    if search.isGits(name) { return search.execPath.appendingPathOf(name) }
    if let command = inventory.all(named: name).first(where: { $0.status == .runs }) {
      return command.shim.map { "\(command.file.path) -> \($0.target)" } ?? command.file.path
    }
    return inventory.alias(named: name).map(text)
  }

  private static func text(of alias: Inventory.Alias) -> ByteString { "alias for \(alias.text)" }

  private static func notFound(
    _ name: ByteString,
    _ others: [ListedCommand],
    _ inventory: Inventory
  ) -> ToolError {
    if let other = others.first {
      let path = inventory.places.short(other.file.path).text
      return ToolError(
        "'git \(name.text)' runs nothing: \(path): \(other.reason ?? "")",
        hints: ["for what can be done: git toolbox doctor"],
        exitStatus: .failure
      )
    }
    let hint =
      CommandName.problem(name) == nil
      ? "to write it: git toolbox new \(name.text)" : "for all there are: git toolbox list"
    return ToolError("there is no command 'git \(name.text)'", hints: [hint], exitStatus: .failure)
  }
}

extension ByteString {
  /// The command's file in this folder.
  fileprivate func appendingPathOf(_ name: ByteString) -> ByteString {
    appendingPath("git-\(name)")
  }
}
