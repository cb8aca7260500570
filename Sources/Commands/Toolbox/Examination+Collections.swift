import ByteKit
import ConfigKit
import FileKit

/// What is wrong with collections and their clones.
extension Examination {
  func collection(_ collection: Collection) throws -> [Finding] {
    guard FileSystem.exists(collection.path) else {
      return [
        Finding(
          code: "collection-gone",
          what: "the collection '\(collection.name)': \(places.short(collection.path)) is gone",
          fix: "git toolbox remove \(collection.name)"
        )
      ]
    }
    let linker = Linker(places: places)
    let offers = try Offer.all(in: collection, inventory, context)
    // A change in somebody else's clone would keep it from being updated.
    let isUsers = collection.isOwn || collection.url == nil
    func record(_ offer: Offer) throws {
      let git = CollectionGit(context, in: collection.path)
      _ = try git.run("update-index", "--chmod=+x", "--", offer.place)
    }
    return offers.compactMap { offer in
      guard case .refused(let reason, let fix?) = offer.verdict else { return nil }
      let isMode = reason == Offer.notRecorded
      // One that is linked is looked at as a command.
      if !isMode, Shim(at: linker.shim(offer.file.name))?.target == offer.file.path { return nil }
      return Finding(
        code: isMode ? "not-recorded" : "not-executable",
        what: "git \(offer.file.name) of '\(collection.name)' is \(reason)",
        fix: fix,
        repair: isMode && isUsers ? { try record(offer) } : nil
      )
    }
  }

  /// Clones of an `add` that was refused or ended before its end.
  func leftClones() -> [Finding] {
    let entries = (try? FileSystem.entries(of: places.collections)) ?? []
    return entries.filter { $0.kind == .directory }.compactMap { entry in
      let path = places.collections.appendingPath(entry.name)
      guard !inventory.collections.contains(where: { $0.path == path }) else { return nil }
      return Finding(
        code: "clone-unused",
        what:
          "\(places.short(path)) is no registered collection: an 'add' was not agreed to or ended",
        fix: "add it again, or: rm -r \(path.shellQuoted)"
      )
    }
  }
}
