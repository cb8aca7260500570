import ByteKit
import DiagnosticKit
import FileKit
import ToolKit

/// Makes commands of a collection findable, and takes them out again: shim, man page, completions.
struct Linker {
  let places: Places

  /// Makes `git <name>` run the file, replacing our own shim of that name but nobody else's file.
  func link(_ file: CommandFile, in collection: Collection) throws {
    let path = shim(file.name)
    if FileSystem.exists(path), Shim(at: path) == nil {
      throw ToolError(
        "'\(places.short(path).text)' is there and is none of ours",
        hints: ["move it away and try again"],
        exitStatus: .failure
      )
    }
    let former = Shim(at: path)?.target
    try FileSystem.makeDirectory(places.bin)
    let shim = Shim(collection: collection.name, target: file.path)
    try FileSystem.writeAtomically(shim.content, to: path, permissions: 0o755)
    for extra in extras(of: file.name) {
      try removeLink(extra.path, ofCommand: former)
      let source = extra.sources.map { collection.path.appendingPath($0) }
        .first { FileSystem.exists($0) && collection.holds($0) }
      guard let source, (try FileSystem.status(of: extra.path, followingLinks: false)) == nil else {
        continue
      }
      try FileSystem.makeDirectory(extra.path.parentPath)
      try FileSystem.makeLink(to: source, at: extra.path)
    }
  }

  /// Takes the command out; false if it was none of ours.
  func unlink(_ name: ByteString) throws -> Bool {
    guard let former = Shim(at: shim(name)) else { return false }
    // What speaks of the command goes first: killed in between, the command still runs.
    for extra in extras(of: name) { try removeLink(extra.path, ofCommand: former.target) }
    try FileSystem.remove(shim(name))
    return true
  }

  /// The names of all commands of a collection that are linked.
  func linked(to collection: ByteString) -> [ByteString] {
    CommandFile.all(in: places.bin).map(\.name)
      .filter { Shim(at: shim($0))?.collection == collection }
  }

  func shim(_ name: ByteString) -> ByteString { places.bin.appendingPath("git-\(name)") }

  /// A link that goes with a command.
  private struct Extra {
    let path: ByteString
    /// Where a collection may have it.
    let sources: [ByteString]
  }

  private func extras(of name: ByteString) -> [Extra] {
    let command = "git-\(name)" as ByteString
    return [
      Extra(
        path: places.manual.appendingPath("\(command).1"),
        sources: ["man/\(command).1", "man/man1/\(command).1"]
      ),
      Extra(
        path: places.data.appendingPath("bash-completion/completions/\(command)"),
        sources: ["completions/bash/\(command)"]
      ),
      Extra(
        path: places.data.appendingPath("zsh/site-functions/_\(command)"),
        sources: ["completions/zsh/_\(command)"]
      ),
      Extra(
        path: places.data.appendingPath("fish/vendor_completions.d/\(command).fish"),
        sources: ["completions/fish/\(command).fish"]
      ),
    ]
  }

  /// Removes a link that leads into the collection of the command whose file was `command`: ours.
  private func removeLink(_ path: ByteString, ofCommand command: ByteString?) throws {
    guard let command, try FileSystem.status(of: path, followingLinks: false)?.kind == .link
    else { return }
    let target = try FileSystem.readLink(path)
    // The command stands in the top folder of its collection or in `bin/`.
    let roots = [command.parentPath, command.parentPath.parentPath]
    guard roots.contains(where: { $0 != "/" && target.hasPrefix($0 + "/") }) else { return }
    try FileSystem.remove(path)
  }
}
