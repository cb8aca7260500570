import ByteKit
import ConfigKit
import DiagnosticKit
import ProcessKit
import RemoteKit
import TerminalKit
import ToolKit

/// Asks servers and fetches from them, through git, within a time limit and without prompts.
struct RemoteClient {
  let context: Context
  let timeout: Duration
  /// Whether git's own progress is passed on.
  let showsProgress: Bool

  /// What the server advertises; nothing is written.
  func list(_ remote: ByteString) throws(RemoteFailure) -> RemoteListing {
    let command: [ByteString] = ["ls-remote", "--symref", "--", remote]
    if !showsProgress { return RemoteListing(parsing: try run(command)) }
    return RemoteListing(
      parsing: try context.saying("asking '\(remote)'") { () throws(RemoteFailure) in
        try run(command)
      }
    )
  }

  /// Fetches with the configured refspecs only, and prunes what they map.
  ///
  /// Local tags stay, whatever `fetch.pruneTags` says.
  func fetch(_ remote: ByteString) throws(RemoteFailure) {
    _ = try run([
      "fetch", showsProgress ? "--progress" : "--quiet", "--prune", "--no-prune-tags",
      "--no-recurse-submodules",
      "--no-write-fetch-head", "--no-auto-maintenance", "--", remote,
    ])
  }

  private func run(_ command: [ByteString]) throws(RemoteFailure) -> ByteString {
    var process: Subprocess
    do {
      process = try context.networkGit(command)
    } catch {
      throw RemoteFailure(
        message: ByteString((error as? any Diagnostic)?.message ?? String(describing: error))
      )
    }
    // A limit needs a process group of its own, which could not ask on the terminal; there the person
    // who is asked is also there to interrupt.
    if !context.streams.inputIsTerminal { process.timeout = timeout }
    let said = BufferSink()
    if showsProgress {
      let terminal = context.streams.error
      process.errorOutput = .stream { bytes in
        said.write(ByteString(bytes))
        terminal.write(ByteString(bytes))
      }
    }
    let result: ProcessResult
    do throws(ProcessError) {
      result = try process.run()
    } catch {
      throw RemoteFailure(message: ByteString(error.message))
    }
    if result.succeeded { return result.output }
    if result.termination == .timedOut {
      throw RemoteFailure(message: "no answer within \(timeout.components.seconds) s")
    }
    throw RemoteFailure(message: Self.reason(said.content + result.errorOutput, result))
  }

  /// Git's own words, on one line, without secrets.
  private static func reason(_ said: ByteString, _ result: ProcessResult) -> ByteString {
    let lines = said.lines.map(\.trimmed).filter { !$0.isEmpty }
    let fatal = lines.first { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") } ?? lines.first
    let text = fatal ?? "git ended with status \(result.shellStatus)"
    let plain = text.dropping(prefix: "fatal: ") ?? text.dropping(prefix: "error: ") ?? text
    return plain.redactingCredentials
  }
}

/// A remote could not be asked or fetched.
struct RemoteFailure: Error {
  let message: ByteString
}
