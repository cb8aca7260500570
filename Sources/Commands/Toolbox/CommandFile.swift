import ByteKit
import FileKit

/// A file named `git-<name>` in some folder, and what the system says of it.
struct CommandFile: Sendable {
  enum Condition: Hashable, Sendable {
    case executable
    /// A regular file without the owner's x bit, which is what git asks for (`is_executable`).
    case notExecutable
    case folder
    case danglingLink
    /// A device, a socket and the like.
    case other
  }

  /// What follows `git-`.
  let name: ByteString
  /// Absolute.
  let path: ByteString
  let condition: Condition
  /// Bytes; 0 for what is no file.
  let size: Int64

  private static let prefix: ByteString = "git-"

  /// All files of that kind directly in `folder`, in the order of their names; none if it cannot be
  /// read.
  static func all(in folder: ByteString) -> [CommandFile] {
    guard let entries = try? FileSystem.entries(of: folder) else { return [] }
    return entries.compactMap { entry in
      guard let name = entry.name.dropping(prefix: prefix), !name.isEmpty else { return nil }
      return CommandFile(name: name, path: folder.appendingPath(entry.name))
    }
  }

  init(name: ByteString, path: ByteString) {
    self.name = name
    self.path = path
    // A link in a loop cannot be followed either.
    let status = (try? FileSystem.status(of: path)) ?? nil
    size = status?.kind == .regular ? status?.size ?? 0 : 0
    condition =
      switch status?.kind {
      case .regular: (status?.permissions ?? 0) & 0o100 != 0 ? .executable : .notExecutable
      case .directory: .folder
      case .link, nil: .danglingLink
      case .other: .other
      }
  }

  /// Why git passes it over; nil for one that it runs.
  var passedOver: String? {
    switch condition {
    case .executable: nil
    case .notExecutable: "not executable"
    case .folder: "a folder"
    case .danglingLink: "a link to nothing"
    case .other: "no file"
    }
  }
}
