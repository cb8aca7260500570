package import ByteKit
import ConfigKit
package import ProcessKit
import TerminalKit

extension Context {
  /// Git for a command that talks to a remote; nothing prompts where nobody can answer.
  package func networkGit(
    _ arguments: [ByteString],
    keepingLocale: Bool = false
  ) throws
    -> Subprocess
  {
    var git = git
    guard !streams.inputIsTerminal else {
      return git.subprocess(arguments, keepingLocale: keepingLocale)
    }
    let config = try config()
    let mode = PromptFreeGit(
      environment: environment,
      configuration: PromptFreeGit.Configuration(
        sshCommand: config.last("core.sshCommand")?.value,
        sshVariant: config.last("ssh.variant")?.value,
        hasAskPass: config.last("core.askPass")?.value?.isEmpty == false
      )
    )
    git.environment = environment.setting(mode.variables.mapValues { $0 })
    return git.subprocess(mode.arguments + arguments, keepingLocale: keepingLocale)
  }
}
