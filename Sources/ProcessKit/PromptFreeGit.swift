package import ByteKit

/// How git must be called so that nothing waits for an answer that nobody is there to give.
///
/// Git's own switches do not reach ssh, credential helpers and askpass programs, so each gets its
/// own; a time limit is still needed for helpers that just hang.
package struct PromptFreeGit: Sendable {
  /// What the configuration says.
  package struct Configuration: Sendable {
    /// `core.sshCommand`.
    package var sshCommand: ByteString?
    /// `ssh.variant`.
    package var sshVariant: ByteString?
    /// `core.askPass` is set.
    package var hasAskPass: Bool

    package init(
      sshCommand: ByteString? = nil,
      sshVariant: ByteString? = nil,
      hasAskPass: Bool = false
    ) {
      self.sshCommand = sshCommand
      self.sshVariant = sshVariant
      self.hasAskPass = hasAskPass
    }
  }

  /// Variables to set before git runs.
  package let variables: [ByteString: ByteString]
  /// Arguments that stand before git's subcommand.
  package let arguments: [ByteString]

  package init(environment: Environment, configuration: Configuration) {
    var variables: [ByteString: ByteString] = [
      "GIT_TERMINAL_PROMPT": "0",
      "GCM_INTERACTIVE": "never",
      "SSH_ASKPASS_REQUIRE": "never",
    ]
    if environment["GIT_ASKPASS"] == nil, !configuration.hasAskPass {
      variables["SSH_ASKPASS"] = ""
    }
    var arguments: [ByteString] = []
    switch Self.batchMode(environment, configuration) {
    case .variable(let command): variables["GIT_SSH_COMMAND"] = command
    case .configuration(let command): arguments = ["-c", "core.sshCommand=\(command)"]
    case nil: break
    }
    self.variables = variables
    self.arguments = arguments
  }

  private enum BatchMode {
    case variable(ByteString)
    case configuration(ByteString)
  }

  /// The ssh command in force with BatchMode appended, in the place that git reads first (git(1),
  /// GIT_SSH_COMMAND); nil where the program is not OpenSSH or its arguments are not ours to change.
  private static func batchMode(
    _ environment: Environment,
    _ configuration: Configuration
  ) -> BatchMode? {
    let variant = environment["GIT_SSH_VARIANT"] ?? configuration.sshVariant ?? "auto"
    guard variant == "ssh" || variant == "auto" else { return nil }
    if let command = environment.nonEmpty("GIT_SSH_COMMAND") {
      return isOpenSSH(command) ? .variable("\(command) -oBatchMode=yes") : nil
    }
    if let command = configuration.sshCommand, !command.isEmpty {
      return isOpenSSH(command) ? .configuration("\(command) -oBatchMode=yes") : nil
    }
    if environment["GIT_SSH"] != nil { return nil }
    return .configuration("ssh -oBatchMode=yes")
  }

  /// False for the programs that git itself recognises by name as having other options.
  private static func isOpenSSH(_ command: ByteString) -> Bool {
    let program = command.trimmed.split(on: UInt8(ascii: " ")).first ?? ""
    let name = program.split(on: UInt8(ascii: "/")).last ?? ""
    let plain = name.lowercasedASCII.dropping(suffix: ".exe") ?? name.lowercasedASCII
    return !["plink", "tortoiseplink", "putty", "simple"].contains(plain)
  }
}
