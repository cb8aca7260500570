package import ByteKit
import FileKit
import ProcessKit

/// A shell with the generated completions installed below a sandbox, asked what a key would do.
///
/// bash and zsh run on a pseudo-terminal of `script` (util-linux) with their own completion for git;
/// fish answers by itself.
package struct CompletionShell {
  package enum Program: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
  }

  private let program: Program
  private let sandbox: Sandbox
  /// The folder that `bash-completion/`, `zsh/` and `fish/` are in, as below a prefix.
  private let share: ByteString

  package init(_ program: Program, in sandbox: Sandbox, share: ByteString) throws {
    self.program = program
    self.sandbox = sandbox
    self.share = share
    sandbox.set("XDG_DATA_DIRS", "\(share):/usr/local/share:/usr/share")
    try sandbox.write(Self.bashSetup, to: sandbox.home.appendingPath("bashrc"))
    try sandbox.write(
      "fpath=('\(share)/zsh/site-functions' $fpath)\n\(Self.zshSetup)",
      to: sandbox.home.appendingPath(".zshrc")
    )
  }

  /// All that the shell offers for the last word of `line`, as it would stand on the command line.
  package func candidates(for line: ByteString) throws -> [ByteString] {
    guard program != .fish else {
      let result = try sandbox.run("fish", ["-c", "complete -C $argv[1]", line])
      return result.output.lines.map { $0.splitOnce(on: UInt8(ascii: "\t"))?.head ?? $0 }
    }
    let complete = try edited(line, key: "\u{14}")
    if complete == line { return [] }
    let typed = line.splitOnLast(UInt8(ascii: " "))
    return (complete.dropping(prefix: typed) ?? complete).split(on: UInt8(ascii: " "))
      .filter { !$0.isEmpty }
  }

  /// The command line after `line` was typed and the tab key pressed.
  package func completed(_ line: ByteString) throws -> ByteString { try edited(line, key: "\t") }

  private func edited(_ line: ByteString, key: ByteString) throws -> ByteString {
    let command: ByteString =
      program == .bash ? "bash --noprofile --rcfile '\(sandbox.home)/bashrc' -i" : "zsh -i"
    var process = Subprocess(
      "script",
      ["-qec", command, "/dev/null"],
      environment: sandbox.environment,
      workingDirectory: sandbox.workingDirectory
    )
    process.input = .conversation
    // A shell that waits for an answer is a failure, not a halt.
    process.timeout = .seconds(60)
    let shell = try process.start()
    while let line = shell.readLine(), !line.trimmed.hasSuffix("READY") {}
    shell.write(line + key + "\u{7}")
    var answer: ByteString?
    while let line = shell.readLine() {
      if let rest = line.trimmed.dropping(prefix: "LINE<") { answer = rest.dropping(suffix: ">") }
    }
    shell.closeInput()
    _ = shell.wait()
    guard let answer else { throw NoAnswer(line: line) }
    return answer
  }

  package struct NoAnswer: Error {
    let line: ByteString
  }

  // Ctrl-G prints the line and ends the shell; Ctrl-T inserts every match. READY comes once the line
  // editor reads: what is typed earlier may get lost.
  private static let bashSetup: ByteString = #"""
    PS1='READY\n'
    source /usr/share/bash-completion/bash_completion
    finish() { printf '\nLINE<%s>\n' "$READLINE_LINE"; exit; }
    bind 'set enable-bracketed-paste off'
    bind -x '"\C-g": finish'
    bind '"\C-t": insert-completions'

    """#

  private static let zshSetup: ByteString = #"""
    PS1='' RPS1=''
    setopt nobeep
    autoload -Uz compinit
    compinit -u -d "$HOME/zcompdump"
    finish() { print -r; print -r "LINE<$BUFFER>"; exit }
    zle -N finish
    bindkey '^G' finish
    every() { _main_complete "$@"; compstate[insert]=all; compstate[list]= }
    zle -C all-matches complete-word every
    bindkey '^T' all-matches
    zle-line-init() { print READY }
    zle -N zle-line-init

    """#
}

extension ByteString {
  /// What stands up to and including the last `separator`.
  fileprivate func splitOnLast(_ separator: UInt8) -> ByteString {
    ByteString(bytes[..<(bytes.lastIndex(of: separator).map { $0 + 1 } ?? 0)])
  }
}
