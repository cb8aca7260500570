import ByteKit
import ConfigKit
import FileKit
import ProcessKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Undo {
  /// Puts index and files back where git stopped after it had written some of them, but before
  /// HEAD moved.
  func restoreFiles() -> Remainder? {
    guard creation != .done, plan.switches, plan.oid != plan.head.oid, isHeadBack else {
      return nil
    }
    do {
      if creation == .interrupted { try restoreHalfWrittenFiles() }
      // Changes nothing where the index has not come to the start point yet.
      _ = try git.output(["read-tree", "-m", "-u", plan.oid, plan.head.oid])
      return nil
    } catch {
      return Remainder(
        text: "some files may be as in '\(plan.start.text)': \(describe(error))",
        hints: ["to see which: git status"]
      )
    }
  }

  /// Git writes the index last: files that differ between HEAD and the start point may be written,
  /// or half written, while the index still has them as they were.
  ///
  /// Before, they had no change of the user's, or the preflight would have refused.
  private func restoreHalfWrittenFiles() throws {
    guard let workTree = location.workTree else { return }
    // Paths count from the top, and a relative GIT_DIR from where we are.
    var git = git
    git.workingDirectory = workTree
    git.environment = git.environment.setting([
      "GIT_DIR": location.gitDirectory, "GIT_WORK_TREE": workTree,
    ])
    let differing = Set(
      try git.output([
        "diff-tree", "-r", "-z", "--name-only", "--no-renames", plan.head.oid, plan.oid,
      ]).split(on: 0)
    )
    let fields = try git.output([
      "diff-index", "--cached", "-z", "--name-status", "--no-renames", "--ignore-submodules",
      plan.oid,
    ]).split(on: 0)
    var kept: [ByteString] = []
    var added: [ByteString] = []
    for index in stride(from: 0, to: fields.count - 1, by: 2)
    where differing.contains(fields[index + 1]) {
      let path = fields[index + 1]
      if fields[index] == "D" { added.append(path) } else { kept.append(path) }
    }
    // An ignored file may be the user's own, which git had not come to yet.
    let ignored = Set(
      try git.run(
        ["check-ignore", "-z", "--stdin"],
        input: .bytes(added.map { $0 + "\0" }.joined(separator: ""))
      ).output.split(on: 0)
    )
    for path in added where !ignored.contains(path) {
      try FileSystem.remove(workTree.appendingPath(path))
      var folder = path.parentPath
      while !folder.isEmpty, folder != ".",
        workTree.appendingPath(folder).withCString({ rmdir($0) }) == 0
      {
        folder = folder.parentPath
      }
    }
    _ = try git.output(
      ["checkout-index", "-q", "-f", "-u", "-z", "--stdin"],
      input: .bytes(kept.map { $0 + "\0" }.joined(separator: ""))
    )
  }
}
