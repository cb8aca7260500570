import ByteKit
import DiagnosticKit
import ProcessKit

/// One conversation with `git update-ref --stdin`: all of its changes happen, or none.
///
/// `prepare` takes git's locks on all the refs; until `commit` or `abort` no other git can change
/// them.
final class RefTransaction {
  private let process: RunningProcess
  private var isEnded = false

  /// `shared`: descriptors that git holds open until it has ended.
  init(git: GitProcess, message: ByteString, sharing shared: [Int32] = []) throws {
    var process = git.subprocess([
      "update-ref", "-m", message, "--create-reflog", "--stdin", "-z",
    ])
    process.input = .conversation
    process.sharedDescriptors = shared
    self.process = try process.start()
  }

  deinit { if !isEnded { abort() } }

  /// Queues the commands and has git lock and check all refs.
  func prepare(_ commands: [RefCommand]) throws(RefTransactionError) {
    var input: ByteString = "start\0"
    for command in commands { command.append(to: &input) }
    process.write(input + "prepare\0")
    try expect("start: ok")
    try expect("prepare: ok")
  }

  func commit() throws(RefTransactionError) {
    process.write("commit\0")
    try expect("commit: ok")
    process.closeInput()
    isEnded = true
    let result = process.wait()
    guard result.succeeded else { throw RefTransactionError(result) }
  }

  /// Leaves all refs as they are.
  func abort() {
    isEnded = true
    process.write("abort\0")
    process.closeInput()
    _ = process.wait()
  }

  private func expect(_ answer: ByteString) throws(RefTransactionError) {
    if process.readLine() == answer { return }
    isEnded = true
    process.closeInput()
    throw RefTransactionError(process.wait())
  }
}

/// A line of the conversation.
enum RefCommand: Sendable {
  /// Moves a ref, made if need be, from whatever it was.
  case update(ref: ByteString, new: ByteString)
  /// Makes a ref that must not be there.
  case create(ref: ByteString, new: ByteString)
  /// Removes a ref that must be at `old`; of a symbolic ref itself, never its target.
  case delete(ref: ByteString, old: ByteString)
  /// Locks the ref, which must be at `old`; all zero: must not be there.
  case verify(ref: ByteString, old: ByteString)

  func append(to input: inout ByteString) {
    switch self {
    case .update(let ref, let new): input += "update \(ref)\0\(new)\0\0"
    case .create(let ref, let new): input += "create \(ref)\0\(new)\0"
    case .delete(let ref, let old): input += "option no-deref\0delete \(ref)\0\(old)\0"
    case .verify(let ref, let old): input += "option no-deref\0verify \(ref)\0\(old)\0"
    }
  }
}

/// Git refused or broke off the transaction.
struct RefTransactionError: Diagnostic {
  /// Git's last `fatal:` or `error:` line, and what a hook of the user's said.
  let message: String
  /// The ref that git could not lock, if that was it.
  let ref: ByteString?
  /// Whether a signal ended git, so that it could not remove its locks.
  let wasKilled: Bool

  init(_ result: ProcessResult) {
    let said = result.errorOutput.lines.compactMap {
      $0.dropping(prefix: "fatal: ") ?? $0.dropping(prefix: "error: ")
    }
    // Git says first which command of the conversation it was.
    let words = said.last.map { line in
      line.dropping(prefix: "prepare: ") ?? line.dropping(prefix: "commit: ") ?? line
    }
    // What a reference-transaction hook says of its reason.
    let others = result.errorOutput.lines.map(\.trimmed).filter {
      !$0.isEmpty && !$0.hasPrefix("fatal: ") && !$0.hasPrefix("error: ")
    }
    let own = words?.text ?? "git update-ref ended with status \(result.shellStatus)"
    message = ([own] + others.map(\.text)).joined(separator: ": ")
    ref = words?.dropping(prefix: "cannot lock ref '").flatMap { rest in
      rest.firstRange(of: "': ").map { ByteString(rest.bytes[..<$0.lowerBound]) }
    }
    if case .signaled = result.termination { wasKilled = true } else { wasKilled = false }
  }
}
