import ByteKit
import ConfigKit
import FileKit
import ProcessKit

/// Refs as `git for-each-ref` lists them: one process whatever is asked, and it reads every format
/// of repository that the installed git knows.
struct ReferenceQuery {
  struct Reference: Equatable {
    var name: ByteString
    /// Hexadecimal.
    var oid: ByteString
    /// The folder of the worktree that has it checked out.
    var worktree: ByteString?
  }

  let git: GitProcess

  /// The refs that equal a pattern or stand below it.
  func references(_ patterns: [ByteString]) throws -> [Reference] {
    let format: ByteString = "--format=%(refname)%00%(objectname)%00%(worktreepath)"
    return try git.output(["for-each-ref", format] + patterns).lines.compactMap { line in
      let fields = line.split(on: 0)
      guard fields.count == 3 else { return nil }
      return Reference(
        name: fields[0],
        oid: fields[1],
        worktree: fields[2].isEmpty ? nil : fields[2]
      )
    }
  }

  /// The object id that a branch or remote-tracking ref has; nil if there is no such ref.
  ///
  /// A ref that was just written has a file of its own, which is what counts (gitrepository-layout,
  /// `packed-refs`); all others are asked of git.
  func oid(of name: ByteString, in location: RepositoryLocation) throws -> ByteString? {
    let file = location.commonDirectory.appendingPath(name)
    if location.format.refStorage == "files",
      let content = try? FileSystem.read(file).trimmed, [40, 64].contains(content.count),
      !content.contains(" ")
    {
      return content
    }
    return try reference(name)?.oid
  }

  /// The ref of exactly this name.
  func reference(_ name: ByteString) throws -> Reference? {
    try references([name]).first { $0.name == name }
  }
}

/// How one ref name stands in the way of another: `a` is a file where `a/b` needs a folder.
enum ReferenceConflict {
  /// The first of `existing` that cannot stand beside `name`.
  static func first(
    with name: ByteString,
    in existing: some Sequence<ByteString>,
    folding: Bool = false
  ) -> ByteString? {
    func folded(_ text: ByteString) -> ByteString { folding ? text.lowercasedASCII : text }
    let wanted = folded(name)
    return existing.first {
      let other = folded($0)
      return other.hasPrefix(wanted + "/") || wanted.hasPrefix(other + "/")
    }
  }
}
