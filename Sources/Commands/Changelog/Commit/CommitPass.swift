import ByteKit
import DiagnosticKit
import FileKit
import ProcessKit
import ToolKit

/// The second pass of `commit`: the user's own commit, with the message of the first.
struct CommitPass {
  let session: Session
  let scratch: CommitScratch
  let message: ByteString
  let isInputConsumed: Bool

  func run(_ arguments: CommitArguments) throws -> ExitStatus {
    var environment = session.context.environment
    var words: [ByteString] = []
    let path = try scratch.write(message, to: "message")
    if let hooks = try HookFolder(session: session) {
      // The hook that prepares messages ran in the first pass; here it would run again.
      let folder = try hooks.wrap(into: scratch, message: path)
      words = ["-c", "core.hooksPath=" + folder]
      if arguments.opensEditor { environment["GIT_EDITOR"] = ":" }
    } else if arguments.opensEditor {
      let script = try scratch.write("cat \(path.shellQuoted) >\"$1\"\n", to: "putback")
      environment["GIT_EDITOR"] = "sh " + script.shellQuoted
    }
    var process = Subprocess(
      "git",
      words + ["commit"] + arguments.words(),
      environment: environment,
      workingDirectory: session.context.workingDirectory
    )
    process.input = isInputConsumed ? .null : .inherit
    process.output = .inherit
    process.errorOutput = .inherit
    return ExitStatus(rawValue: try process.run().shellStatus)
  }
}

/// The repository's hooks, if there is one that prepares messages.
private struct HookFolder {
  private let folder: ByteString
  private let names: [ByteString]
  private let environment: Environment

  init?(session: Session) throws {
    let path = try session.git.output(["rev-parse", "--git-path", "hooks"])
    folder = (path.dropping(suffix: "\n") ?? path)
      .absolutePath(in: session.context.workingDirectory)
    environment = session.context.environment
    guard FileSystem.exists(folder) else { return nil }
    let folder = folder
    names = try FileSystem.entries(of: folder).map(\.name).filter { name in
      let status = try FileSystem.status(of: folder.appendingPath(name))
      return status?.kind == .regular && (status?.permissions ?? 0) & 0o111 != 0
    }
    guard names.contains("prepare-commit-msg") else { return nil }
  }

  /// A folder whose hooks run the user's as if git had, but for the one that prepares the message:
  /// that one puts in the message that is known by now.
  func wrap(into scratch: CommitScratch, message: ByteString) throws -> ByteString {
    let target = scratch.path("hooks")
    try FileSystem.makeDirectory(target)
    var restoring: ByteString = "#!/bin/sh\n"
    for name: ByteString in ["GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"] {
      restoring +=
        environment[name].map { "\(name)=\($0.shellQuoted); export \(name)\n" } ?? "unset \(name)\n"
    }
    for name in names where !name.hasSuffix(".sample") {
      let content: ByteString =
        name == "prepare-commit-msg"
        ? "#!/bin/sh\ncat \(message.shellQuoted) >\"$1\"\n"
        : restoring + "exec \(folder.appendingPath(name).shellQuoted) \"$@\"\n"
      try FileSystem.writeAtomically(
        content,
        to: target.appendingPath(name),
        permissions: 0o700
      )
    }
    return target
  }
}
