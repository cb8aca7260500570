import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import ProcessKit
import ToolKit

/// The files of a collection, cloned if they are not here yet.
struct Fetched {
  private let collection: Collection
  private let context: Context
  private let places: Places

  init(_ collection: Collection, _ context: Context, _ places: Places) {
    self.collection = collection
    self.context = context
    self.places = places
  }

  /// Clones into a folder beside the final one, then renames: a clone that is there is whole.
  func make(quietly isQuiet: Bool) throws {
    guard let url = collection.url else { return }
    if FileSystem.exists(collection.path) { return try checkOrigin(url) }
    try FileSystem.makeDirectory(collection.path.parentPath)
    // Held until the clone has its final name, against a second one at the same time.
    let lock = try LockFile(locking: collection.path)
    let part = collection.path + ".part"
    try FileSystem.removeTree(part)
    let git = CollectionGit(context, in: collection.path.parentPath)
    if !isQuiet { context.note("cloning \(url)") }
    let result = try git.talk(["clone", "-q", "--no-recurse-submodules", "--", url, part])
    guard result.succeeded else {
      try? FileSystem.removeTree(part)
      throw ToolError("cannot clone '\(url.text)': \(result.complaint)", exitStatus: .failure)
    }
    if let pin = collection.pin { try checkOut(pin, in: part) }
    try FileSystem.rename(part, to: collection.path)
    _ = consume lock
  }

  private func checkOut(_ pin: ByteString, in part: ByteString) throws {
    let git = CollectionGit(context, in: part)
    for revision in [pin, "refs/remotes/origin/\(pin)"] {
      guard
        let commit = try git.answer(
          "rev-parse",
          "--verify",
          "--quiet",
          "--end-of-options",
          "\(revision)^{commit}"
        )
      else { continue }
      let result = try git.run("checkout", "-q", "--detach", commit)
      if result.succeeded { return }
    }
    try? FileSystem.removeTree(part)
    throw ToolError(
      "the collection has no revision '\(pin.text)'",
      hints: ["name a tag, a branch or a commit that it has"],
      exitStatus: .failure
    )
  }

  /// A clone that an earlier `add` left is used again if it is of the same address.
  private func checkOrigin(_ url: ByteString) throws {
    let git = CollectionGit(context, in: collection.path)
    if try git.answer("config", "--get", "remote.origin.url") == url {
      if let pin = collection.pin,
        try git.answer("rev-parse", "--verify", "--quiet", "--end-of-options", "\(pin)^{commit}")
          != git.answer("rev-parse", "HEAD")
      {
        throw ToolError(
          "'\(places.short(collection.path).text)' is there and is not at '\(pin.text)'",
          hints: ["git toolbox remove \(collection.name.text), then add it again"],
          exitStatus: .failure
        )
      }
      return
    }
    throw ToolError(
      "'\(places.short(collection.path).text)' is there and is something else",
      hints: ["give this one another name: --as <collection>"],
      exitStatus: .failure
    )
  }
}
