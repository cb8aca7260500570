import ByteKit
import ConfigKit
import FileKit
import ProcessKit

/// The files that a command wants to change, as they are and as they shall be.
struct Draft: Sendable {
  /// A file's part in the set-up, in the order in which locks are taken.
  enum Part: Int, Comparable, Sendable {
    case global
    case rules
    case identity
    case repository

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  struct File: Sendable {
    /// As the configuration names it; links are followed when it is written.
    let path: ByteString
    let part: Part
    /// nil if it is not there.
    let before: ByteString?
    /// nil if it goes.
    var after: ByteString?
  }

  private(set) var files: [File] = []

  /// What git would read if this were written.
  var copies: FileCopies {
    var copies = FileCopies()
    for file in files { copies.set(file.path, to: file.after ?? "") }
    return copies
  }

  /// Those that differ from what is there, in the order in which they are written: at each moment
  /// git has the old answer or the new one.
  ///
  /// What is named comes before what names it, and nothing goes while it is still named.
  var changes: [File] {
    func step(_ file: File) -> Int { file.after == nil ? 4 : 3 - file.part.rawValue }
    return files.filter { $0.before != $0.after }.sorted {
      (step($0), $0.path) < (step($1), $1.path)
    }
  }

  var isEmpty: Bool { changes.isEmpty }

  init() {}

  init(_ files: [File]) { self.files = files }

  /// Changes a file's text by way of `edit`; a file that git cannot read throws, with its line.
  mutating func edit(
    _ path: ByteString,
    _ part: Part,
    _ edit: (inout ConfigEditor) throws -> Void
  ) throws {
    let index = try index(of: path, part)
    var editor = try ConfigEditor(files[index].after ?? "", file: path)
    try edit(&editor)
    files[index].after = editor.content
    // A file that was not there and has nothing to say is not made.
    if files[index].before == nil, editor.content.isEmpty { files[index].after = nil }
  }

  mutating func remove(_ path: ByteString, _ part: Part) throws {
    files[try index(of: path, part)].after = nil
  }

  private mutating func index(of path: ByteString, _ part: Part) throws -> Int {
    if let index = files.firstIndex(where: { $0.path == path }) { return index }
    let before = try FileSystem.readIfPresent(path)
    files.append(File(path: path, part: part, before: before, after: before))
    return files.count - 1
  }
}
