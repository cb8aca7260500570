import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// What every command must do, whatever it is for.
@Suite struct EveryToolTests {
  @Test func thereAreTools() {
    #expect(!BuiltTool.all.isEmpty)
  }

  @Test(arguments: BuiltTool.all)
  func shortHelpIsGits(_ tool: BuiltTool) throws {
    let sandbox = try Sandbox()
    for result in [
      try tool.runThroughGit(["-h"], in: sandbox), try tool.run(["-h"], in: sandbox),
    ] {
      #expect(result.output.hasPrefix("usage: git \(tool.name)"))
      #expect(result.errorOutput == "")
      #expect(result.termination == .exited(129))
    }
  }

  @Test(arguments: BuiltTool.all)
  func helpOpensTheManual(_ tool: BuiltTool) throws {
    let sandbox = try Sandbox()
    sandbox.set("MANPATH", "\(GoldenFile.root.appendingPath("man")):")
    for result in [
      try tool.runThroughGit(["--help"], in: sandbox), try tool.run(["--help"], in: sandbox),
    ] {
      #expect(result.output.contains("git-\(tool.name) - "))
      #expect(result.succeeded)
    }
  }

  @Test(arguments: BuiltTool.all)
  func theVersionIsOneForAll(_ tool: BuiltTool) throws {
    let sandbox = try Sandbox()
    let result = try tool.run(["--version"], in: sandbox)
    let version = result.output.dropping(prefix: "\(tool.program) ")?.dropping(suffix: "\n")
    let first = try BuiltTool.all.first.map { first in
      try first.run(["--version"], in: sandbox).output.dropping(prefix: "\(first.program) ")?
        .dropping(suffix: "\n")
    }
    #expect(version?.isEmpty == false)
    #expect(version == first)
    #expect(result.succeeded)
  }

  @Test(arguments: BuiltTool.all)
  func anUnknownOptionIsAUsageError(_ tool: BuiltTool) throws {
    let sandbox = try Sandbox()
    let result = try tool.runThroughGit(["--nonsense"], in: sandbox)
    #expect(result.output == "")
    #expect(result.errorOutput.hasPrefix("error: unknown option '--nonsense'\n"))
    #expect(result.errorOutput.contains("hint: "))
    #expect(result.termination == .exited(129))
    let near = try tool.run(["--versoin"], in: sandbox)
    #expect(near.errorOutput.contains("did you mean '--version'?"))
  }

  @Test(arguments: BuiltTool.all)
  func outsideARepositoryNothingTraps(_ tool: BuiltTool) throws {
    let sandbox = try Sandbox()
    for arguments: [ByteString] in [[], ["x"], ["--", "x"], ["--json"]] {
      let result = try tool.run(arguments, in: sandbox)
      guard case .exited(let status) = result.termination else {
        Issue.record("\(arguments): \(result.termination)")
        continue
      }
      #expect([0, 1, 2, 128, 129].contains(status), "\(arguments)")
      if status == 128 {
        #expect(result.errorOutput.contains("not a git repository"))
        #expect(result.output == "")
      }
      #expect(try FileSystem.entries(of: sandbox.root).map(\.name) == ["home"])
    }
  }

  @Test(arguments: BuiltTool.all)
  func aReaderThatWentAwayEndsIt(_ tool: BuiltTool) throws {
    let sandbox = try Sandbox()
    // The pipe's last reader is closed before the tool writes, so this needs no luck.
    let result = try sandbox.run(
      "bash",
      [
        "-c",
        """
        mkfifo pipe; exec 3<>pipe; exec 4>pipe; exec 3>&-
        git-\(tool.name) -h >&4; echo $?
        """,
      ]
    )
    #expect(result.output == "141\n")
    #expect(result.errorOutput == "")
  }

  @Test(arguments: BuiltTool.all)
  func aFullDiskIsNoSuccess(_ tool: BuiltTool) throws {
    let sandbox = try Sandbox()
    guard FileSystem.exists("/dev/full") else { return }
    let result = try sandbox.run("bash", ["-c", "git-\(tool.name) --version >/dev/full"])
    #expect(result.termination == .exited(128))
    #expect(result.errorOutput.hasPrefix("fatal: "))
  }
}
