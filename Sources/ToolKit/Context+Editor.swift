package import ByteKit
import ProcessKit

extension Context {
  /// Opens the file in the editor that git would use, and waits for its end.
  ///
  /// As git does it: the editor's value is a shell's command line (git-var(1), GIT_EDITOR).
  package func openEditor(on path: ByteString) throws {
    let editor = try git.output(["var", "GIT_EDITOR"]).trimmed
    var process = Subprocess(
      "/bin/sh",
      ["-c", "\(editor) \"$@\"", editor, path],
      environment: environment,
      workingDirectory: workingDirectory
    )
    process.input = .inherit
    process.output = .inherit
    process.errorOutput = .inherit
    guard try process.run().succeeded else {
      throw ToolError("there was a problem with the editor '\(editor.text)'")
    }
  }
}
