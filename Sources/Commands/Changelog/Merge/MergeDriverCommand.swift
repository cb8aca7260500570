import ByteKit
package import DiagnosticKit
import FileKit
import ToolKit

/// `git changelog merge-driver %O %A %B %L %P`, called by git.
package enum MergeDriverCommand {
  /// Writes the merge to `%A`.
  ///
  /// If a conflict is left, the exit status is 1 and `git merge-file`, which the configuration calls
  /// next with the same three files, has to mark it: so each of them becomes the merged document
  /// with that side's words, and they differ in nothing but the conflict. What cannot be merged by
  /// sections is left to it as it is.
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    let paths = options.operands.prefix(3).map {
      $0.absolutePath(in: session.context.workingDirectory)
    }
    guard paths.count == 3 else {
      throw ToolError("'merge-driver' needs the files that git passes", exitStatus: .usage)
    }
    let contents = try paths.map { try FileSystem.read($0) }
    guard
      let merge = ChangelogMerge(
        base: Document(parsing: contents[0]),
        ours: Document(parsing: contents[1]),
        theirs: Document(parsing: contents[2])
      )
    else { return .failure }
    let (document, conflicts) = merge.merged(preferring: .ours)
    if conflicts > 0 {
      try FileSystem.overwrite(
        paths[0],
        with: merge.merged(preferring: .base).document.serialized
      )
      try FileSystem.overwrite(
        paths[2],
        with: merge.merged(preferring: .theirs).document.serialized
      )
    }
    try FileSystem.overwrite(paths[1], with: document.serialized)
    return conflicts == 0 ? .success : .failure
  }
}
