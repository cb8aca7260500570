import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import ProcessKit
import ToolKit

/// `git toolbox update`: collections are brought to what their remotes have, where that loses nothing.
struct UpdateCommand {
  private let options: ToolboxOptions
  private let context: Context
  private let places: Places

  static func run(_ options: ToolboxOptions, in context: Context) throws -> ExitStatus {
    let command = UpdateCommand(
      options: options,
      context: context,
      places: try Places(context)
    )
    return try command.run()
  }

  private func run() throws -> ExitStatus {
    var status = ExitStatus.success
    for collection in try chosen() {
      do {
        if try !update(collection) { status = .failure }
      } catch let error as any Diagnostic {
        // One broken collection does not stop the others.
        complain("\(collection.name): \(error.message)", error.hints)
        status = .failure
      }
    }
    return status
  }

  private func chosen() throws -> [Collection] {
    let registered = try Collection.registered(in: context, places)
    guard !options.operands.isEmpty else {
      if registered.isEmpty {
        say("there are no collections; to take one in: git toolbox add <url>")
      }
      return registered
    }
    return try options.operands.map { name in
      guard let collection = registered.first(where: { $0.name == name }) else {
        throw ToolError(
          "there is no collection '\(name.text)'",
          hints: ["for all there are: git toolbox list --json"],
          exitStatus: .failure
        )
      }
      return collection
    }
  }

  /// Updates one; false if something was left for the user to settle.
  private func update(_ collection: Collection) throws -> Bool {
    let name = collection.name
    let state = try CollectionState(collection, context)
    switch state.state {
    case .missing:
      complain(
        "\(name): \(places.short(collection.path)) is gone",
        ["to take it out: git toolbox remove \(name)"]
      )
      return false
    case .folder, .noUpstream:
      if options.operands.contains(name) { say("\(name): has no upstream, nothing to update from") }
      return true
    case .pinned, .current, .behind, .ahead, .diverged: break
    }
    let git = CollectionGit(context, in: collection.path)
    if !options.isDryRun {
      let fetched = try git.talk(["fetch", "-q", "--no-recurse-submodules", "--tags"])
      guard fetched.succeeded else {
        complain("\(name): cannot fetch: \(fetched.complaint)", [])
        return false
      }
    }
    if let pin = collection.pin { return try tellNewer(than: pin, collection, git) }
    return try move(collection, CollectionState(collection, context), git)
  }

  /// A pinned collection is left; what its remote has beyond is said.
  private func tellNewer(
    than pin: ByteString,
    _ collection: Collection,
    _ git: CollectionGit
  ) throws -> Bool {
    let count = try git.answer("rev-list", "--count", "--remotes", "--not", "HEAD") ?? "0"
    say(
      count == "0"
        ? "\(collection.name): pinned at \(pin)"
        : "\(collection.name): pinned at \(pin); its remote has newer commits: \(count)"
    )
    return true
  }

  private func move(
    _ collection: Collection,
    _ state: CollectionState,
    _ git: CollectionGit
  ) throws -> Bool {
    let name = collection.name
    let folder = collection.path.shellQuoted
    switch state.state {
    case .diverged:
      complain(
        "\(name): its commits and those of its upstream have diverged",
        ["to put yours on top: git -C \(folder) rebase", "to merge: git -C \(folder) merge"]
      )
      return false
    case .ahead: return try push(collection, git)
    case .behind: break
    default:
      say("\(name): up to date")
      return true
    }
    let changes = try git.answer("status", "--porcelain", "--untracked-files=no")
    guard changes?.isEmpty == true else {
      complain(
        "\(name): has changes that are not committed, so it is left as it is",
        ["to see them: git -C \(folder) status", "then: git toolbox update \(name)"]
      )
      return false
    }
    let news = try CollectionNews(git)
    say("\(name):\n\(news.text)")
    if options.isDryRun { return true }
    let merged = try git.run("merge", "-q", "--ff-only", "@{upstream}")
    guard merged.succeeded else {
      complain("\(name): \(merged.complaint)", ["to see why: git -C \(folder) merge --ff-only"])
      return false
    }
    try relink(collection, news)
    return try push(collection, git)
  }

  /// Takes out what is gone, and offers what is new.
  private func relink(_ collection: Collection, _ news: CollectionNews) throws {
    let linker = Linker(places: places)
    for name in linker.linked(to: collection.name) {
      guard let shim = Shim(at: linker.shim(name)), !FileSystem.exists(shim.target) else {
        continue
      }
      _ = try linker.unlink(name)
    }
    guard !news.added.isEmpty else { return }
    let inventory = try Inventory(context)
    let offers = try Offer.all(in: collection, inventory, context).filter {
      news.added.contains($0.file.name) && $0.canBeLinked
    }
    guard !offers.isEmpty else { return }
    let count = Plural.commands(offers.count)
    guard options.isAgreed || context.agrees(to: "make \(count) of '\(collection.name)' yours?")
    else {
      let names = offers.map(\.file.name).joined(separator: " ")
      say(
        "  to make \(offers.count == 1 ? "it" : "them") yours: "
          + "git toolbox add --yes \((collection.url ?? collection.path).shellQuoted) \(names)"
      )
      return
    }
    for offer in offers { try linker.link(offer.file, in: collection) }
  }

  /// Pushes the user's own collection, never with force; true if there is nothing to push.
  private func push(_ collection: Collection, _ git: CollectionGit) throws -> Bool {
    let state = try CollectionState(collection, context).state
    guard state == .ahead else {
      return true
    }
    guard options.pushes, collection.isOwn else {
      say(
        "\(collection.name): has commits that its upstream has not"
          + (collection.isOwn ? "; to push them: git toolbox update --push" : "")
      )
      return true
    }
    if options.isDryRun {
      say("\(collection.name): would push")
      return true
    }
    let pushed = try git.talk(["push", "-q", "--no-follow-tags"])
    guard pushed.succeeded else {
      complain(
        "\(collection.name): cannot push: \(pushed.complaint)",
        ["to fetch what came meanwhile: git toolbox update \(collection.name)"]
      )
      return false
    }
    say("\(collection.name): pushed")
    return true
  }

  private func say(_ text: String) { if !options.isQuiet { context.note(text) } }

  private func complain(_ message: String, _ hints: [String]) {
    _ = ToolRunner.report(
      ToolError(message, hints: hints, exitStatus: .failure),
      in: context
    )
  }
}
