import ByteKit
import ConfigKit
import FileKit
import ToolKit

/// A command that a collection brings, and whether it can be linked.
struct Offer: Sendable {
  enum Verdict: Sendable {
    case free
    /// Linked already, to this very file.
    case linked
    /// Linked only if the user names it: another one of that name would run, or lose its place.
    case taken(String)
    /// Never linked, with the command that mends it, if one does.
    case refused(String, fix: String?)
  }

  let file: CommandFile
  /// Below the collection's folder.
  let place: ByteString
  let head: ScriptHead
  let verdict: Verdict
  /// What linking it would hide.
  let hides: [ByteString]

  /// All that a collection offers: `git-*` in its top folder and in `bin/`, the former first.
  static func all(
    in collection: Collection,
    _ inventory: Inventory,
    _ context: Context
  ) throws -> [Offer] {
    let modes = try recordedModes(in: collection, context)
    var seen: Set<ByteString> = []
    return ["", "bin/"].flatMap { (folder: ByteString) in
      CommandFile.all(in: collection.path.appendingPath(folder)).compactMap { file in
        guard seen.insert(file.name).inserted else { return nil }
        let place = "\(folder)git-\(file.name)" as ByteString
        return Offer(file, at: place, mode: modes[place], in: collection, inventory)
      }
    }
  }

  private init(
    _ file: CommandFile,
    at place: ByteString,
    mode: ByteString?,
    in collection: Collection,
    _ inventory: Inventory
  ) {
    self.file = CommandFile(name: file.name, path: collection.path.appendingPath(place))
    self.place = place
    head = ScriptHead(of: file.path, name: file.name)
    let competition = Competition(self.file, in: collection, inventory)
    hides = competition.later
    verdict =
      Self.refusal(self.file, place, mode, collection, inventory)
      ?? (competition.isLinked ? .linked : competition.owner.map(Verdict.taken) ?? .free)
  }

  /// Why the file is never linked.
  private static func refusal(
    _ file: CommandFile,
    _ place: ByteString,
    _ mode: ByteString?,
    _ collection: Collection,
    _ inventory: Inventory
  ) -> Verdict? {
    if inventory.search.isGits(file.name) { return .refused("never runs: git's own", fix: nil) }
    if file.path.bytes.contains(where: { $0 < 32 || $0 == 127 }) {
      return .refused("a control character in its path", fix: nil)
    }
    let folder = collection.path.shellQuoted.text
    switch file.condition {
    case .executable, .notExecutable: break
    case .folder, .danglingLink, .other: return .refused(file.passedOver ?? "", fix: nil)
    }
    guard collection.holds(file.path) else {
      return .refused("a link that leaves the collection", fix: nil)
    }
    if mode == "100644" {
      return .refused(
        notRecorded,
        fix: "git -C \(folder) update-index --chmod=+x \(place.shellQuoted.text)"
      )
    }
    if file.condition == .notExecutable {
      return .refused("not executable", fix: "chmod +x \(file.path.shellQuoted.text)")
    }
    return nil
  }

  /// The reason for a file that git would check out without its x bit.
  static let notRecorded = "not recorded as executable"

  /// The modes that the index records, by path; empty for a folder that is no repository.
  private static func recordedModes(
    in collection: Collection,
    _ context: Context
  ) throws -> [ByteString: ByteString] {
    guard FileSystem.exists(collection.path.appendingPath(".git")) else { return [:] }
    let listed = try CollectionGit(context, in: collection.path)
      .answer("ls-files", "-s", "-z", "--", "git-*", "bin/git-*")
    var modes: [ByteString: ByteString] = [:]
    for record in (listed ?? "").records(endedBy: 0) {
      guard let (head, path) = record.splitOnce(on: UInt8(ascii: "\t")),
        let (mode, _) = head.splitOnce(on: UInt8(ascii: " "))
      else { continue }
      modes[path] = mode
    }
    return modes
  }
}

/// Who else has the name of a command that could be linked.
private struct Competition {
  /// Whether our shim runs this very file.
  let isLinked: Bool
  /// Who has the name, where that decides.
  let owner: String?
  /// Files that would be hidden.
  let later: [ByteString]

  init(_ file: CommandFile, in collection: Collection, _ inventory: Inventory) {
    let bin = inventory.places.bin
    let ours = bin.appendingPath("git-\(file.name)")
    let shim = Shim(at: ours)
    isLinked = shim == Shim(collection: collection.name, target: file.path)
    let position = inventory.search.position(of: bin)
    var (owner, later): (String?, [ByteString]) = (nil, [])
    for other in inventory.all(named: file.name) where other.file.condition == .executable {
      // The file itself, where its own folder is on PATH.
      if other.file.path == ours || other.file.path == file.path { continue }
      let place = inventory.search.position(of: other.file.path.parentPath)
      if let position, let place, place > position {
        later.append(other.file.path)
      } else {
        owner = owner ?? "already yours: \(inventory.places.short(other.file.path))"
      }
    }
    if let shim, !isLinked {
      owner = "already yours: in the collection '\(shim.collection)'"
    } else if shim == nil, FileSystem.exists(ours) {
      owner = "already yours: \(inventory.places.short(ours))"
    }
    self.owner = owner
    self.later = later
  }
}
