import ByteKit
import FileKit
import ProcessKit

/// The question whether some commits are ancestors of others, asked beside other work.
///
/// The answer never changes, so a clone remembers the last one that was yes.
struct Verification {
  private let question: ByteString
  private let memory: ByteString
  private let process: RunningProcess

  /// Nil if the answer is known to be yes.
  init?(
    that commits: Set<ByteString>,
    areBehind others: Set<ByteString>,
    git: GitProcess,
    memory: ByteString
  ) throws {
    guard !commits.isEmpty else { return nil }
    let revisions = commits.sorted() + others.sorted().map { "^" + $0 }
    question = revisions.map { $0 + "\n" }.joined(separator: "")
    self.memory = memory
    if try FileSystem.readIfPresent(memory) == question { return nil }
    var process = git.subprocess(["rev-list", "--stdin", "--max-count=1"])
    process.input = .conversation
    self.process = try process.start()
    self.process.write(question)
    self.process.closeInput()
  }

  /// Waits for git's answer; to be called once.
  func holds() throws -> Bool {
    let result = process.wait()
    guard result.succeeded else {
      throw GitProcessError.failed(arguments: ["rev-list"], result)
    }
    guard result.output.isEmpty else { return false }
    // An aid only: a place that cannot be written is fine.
    try? FileSystem.makeDirectory(memory.parentPath)
    try? FileSystem.writeAtomically(question, to: memory)
    return true
  }
}
