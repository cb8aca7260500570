import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import ProcessKit
import ToolKit

/// The collection that `new` writes to.
enum OwnCollection {
  /// What it is registered as, unless the user says otherwise.
  static let name: ByteString = "mine"

  /// The one at `toolbox.home`, registered or not; `isNew` where its folder has yet to be made.
  static func find(_ inventory: Inventory) throws -> (collection: Collection, isNew: Bool) {
    let home = inventory.places.home
    let isNew = !FileSystem.exists(home)
    if let known = inventory.collections.first(where: { $0.path == home }) {
      return (known, isNew)
    }
    let names = [name, CommandName.collection(from: home)].compactMap(\.self)
    let free = names.first { name in !inventory.collections.contains { $0.name == name } }
    guard let free else {
      throw ToolError(
        "'\(home.text)' is not registered, and the name '\(name.text)' is taken",
        hints: ["give it a name: git toolbox add --as <collection> \(home.shellQuoted.text)"],
        exitStatus: .failure
      )
    }
    return (Collection(name: free, path: home, isOwn: true), isNew)
  }

  /// Makes the folder a repository whose scripts run on every machine.
  static func make(_ collection: Collection, in context: Context) throws {
    try FileSystem.makeDirectory(collection.path)
    let result = try CollectionGit(context, in: collection.path).run("init", "-q")
    guard result.succeeded else {
      throw ToolError("cannot make '\(collection.path.text)': \(result.complaint)")
    }
    let attributes = collection.path.appendingPath(".gitattributes")
    // A CR behind the interpreter's name would keep scripts from running.
    try FileSystem.writeAtomically("* text=auto eol=lf\n", to: attributes)
    _ = try CollectionGit(context, in: collection.path).run("add", "--", ".gitattributes")
  }
}
