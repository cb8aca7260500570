package import ByteKit
import DiagnosticKit
package import FileKit

/// The changelog on disk.
package struct ChangelogFile: Sendable, Equatable {
  /// Absolute; links resolved where they exist.
  package let path: ByteString
  /// Relative to the top of the work tree, as git names it; nil for a file outside.
  package let pathInWorkTree: ByteString?

  /// The file that `option` names, else the changelog at the top of the work tree.
  ///
  /// That is `CHANGELOG.md` in any letter case, else `CHANGES.md` or `HISTORY.md`; a file that is not
  /// there yet will be `CHANGELOG.md`.
  package static func locate(
    option: ByteString?,
    workTree: ByteString,
    workingDirectory: ByteString
  ) throws(FileError) -> ChangelogFile {
    if let option {
      return try ChangelogFile(path: option.absolutePath(in: workingDirectory), workTree: workTree)
    }
    let names = try FileSystem.entries(of: workTree).filter { $0.kind != .directory }.map(\.name)
    for stem: ByteString in ["changelog", "changes", "history"] {
      for ending: ByteString in [".md", ".markdown"] {
        let matching = names.filter { $0.lowercasedASCII == stem + ending }
        if let name = matching.first {
          return try ChangelogFile(path: workTree.appendingPath(name), workTree: workTree)
        }
      }
    }
    return try ChangelogFile(path: workTree.appendingPath("CHANGELOG.md"), workTree: workTree)
  }

  package init(path: ByteString, workTree: ByteString) throws(FileError) {
    let folder = path.parentPath
    let top = try FileSystem.realPath(workTree)
    if FileSystem.exists(path) {
      self.path = try FileSystem.realPath(path)
    } else if FileSystem.exists(folder) {
      self.path = try FileSystem.realPath(folder).appendingPath(path.lastPathComponent)
    } else {
      self.path = path
    }
    pathInWorkTree = self.path.dropping(prefix: top == "/" ? "/" : top + "/")
  }

  /// The bytes, or nil if there is no such file.
  package func read() throws(FileError) -> ByteString? { try FileSystem.readIfPresent(path) }

  /// What an update did.
  package struct Change: Sendable, Equatable {
    /// Nil: there was no file.
    package var old: ByteString?
    package var new: ByteString

    package var isChange: Bool { old != new }
  }

  /// Reads the file, lets `edit` change it, and writes it in one step.
  ///
  /// `edit` gets nil if there is no file, and returns nil to leave things as they are. If the file
  /// changes on disk meanwhile, all of it starts over with the new content.
  /// - Returns: What was changed; nil if `edit` returned nil or the same bytes.
  package func update(
    writing: Bool = true,
    _ edit: (Document?) throws -> Document?
  ) throws -> Change? {
    for _ in 0..<10 {
      let old = try read()
      let document = old.map { Document(parsing: $0) }
      if document?.hasConflictMarkers == true { throw ChangelogFileError.conflicted(path) }
      guard let new = try edit(document)?.serialized, new != old else { return nil }
      let change = Change(old: old, new: new)
      guard writing else { return change }
      if old == nil { try FileSystem.makeDirectory(path.parentPath) }
      if try FileSystem.replaceAtomically(old, with: new, at: path) { return change }
    }
    throw ChangelogFileError.keepsChanging(path)
  }
}

/// Why a changelog is not written; nothing was changed.
package enum ChangelogFileError: Diagnostic, Equatable {
  case conflicted(ByteString)
  case keepsChanging(ByteString)

  package var message: String {
    switch self {
    case .conflicted(let path): "'\(path.text)' has conflict markers"
    case .keepsChanging(let path): "'\(path.text)' is being changed by another program"
    }
  }

  package var hints: [String] {
    switch self {
    case .conflicted: ["'git changelog resolve' solves them"]
    case .keepsChanging: []
    }
  }
}

extension Document {
  /// Whether git left a conflict in the file: a line of `<<<<<<<` with a `>>>>>>>` after it.
  package var hasConflictMarkers: Bool {
    guard let start = lines.firstIndex(where: { $0.content.hasPrefix("<<<<<<< ") }) else {
      return false
    }
    return lines[start...].contains { $0.content.hasPrefix(">>>>>>> ") }
  }
}
