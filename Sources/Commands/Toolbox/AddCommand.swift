import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import ProcessKit
import TerminalKit
import ToolKit

/// `git toolbox add`: takes in a collection, or some commands of it.
struct AddCommand {
  private let options: ToolboxOptions
  private let context: Context
  private let places: Places
  private let registered: [Collection]

  static func run(_ options: ToolboxOptions, in context: Context) throws -> ExitStatus {
    try AddCommand(options, context).run()
  }

  private init(_ options: ToolboxOptions, _ context: Context) throws {
    self.options = options
    self.context = context
    places = try Places(context)
    registered = try Collection.registered(in: context, places)
  }

  private func run() throws -> ExitStatus {
    guard let source = options.operands.first else { return .usage }
    let wanted = try plan(source)
    if options.isDryRun, !FileSystem.exists(wanted.path) {
      let line: ByteString = "would clone \(source) into \(places.short(wanted.path))"
      context.print(line.harmlessLine)
      return .success
    }
    try Fetched(wanted, context, places).make(quietly: options.isQuiet)
    let inventory = try Inventory(context)
    let offers = try chosen(from: Offer.all(in: wanted, inventory, context), wanted)
    return try take(offers, from: wanted, inventory)
  }

  /// Which collection is meant, and where it is or will be; nothing is written.
  private func plan(_ source: ByteString) throws -> Collection {
    let folder = source.absolutePath(in: context.workingDirectory)
    let isFolder = ((try? FileSystem.status(of: folder)) ?? nil)?.kind == .directory
    // A bare repository has nothing to run: it is cloned like one that is far away.
    let isWorkTree = isFolder && !FileSystem.exists(folder.appendingPath("objects"))
    if source.redactingCredentials != source {
      throw ToolError(
        "the address carries a user name or password, which would be stored with it",
        hints: ["leave it out; git asks for it, or its credential helper knows it"],
        exitStatus: .failure
      )
    }
    if options.isOwn { return try planOwn(isFolder ? folder : source) }
    if isWorkTree, options.pin == nil {
      let path = try FileSystem.realPath(folder)
      if let known = registered.first(where: { $0.path == path }) { return known }
      return Collection(name: try name(for: source == "." ? path : source), path: path)
    }
    let url = isFolder ? try FileSystem.realPath(folder) : source
    if let known = registered.first(where: { $0.url == url }) { return known }
    let name = try name(for: source)
    return Collection(
      name: name,
      path: places.collections.appendingPath(name),
      url: url,
      pin: options.pin
    )
  }

  private func planOwn(_ url: ByteString) throws -> Collection {
    let home = places.short(places.home).text
    if let known = registered.first(where: { $0.path == places.home && $0.url == url }) {
      return known
    }
    guard !FileSystem.exists(places.home) else {
      throw ToolError(
        "your own collection is in \(home) already",
        hints: ["another place for it: git config --global toolbox.home <folder>"],
        exitStatus: .failure
      )
    }
    let name = options.collectionName ?? OwnCollection.name
    guard registered.allSatisfy({ $0.name != name }) else { throw taken(name) }
    return Collection(name: name, path: places.home, url: url, pin: options.pin, isOwn: true)
  }

  private func name(for source: ByteString) throws -> ByteString {
    if let given = options.collectionName {
      guard CommandName.isCollection(given) else {
        throw ToolError(
          "'\(given.text)' is no name for a collection",
          hints: ["use letters, digits, '.', '_' and '-'"],
          exitStatus: .failure
        )
      }
      if registered.contains(where: { $0.name == given }) { throw taken(given) }
      return given
    }
    guard let name = CommandName.collection(from: source) else {
      throw ToolError(
        "no name for the collection can be made of '\(source.text)'",
        hints: ["give it one with --as <collection>"],
        exitStatus: .failure
      )
    }
    if registered.contains(where: { $0.name == name }) { throw taken(name) }
    return name
  }

  private func taken(_ name: ByteString) -> ToolError {
    ToolError(
      "there is a collection '\(name.text)' already",
      hints: ["give this one another name: --as <collection>"],
      exitStatus: .failure
    )
  }

  /// The offers that the command line names, or all.
  private func chosen(from offers: [Offer], _ collection: Collection) throws -> [Offer] {
    let names = options.operands.dropFirst().map(CommandName.plain)
    guard !names.isEmpty else { return offers }
    return try names.map { name in
      guard let offer = offers.first(where: { $0.file.name == name }) else {
        throw ToolError(
          "the collection '\(collection.name.text)' has no command 'git-\(name.text)'",
          hints: ["what it has: git toolbox add -n \(source.shellQuoted.text)"],
          exitStatus: .failure
        )
      }
      return offer
    }
  }

  private var source: ByteString { options.operands.first ?? "" }

  /// Shows, asks, registers, links.
  private func take(
    _ offers: [Offer],
    from collection: Collection,
    _ inventory: Inventory
  ) throws -> ExitStatus {
    let areNamed = options.operands.count > 1
    let linkable = offers.filter { areNamed ? $0.refusal == nil : $0.canBeLinked }
    show(offers, from: collection)
    if options.isDryRun { return .success }
    if areNamed, linkable.count < offers.count {
      throw ToolError("not every command that was named can be linked", exitStatus: .failure)
    }
    let count = Plural.commands(linkable.count)
    guard options.isAgreed || context.agrees(to: "make \(count) of '\(collection.name)' yours?")
    else {
      throw ToolError(
        "nothing was linked",
        hints: [
          "to agree without being asked: git toolbox add --yes \(source.shellQuoted.text)"
        ],
        exitStatus: .failure
      )
    }
    try collection.register(in: context, places)
    let linker = Linker(places: places)
    for offer in linkable { try linker.link(offer.file, in: collection) }
    if !options.isQuiet {
      context.note("\(count) of '\(collection.name)' can be run as git <name>")
      PathAdvice(inventory).give(in: context)
    }
    return .success
  }

  private func show(_ offers: [Offer], from collection: Collection) {
    guard !options.isQuiet || options.isDryRun else { return }
    context.note("'\(collection.name)' in \(places.short(collection.path)):")
    let table = OfferTable.table(offers, places)
    let text =
      offers.isEmpty
      ? "  no commands: no file 'git-<name>' in its top folder or in bin\n"
      : table.rendered(style: context.errorStyle, columns: context.streams.error.columns)
    context.streams.error.write(text)
  }
}
