import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import ProcessKit
import ToolKit

/// `git toolbox new <name>`: a command of one's own, ready to run.
struct NewCommand {
  private let options: ToolboxOptions
  private let context: Context
  private let inventory: Inventory
  private let name: ByteString

  static func run(_ options: ToolboxOptions, in context: Context) throws -> ExitStatus {
    guard let given = options.operands.first else { return .usage }
    let command = NewCommand(
      options: options,
      context: context,
      inventory: try Inventory(context),
      name: CommandName.plain(given)
    )
    return try command.run()
  }

  private var places: Places { inventory.places }

  private func run() throws -> ExitStatus {
    try check()
    let (own, isNew) = try OwnCollection.find(inventory)
    let path = own.path.appendingPath("git-\(name)")
    if (try FileSystem.status(of: path, followingLinks: false)) != nil {
      throw refusal("'\(places.short(path).text)' exists", "to change it: open it in your editor")
    }
    if options.isDryRun {
      if isNew { context.print("would make your collection in \(places.short(own.path))") }
      context.print("would write \(places.short(path))")
      context.print("would write \(places.short(Linker(places: places).shim(name)))")
      return .success
    }
    if isNew { try OwnCollection.make(own, in: context) }
    if !inventory.collections.contains(own) { try own.register(in: context, places) }
    let text = Template.text(for: name, in: options.language)
    try FileSystem.writeAtomically(text, to: path, permissions: 0o755)
    let staged = try CollectionGit(context, in: own.path)
      .run("add", "--chmod=+x", "--", "git-\(name)")
    try Linker(places: places).link(CommandFile(name: name, path: path), in: own)
    report(path, own, isNew: isNew, isStaged: staged.succeeded)
    if options.edits { try context.openEditor(on: path) }
    return .success
  }

  /// Refuses a name that git, completion or another command would get in the way of.
  private func check() throws {
    if let problem = CommandName.problem(name) {
      throw refusal("'\(name.text)' would be a bad name: \(problem)", "choose another name")
    }
    if inventory.search.isGits(name) {
      throw refusal(
        "git has a command '\(name.text)', which would run instead",
        "choose another name"
      )
    }
    let shim = Linker(places: places).shim(name)
    if let existing = Shim(at: shim) {
      throw refusal(
        "'\(name.text)' is a command of the collection '\(existing.collection)' already",
        "to take it out first: git toolbox remove git-\(name.text)"
      )
    }
    let bin = inventory.search.position(of: places.bin)
    for other in inventory.all(named: name) where other.file.condition == .executable {
      let place = inventory.search.position(of: other.file.path.parentPath)
      if let bin, let place, place > bin { continue }
      throw refusal(
        "there is a command '\(name.text)' already: \(places.short(other.file.path).text)",
        "choose another name, or take that one away"
      )
    }
  }

  private func refusal(_ message: String, _ hint: String) -> ToolError {
    ToolError(message, hints: [hint], exitStatus: .failure)
  }

  private func report(_ path: ByteString, _ own: Collection, isNew: Bool, isStaged: Bool) {
    guard !options.isQuiet else { return }
    if isNew {
      context.note("made your collection '\(own.name)' in \(places.short(own.path))")
    }
    context.note("wrote \(places.short(path)); it runs as: git \(name)")
    if isStaged {
      let folder =
        places.short(own.path) == own.path ? own.path.shellQuoted : places.short(own.path)
      context.note("to keep it: git -C \(folder) commit -m 'Add git \(name)'")
    }
    for hidden in inventory.all(named: name) where hidden.file.condition == .executable {
      context.note("it hides \(places.short(hidden.file.path))")
    }
    if let alias = inventory.alias(named: name) {
      context.note("your alias '\(alias.name)' no longer applies: a command beats it")
    }
    PathAdvice(inventory).give(in: context)
  }
}
