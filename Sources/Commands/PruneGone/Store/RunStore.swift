import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import HistoryKit
import ProcessKit
import ToolKit

/// The runs of a repository: commits that the reflog of `refs/prune-gone` keeps.
struct RunStore {
  static let ref: ByteString = "refs/prune-gone"
  /// The reflog messages by which a run's own entry is told from the one that moves the ref away.
  static let runMessage: ByteString = "prune-gone: run"
  static let restMessage: ByteString = "prune-gone: rest"
  private static let journalName: ByteString = "journal"

  let place: Place

  /// Git with a fixed identity and time: `git commit-tree` and reflogs need one, and CI has none.
  func git(at time: Int64) -> GitProcess {
    var git = place.git
    git.environment["GIT_COMMITTER_NAME"] = "prune-gone"
    git.environment["GIT_COMMITTER_EMAIL"] = "prune-gone"
    git.environment["GIT_COMMITTER_DATE"] = "@\(time) +0000"
    return git
  }

  /// Writes the run commit: its tree holds the journal, its parents are the deleted tips.
  func write(_ journal: Journal) throws -> ObjectID {
    let blob = try hashObject("blob", journal.encoded)
    let tree = try hashObject(
      "tree",
      "100644 \(Self.journalName)\0" + ByteString(blob.bytes)
    )
    var commit: ByteString = "tree \(tree.hex)\n"
    var seen: Set<ObjectID> = []
    for entry in journal.entries where seen.insert(entry.oid).inserted {
      commit += "parent \(entry.oid.hex)\n"
    }
    let signature: ByteString = "prune-gone <prune-gone> \(journal.time) +0000"
    commit += "author \(signature)\ncommitter \(signature)\n\n"
    commit += "prune-gone: \(journal.entries.count.counted("branch", "branches"))\n"
    return try hashObject("commit", commit)
  }

  private func hashObject(_ type: ByteString, _ content: ByteString) throws -> ObjectID {
    let output = try place.git.output(
      ["hash-object", "-t", type, "-w", "--stdin"],
      input: .bytes(content)
    )
    guard let id = ObjectID(hex: output.trimmed) else {
      throw ToolError("git hash-object answered '\(output.trimmed.text)'")
    }
    return id
  }

  /// What a run deleted.
  func journal(of run: ObjectID) throws -> Journal {
    let content: ByteString
    do {
      guard let entry = try place.repository.entry(at: Self.journalName, in: run) else {
        throw GitError(.malformed, "it has no \(Self.journalName)")
      }
      content = try place.repository.blob(entry.id)
    } catch {
      throw ToolError("the run '\(run.abbreviated())' has expired", exitStatus: .failure)
    }
    guard let journal = Journal(decoding: content) else {
      throw ToolError("the run '\(run.abbreviated())' cannot be read", exitStatus: .failure)
    }
    return journal
  }

  func reflog() throws(FileError) -> Reflog {
    let path = place.location.commonDirectory.appendingPath("logs/\(Self.ref)")
    return Reflog(parsing: try FileSystem.readIfPresent(path) ?? "")
  }

  /// Moves the ref from a run commit to a base's tip, so that `git log --all` does not show the run
  /// and `git push --mirror` does not push it; the reflog keeps it.
  func rest(at base: ObjectID, time: Int64) throws {
    let transaction = try RefTransaction(git: git(at: time), message: Self.restMessage)
    try transaction.prepare([.update(ref: Self.ref, new: base.hex)])
    try transaction.commit()
  }

  /// Drops reflog entries of runs from before `limit` (Unix seconds), with their commits.
  func expire(before limit: Int64) throws {
    let entries = try reflog().entries
    let old = entries.indices.filter { entries[$0].time < limit }
    if old.isEmpty { return }
    // Git counts from the newest; from the highest number down, none changes under our hands.
    let names = old.map { "\(Self.ref)@{\(entries.count - 1 - $0)}" as ByteString }
    for start in stride(from: 0, to: names.count, by: 500) {
      let part = names[start..<min(start + 500, names.count)]
      _ = try place.git.output(["reflog", "delete", "--rewrite"] + part)
    }
  }
}
