import ByteKit
import FileKit
import ProcessKit
import TestSupport

/// A home with a PATH of its own, in which `git toolbox` is called as a user would.
struct ToolboxBox {
  let sandbox: Sandbox
  /// What PATH had before.
  private let path: ByteString

  /// Puts the toolbox's `bin` first on PATH unless told otherwise, and runs `script` in HOME.
  init(_ script: ByteString = "true", hasBin: Bool = true) throws {
    sandbox = try Sandbox()
    path = sandbox.environment["PATH"] ?? ""
    sandbox.workingDirectory = sandbox.home
    if hasBin { sandbox.set("PATH", "\(bin):\(path)") }
    try sandbox.bash(Self.prelude + script)
  }

  var data: ByteString { sandbox.home.appendingPath(".local/share") }
  var bin: ByteString { data.appendingPath("git-toolbox/bin") }

  /// `command <file> <text>` writes an executable that prints the text; `origin <name>` makes a
  /// repository `<name>` in HOME with what stands in it by then committed.
  static let prelude: ByteString = """
    command(){ mkdir -p "$(dirname "$1")"; printf '#!/bin/sh\\n# says %s\\necho "%s $*"\\n' "$2" "$2" >"$1"; chmod +x "$1"; }
    origin(){ tick; git init -q "$1"; git -C "$1" add -A; git -C "$1" commit -qm one; }

    """

  /// The folders in front of PATH, after `bin`.
  func putOnPath(_ folders: ByteString...) {
    sandbox.set("PATH", (folders + [bin, path]).joined(separator: ":"))
  }

  @discardableResult
  func bash(_ script: ByteString) throws -> ByteString {
    try sandbox.bash(Self.prelude + script)
  }

  func toolbox(_ arguments: ByteString...) throws -> ProcessResult {
    try sandbox.run("git", ["toolbox"] + arguments)
  }

  /// Output, errors and exit status as one text, HOME as `~`.
  func transcript(_ arguments: ByteString...) throws -> String {
    let result = try sandbox.run("git", ["toolbox"] + arguments)
    var text = result.output.text
    if !result.errorOutput.isEmpty { text += "stderr:\n\(result.errorOutput.text)" }
    if !result.succeeded { text += "exit: \(result.shellStatus)\n" }
    return text.replacing(sandbox.home.text, with: "~")
  }

  /// The row of `git toolbox list --all` for a command, its columns separated by `|`.
  func row(_ name: String) throws -> [String] {
    try sandbox.run("git", ["toolbox", "list", "--all"]).output.text
      .split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("\(name) ") }
      .map { $0.replacing(sandbox.home.text, with: "~") }
      .map { row in
        // Columns are two blanks or more apart.
        row.replacing("  ", with: "|").split(separator: "|")
          .map { $0.trimmingPrefix(" ") }.joined(separator: "|")
      }
  }

  /// The codes that doctor finds, those of the machine's own folders left out.
  func findings() throws -> [String] {
    try sandbox.run("git", ["toolbox", "doctor"]).output.text.split(separator: "\n")
      .filter { !$0.hasPrefix(" ") && !$0.contains("/usr/") && !$0.contains("/bin/git-changelog") }
      .compactMap { $0.split(separator: ":").first.map(String.init) }
  }
}
