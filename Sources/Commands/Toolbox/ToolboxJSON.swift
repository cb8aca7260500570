import ByteKit
import TerminalKit

/// `--json`: one form for all subcommands.
enum ToolboxJSON {
  static func document(
    _ inventory: Inventory,
    collections: [CollectionState] = [],
    findings: [Finding] = [],
    only name: ByteString? = nil
  ) -> JSON {
    let commands = inventory.commands.filter { name == nil || $0.file.name == name }
    return .object([
      ("schema", .integer(1)),
      ("path", .array(inventory.search.folders.map { .bytes($0.path) })),
      ("commands", .array(commands.map(command))),
      ("collections", .array(collections.map(collection))),
      ("findings", .array(findings.map(finding))),
    ])
  }

  private static func command(_ command: ListedCommand) -> JSON {
    .object([
      ("name", .bytes(command.file.name)),
      ("path", .bytes(command.file.path)),
      ("target", .bytes(command.target)),
      ("collection", .bytes(command.collection)),
      ("kind", .bytes(command.kind)),
      ("summary", .bytes(command.summary)),
      ("man", .bytes(command.manual)),
      ("status", .string(command.status.rawValue)),
      ("hides", .array(command.hides.map { .bytes($0) })),
      ("hiddenBy", .bytes(command.hiddenBy)),
    ])
  }

  private static func collection(_ state: CollectionState) -> JSON {
    .object([
      ("name", .bytes(state.collection.name)),
      ("path", .bytes(state.collection.path)),
      ("url", .bytes(state.collection.url)),
      ("pin", .bytes(state.collection.pin)),
      ("own", .boolean(state.collection.isOwn)),
      ("revision", .bytes(state.revision)),
      ("upstream", .bytes(state.upstream)),
      ("state", .string(state.state.rawValue)),
    ])
  }

  private static func finding(_ finding: Finding) -> JSON {
    .object([
      ("code", .string(finding.code)),
      ("what", .string(finding.what)),
      ("fix", finding.fix.map { .string($0) } ?? .null),
    ])
  }
}
