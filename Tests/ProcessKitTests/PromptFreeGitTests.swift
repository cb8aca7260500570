import ByteKit
import ProcessKit
import Testing

@Suite struct PromptFreeGitTests {
  private typealias Configuration = PromptFreeGit.Configuration

  @Test func closesEveryWayToAsk() {
    let mode = PromptFreeGit(environment: Environment(), configuration: Configuration())
    #expect(
      mode.variables == [
        "GIT_TERMINAL_PROMPT": "0", "GCM_INTERACTIVE": "never", "SSH_ASKPASS_REQUIRE": "never",
        "SSH_ASKPASS": "",
      ]
    )
    #expect(mode.arguments == ["-c", "core.sshCommand=ssh -oBatchMode=yes"])
  }

  @Test func anAskpassProgramOfGitStays() {
    let byVariable = PromptFreeGit(
      environment: Environment([("GIT_ASKPASS", "/bin/helper")]),
      configuration: Configuration()
    )
    #expect(byVariable.variables["SSH_ASKPASS"] == nil)
    let byConfiguration = PromptFreeGit(
      environment: Environment(),
      configuration: Configuration(hasAskPass: true)
    )
    #expect(byConfiguration.variables["SSH_ASKPASS"] == nil)
  }

  @Test(
    arguments: [
      // The variable comes first, and its command stays in front.
      (
        [("GIT_SSH_COMMAND", "ssh -i key")], "ssh -i other", nil, "ssh -i key -oBatchMode=yes", nil
      ),
      // A per-directory key from an included file.
      ([], "ssh -i key", nil, nil, "ssh -i key -oBatchMode=yes"),
      // core.sshCommand comes before GIT_SSH, as in git.
      ([("GIT_SSH", "/bin/myssh")], "ssh -i key", nil, nil, "ssh -i key -oBatchMode=yes"),
      // GIT_SSH is a program without a shell: no arguments can be added.
      ([("GIT_SSH", "/bin/myssh")], nil, nil, nil, nil),
      ([], nil, "plink", nil, nil),
      ([], nil, "ssh", nil, "ssh -oBatchMode=yes"),
      ([("GIT_SSH_VARIANT", "simple")], nil, "ssh", nil, nil),
      ([("GIT_SSH_COMMAND", "/opt/TortoisePlink.exe -x")], nil, nil, nil, nil),
      ([], "plink -batch", nil, nil, nil),
    ] as [([(ByteString, ByteString)], ByteString?, ByteString?, ByteString?, ByteString?)]
  )
  func batchModeIsAppendedToTheCommandInForce(
    variables: [(ByteString, ByteString)],
    command: ByteString?,
    variant: ByteString?,
    asVariable: ByteString?,
    asConfiguration: ByteString?
  ) {
    let mode = PromptFreeGit(
      environment: Environment(variables),
      configuration: Configuration(sshCommand: command, sshVariant: variant)
    )
    #expect(mode.variables["GIT_SSH_COMMAND"] == asVariable)
    #expect(mode.arguments == (asConfiguration.map { ["-c", "core.sshCommand=\($0)"] } ?? []))
  }
}
