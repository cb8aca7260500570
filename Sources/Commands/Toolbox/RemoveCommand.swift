import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import ToolKit

/// `git toolbox remove`: a command or a collection is no longer found.
struct RemoveCommand {
  private let options: ToolboxOptions
  private let context: Context
  private let places: Places
  private let linker: Linker

  static func run(_ options: ToolboxOptions, in context: Context) throws -> ExitStatus {
    guard let given = options.operands.first else { return .usage }
    let places = try Places(context)
    let command = RemoveCommand(
      options: options,
      context: context,
      places: places,
      linker: Linker(places: places)
    )
    let collection = try Collection.registered(in: context, places)
      .first { $0.name == given }
    let name = CommandName.plain(given)
    let shim = Shim(at: command.linker.shim(name))
    if let collection, shim != nil {
      throw ToolError(
        "'\(given.text)' is both a collection and a command",
        hints: [
          "the command: git toolbox remove git-\(name.text)",
          "the collection: git config --global --remove-section toolbox.\(collection.name.text), "
            + "then git toolbox doctor --fix",
        ],
        exitStatus: .failure
      )
    }
    if let collection { return try command.remove(collection) }
    return try command.remove(name, shim)
  }

  private func remove(_ name: ByteString, _ shim: Shim?) throws -> ExitStatus {
    guard let shim else {
      let path = linker.shim(name)
      let message =
        FileSystem.exists(path)
        ? "'\(places.short(path).text)' was not made by git toolbox"
        : "there is no collection and no linked command '\(name.text)'"
      throw ToolError(message, hints: ["for all there are: git toolbox list"], exitStatus: .failure)
    }
    if options.isDryRun {
      context.print("would take out git \(name)")
      return .success
    }
    _ = try linker.unlink(name)
    say("git \(name) is no longer found; its file stays: \(places.short(shim.target))")
    return .success
  }

  private func remove(_ collection: Collection) throws -> ExitStatus {
    let names = linker.linked(to: collection.name)
    let obstacle = try obstacle(to: collection)
    if options.isDryRun {
      context.print(
        "would take out the collection '\(collection.name)' with \(Plural.commands(names.count))"
      )
      if obstacle == nil { context.print("would delete \(places.short(collection.path))") }
      return .success
    }
    for name in names { _ = try linker.unlink(name) }
    try collection.unregister(in: context)
    say("the collection '\(collection.name)' is taken out with \(Plural.commands(names.count))")
    guard let obstacle else {
      // Under another name first: killed in between, no half collection is left to be taken for one.
      let doomed = collection.path + ".part"
      try FileSystem.removeTree(doomed)
      try FileSystem.rename(collection.path, to: doomed)
      try FileSystem.removeTree(doomed)
      return .success
    }
    if FileSystem.exists(collection.path) {
      say("its folder stays, \(obstacle): \(places.short(collection.path))")
    }
    return .success
  }

  /// Why the folder must not be deleted; nil for a clone of ours that holds nothing of its own.
  private func obstacle(to collection: Collection) throws -> String? {
    guard collection.path == places.collections.appendingPath(collection.name),
      let status = try FileSystem.status(of: collection.path, followingLinks: false),
      status.kind == .directory
    else { return "since it is yours" }
    let git = CollectionGit(context, in: collection.path)
    guard
      let changes = try git.answer(
        "status",
        "--porcelain",
        "--untracked-files=all",
        "--ignored=matching"
      ),
      changes.isEmpty
    else { return "since it has changes that are not committed" }
    guard let stash = try git.answer("for-each-ref", "refs/stash"), stash.isEmpty else {
      return "since it has stashed changes"
    }
    guard
      let commits = try git.answer(
        "rev-list",
        "--max-count=1",
        "--all",
        "HEAD",
        "--not",
        "--remotes",
        "--"
      )
    else { return "since its history cannot be read" }
    if commits.isEmpty { return nil }
    return "since it has commits that are on no remote"
  }

  private func say(_ text: String) { if !options.isQuiet { context.note(text) } }
}
