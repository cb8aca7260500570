import ByteKit
import ConfigKit
package import DiagnosticKit
import FileKit
import ProcessKit
import ToolKit

/// `git changelog resolve`: the merge driver's work for a changelog that is already in conflict.
package enum ResolveCommand {
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    let file = try session.changelogFile()
    let path = try session.trackedPath(file)
    let stages = try Stages(path, in: session)
    guard let ours = stages.ours, let theirs = stages.theirs else {
      guard let content = try file.read(), Document(parsing: content).hasConflictMarkers else {
        session.say("'\(path)' is not in conflict")
        return .success
      }
      return try resolveMarkers(content, of: file, in: session)
    }
    guard
      let merge = ChangelogMerge(
        base: Document(parsing: stages.base ?? ""),
        ours: Document(parsing: ours),
        theirs: Document(parsing: theirs)
      )
    else {
      throw ToolError(
        "the versions of '\(path.text)' cannot be merged by sections",
        hints: ["solve the conflict by hand"],
        exitStatus: .failure
      )
    }
    return try write(merge, to: file, path: path, in: session)
  }

  /// The blobs that git has for a path in conflict.
  private struct Stages {
    var base: ByteString?
    var ours: ByteString?
    var theirs: ByteString?

    init(_ path: ByteString, in session: Session) throws {
      let list = try session.gitAtTop.output([
        "ls-files", "--unmerged", "-z", "--", ":(top,literal)" + path,
      ])
      for record in list.records(endedBy: 0) {
        let fields = record.split(on: 9).first?.split(on: 32) ?? []
        guard fields.count == 3 else { continue }
        let content = try session.gitAtTop.output(["cat-file", "blob", fields[1]])
        switch fields[2] {
        case "1": base = content
        case "2": ours = content
        default: theirs = content
        }
      }
    }
  }

  private static func write(
    _ merge: ChangelogMerge,
    to file: ChangelogFile,
    path: ByteString,
    in session: Session
  ) throws -> ExitStatus {
    let (document, conflicts) = merge.merged(preferring: .ours)
    // The stages hold what is in the repository: filters such as line endings are git's to apply.
    let result =
      conflicts == 0
      ? document.serialized : try marked(merge, in: session)
    let old = try file.read()
    if session.options.isDryRun {
      session.show(ChangelogFile.Change(old: old, new: result), of: file)
      return conflicts == 0 ? .success : .failure
    }
    let worktree = old.map { Document(parsing: $0).lineEnding } == "\r\n"
    let isStoredWithReturns = document.lineEnding == "\r\n"
    let bytes = worktree && !isStoredWithReturns ? result.withReturns : result
    guard try FileSystem.replaceAtomically(old, with: bytes, at: file.path) else {
      throw ChangelogFileError.keepsChanging(file.path)
    }
    guard conflicts == 0 else {
      session.say("left \(conflicts) \(conflicts == 1 ? "conflict" : "conflicts") in '\(path)'")
      return .failure
    }
    _ = try session.gitAtTop.output(["add", "--", ":(top,literal)" + path])
    session.say("resolved '\(path)'")
    return .success
  }

  /// The merged document with git's markers where an entry was reworded on both sides.
  private static func marked(_ merge: ChangelogMerge, in session: Session) throws -> ByteString {
    let base = session.location.gitDirectory.appendingPath("changelog-resolve")
    let files = ChangelogMerge.Side.allCases.map { (base + "." + $0.name, $0) }
    defer { for (path, _) in files { try? FileSystem.remove(path) } }
    for (path, side) in files {
      try FileSystem.writeAtomically(merge.merged(preferring: side).document.serialized, to: path)
    }
    // The status is the number of conflicts.
    return try session.gitAtTop.run(
      ["merge-file", "-p", "-L", "ours", "-L", "base", "-L", "theirs"] + files.map(\.0)
    ).output
  }

  // MARK: Markers without stages

  /// A conflict that is known only by its markers: the two sides are cut out, the base from diff3
  /// style or from what stands outside.
  private static func resolveMarkers(
    _ content: ByteString,
    of file: ChangelogFile,
    in session: Session
  ) throws -> ExitStatus {
    let sides = ConflictMarkers.sides(of: Document(parsing: content).lines)
    guard
      let sides,
      let merge = ChangelogMerge(
        base: Document(parsing: sides.base),
        ours: Document(parsing: sides.ours),
        theirs: Document(parsing: sides.theirs)
      )
    else {
      throw ToolError(
        "the conflict in '\(file.path.text)' cannot be solved by sections",
        hints: ["solve it by hand"],
        exitStatus: .failure
      )
    }
    let (document, conflicts) = merge.merged(preferring: .ours)
    guard conflicts == 0 else {
      throw ToolError(
        "an entry in '\(file.path.text)' was reworded on both sides",
        hints: ["solve it by hand"],
        exitStatus: .failure
      )
    }
    let change = ChangelogFile.Change(old: content, new: document.serialized)
    if session.options.isDryRun {
      session.show(change, of: file)
      return .success
    }
    guard try FileSystem.replaceAtomically(content, with: change.new, at: file.path) else {
      throw ChangelogFileError.keepsChanging(file.path)
    }
    session.say("resolved '\(file.pathInWorkTree ?? file.path)'")
    return .success
  }
}

extension ChangelogMerge.Side {
  fileprivate var name: ByteString {
    switch self {
    case .ours: "ours"
    case .base: "base"
    case .theirs: "theirs"
    }
  }
}

extension ByteString {
  /// With CR LF for each LF.
  fileprivate var withReturns: ByteString {
    ByteString(bytes.flatMap { $0 == 10 ? [13, 10] : [$0] })
  }
}
