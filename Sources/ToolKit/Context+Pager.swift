package import ByteKit
import ConfigKit
import ProcessKit
import TerminalKit

extension Context {
  /// Writes to standard output, on a terminal through the user's pager.
  ///
  /// As git pages its own commands: git(1), `GIT_PAGER` and `--no-pager`; git-config(1),
  /// `core.pager`. Never for a command that changes something: who leaves the pager ends it.
  package func page(_ content: ByteString) {
    guard let pager else {
      streams.output.write(content)
      return
    }
    // A pager is a command for the shell, by git's own definition.
    var process = Subprocess(
      "/bin/sh",
      ["-c", pager],
      environment: environment.setting([
        "GIT_PAGER_IN_USE": "true", "LESS": environment["LESS"] ?? "FRX",
        "LV": environment["LV"] ?? "-c",
      ]),
      workingDirectory: workingDirectory
    )
    process.input = .bytes(content)
    process.output = .inherit
    process.errorOutput = .inherit
    let result = try? process.run()
    // 126 and 127: the shell could not start it.
    guard let result, ![126, 127].contains(result.shellStatus) else {
      streams.output.write(content)
      return
    }
  }

  /// The pager's command; nil where nothing is to be paged.
  private var pager: ByteString? {
    let isPaged = !["", "false", "0"].contains(environment["GIT_PAGER_IN_USE"] ?? "")
    guard streams.output.isTerminal, !isPaged else { return nil }
    let configured = try? config().last("core.pager")?.value
    let command = environment["GIT_PAGER"] ?? configured ?? environment["PAGER"] ?? "less"
    return command.isEmpty || command == "cat" ? nil : command
  }
}
