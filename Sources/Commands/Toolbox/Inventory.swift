import ByteKit
import ConfigKit
import FileKit
import ToolKit

/// A `git-<name>` file on PATH, and what becomes of it.
struct ListedCommand: Sendable {
  enum Status: String, Sendable {
    case runs
    /// Another one of that name stands before it.
    case hidden
    /// git has a command of that name, which always wins.
    case shadowedByGit = "shadowed-by-git"
    case notExecutable = "not-executable"
    /// Nothing that could run: a link to nothing, a folder, or a shim whose command is gone.
    case broken
  }

  let file: CommandFile
  /// What it runs, if it is one of ours.
  let shim: Shim?
  /// The collection that it belongs to.
  let collection: ByteString?
  let kind: ByteString
  let summary: ByteString
  /// Its man page.
  let manual: ByteString?
  let status: Status
  /// Why it does not run.
  let reason: String?
  /// Files and aliases of the same name that this one keeps from running.
  var hides: [ByteString] = []
  let hiddenBy: ByteString?

  /// The file that is run in the end.
  var target: ByteString { shim?.target ?? file.path }
}

/// Every command that is not git's own, and the aliases.
struct Inventory: Sendable {
  struct Alias: Sendable {
    let name: ByteString
    let text: ByteString
  }

  let places: Places
  let search: SearchPath
  let collections: [Collection]
  let aliases: [Alias]
  /// In the order in which git looks for them.
  private(set) var commands: [ListedCommand] = []

  init(_ context: Context) throws {
    places = try Places(context)
    search = try SearchPath(context)
    collections = try Collection.registered(in: context, places)
    aliases = Self.aliases(try context.config())
    for file in search.files() {
      let command = examine(file)
      if command.status == .hidden, let runner = runner(of: file.name) {
        commands[runner].hides.append(file.path)
      }
      commands.append(command)
    }
    for index in commands.indices where commands[index].status == .runs {
      if aliases.contains(where: { $0.name == commands[index].file.name.lowercasedASCII }) {
        commands[index].hides.append("alias.\(commands[index].file.name)")
      }
    }
  }

  /// The commands of that name, the one that runs first.
  func all(named name: ByteString) -> [ListedCommand] {
    commands.filter { $0.file.name == name }
      .enumerated().sorted { one, two in
        (one.element.status == .runs ? 0 : 1, one.offset)
          < (two.element.status == .runs ? 0 : 1, two.offset)
      }.map(\.element)
  }

  func alias(named name: ByteString) -> Alias? {
    aliases.first { $0.name == name.lowercasedASCII }
  }

  func collection(named name: ByteString) -> Collection? {
    collections.first { $0.name == name }
  }

  private func runner(of name: ByteString) -> Int? {
    commands.firstIndex { $0.file.name == name && $0.status == .runs }
  }

  private func examine(_ file: CommandFile) -> ListedCommand {
    let shim = Shim(at: file.path)
    let target = shim.map { CommandFile(name: file.name, path: $0.target) } ?? file
    let collection =
      shim?.collection ?? collections.first { $0.holds(file.path) }?.name
    let root = collections.first { $0.name == collection }?.path
    let head = ScriptHead(of: target.path, name: file.name)
    let manual =
      ManualPage.path(of: file.name, in: file.path.parentPath)
      ?? root.flatMap { ManualPage.path(of: file.name, inCollection: $0) }
    let (status, reason, hiddenBy) = fate(of: file, target)
    return ListedCommand(
      file: file,
      shim: shim,
      collection: collection,
      kind: head.kind,
      summary: head.summary.isEmpty
        ? manual.flatMap(ManualPage.summary) ?? "" : head.summary,
      manual: manual,
      status: status,
      reason: reason,
      hiddenBy: hiddenBy
    )
  }

  private func fate(
    of file: CommandFile,
    _ target: CommandFile
  ) -> (ListedCommand.Status, reason: String?, hiddenBy: ByteString?) {
    if let reason = file.passedOver {
      return (file.condition == .notExecutable ? .notExecutable : .broken, reason, nil)
    }
    if search.isGits(file.name) {
      return (.shadowedByGit, "never runs: git has a command of that name", nil)
    }
    if let index = runner(of: file.name) {
      let winner = commands[index].file.path
      return (.hidden, "hidden by \(places.short(winner))", winner)
    }
    // git takes the first file; that what a shim runs is missing shows only then.
    if target.path != file.path, let reason = target.passedOver {
      let place = places.short(target.path)
      let what = target.condition == .danglingLink ? "is gone" : "is \(reason)"
      return (.broken, "\(place) \(what)", nil)
    }
    return (.runs, nil, nil)
  }

  /// `alias.<name>`, the last of each, in the order of their names.
  private static func aliases(_ config: ConfigStack) -> [Alias] {
    var texts: [ByteString: ByteString] = [:]
    for entry in config.entries where entry.section == "alias" {
      if let subsection = entry.subsection {
        // `[alias "name"] command = ...`, of git 2.53 and later.
        if entry.name == "command" { texts[subsection] = entry.value }
      } else {
        texts[entry.name] = entry.value
      }
    }
    return texts.sorted { $0.key < $1.key }.map { Alias(name: $0.key, text: $0.value) }
  }
}
