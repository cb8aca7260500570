import ByteKit
import DiagnosticKit
import FileKit
import ProcessKit
import TerminalKit
import ToolKit

/// The first pass of `commit`: git makes the message, and nothing is committed.
///
/// git runs with an editor of ours that runs the user's if git would have, keeps the text, and then
/// fails, so that git leaves index and history as they were.
struct MessagePass {
  enum Outcome {
    /// The message's file as git or the user left it, and the file that the editor was given.
    case message(ByteString, template: ByteString)
    /// Git, or the user's editor, ended it before there was a message.
    case ended(ExitStatus)
  }

  let session: Session
  let scratch: CommitScratch
  /// Nothing of standard input may be read: it was the message.
  let isInputConsumed: Bool

  func run(_ arguments: CommitArguments) throws -> Outcome {
    let opensEditor = arguments.opensEditor
    var editor: ByteString = ""
    if opensEditor {
      let result = try session.git.run(["var", "GIT_EDITOR"])
      // Without an editor git says so itself.
      editor = result.succeeded ? result.output.dropping(suffix: "\n") ?? result.output : ""
    }
    let script = try scratch.write(script(editor: editor), to: "editor")
    var environment = session.context.environment
    if !opensEditor || !editor.isEmpty { environment["GIT_EDITOR"] = "sh " + script.shellQuoted }
    let output = scratch.path("output")
    let errors = scratch.path("errors")
    // Git's own words are kept back, and shown if this pass ends the command; the user's editor gets
    // the real streams.
    let redirecting: ByteString =
      "exec 7>&1 8>&2; exec \"$@\" >\(output.shellQuoted) 2>\(errors.shellQuoted)"
    let extra: [ByteString] = opensEditor ? [] : ["--no-status", "-e"]
    var process = Subprocess(
      "/bin/sh",
      ["-c", redirecting, "sh", "git", "commit", "--no-verify"] + arguments.words(adding: extra),
      environment: environment,
      workingDirectory: session.context.workingDirectory
    )
    process.input = isInputConsumed ? .null : .inherit
    process.output = .inherit
    process.errorOutput = .inherit
    let result = try process.run()
    let said = try scratch.read("errors") ?? ""
    if let message = try scratch.read("message") {
      session.context.streams.error.write(withoutOurEditor(said))
      return .message(message, template: try scratch.read("template") ?? "")
    }
    session.context.streams.output.write(try scratch.read("output") ?? "")
    if try scratch.read("editor-failed") != nil {
      session.context.streams.error.write(withoutOurEditor(said))
      session.context.streams.error.write(
        "error: There was a problem with the editor '\(editor)'.\n"
          + "Please supply the message using either -m or -F option.\n"
      )
    } else {
      session.context.streams.error.write(said)
    }
    return .ended(ExitStatus(rawValue: result.shellStatus))
  }

  private func script(editor: ByteString) -> ByteString {
    let template = scratch.path("template").shellQuoted
    let message = scratch.path("message").shellQuoted
    let failed = scratch.path("editor-failed").shellQuoted
    var script: ByteString = "cat \"$1\" >\(template)\n"
    if !editor.isEmpty {
      let command: ByteString = editor + " \"$@\""
      script +=
        "sh -c \(command.shellQuoted) \(editor.shellQuoted) \"$1\" >&7 2>&8 7>&- 8>&- || "
        + "{ : >\(failed); exit 1; }\n"
    }
    return script + "cat \"$1\" >\(message).new && mv -f \(message).new \(message)\nexit 1\n"
  }

  /// What git said, but for its complaint about our editor, whose last line has no name in it.
  private func withoutOurEditor(_ said: ByteString) -> ByteString {
    var lines = Line.split(said.bytes[...])
    if let index = lines.firstIndex(where: { $0.content.contains(scratch.folder) }) {
      lines.removeSubrange(index..<min(index + 2, lines.count))
    }
    return lines.map { $0.content + $0.terminator }.joined(separator: "")
  }
}
