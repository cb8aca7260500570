import ByteKit
import FileKit
import ProcessKit
import Testing

struct SubprocessTests {
  private func shell(_ script: ByteString) -> Subprocess {
    Subprocess(
      "sh",
      ["-c", script],
      environment: Environment([("PATH", "/usr/bin:/bin")]),
      workingDirectory: "/"
    )
  }

  @Test func capturesBothStreamsAndTheStatus() throws {
    let result = try shell("printf out; printf err >&2; exit 3").run()
    #expect(result.termination == .exited(3))
    #expect(result.output == "out")
    #expect(result.errorOutput == "err")
    #expect(!result.succeeded)
  }

  @Test func drainsMoreThanAPipeHolds() throws {
    var process = shell("cat; cat /dev/zero | head -c 300000 >&2")
    let sent = ByteString([UInt8](repeating: 7, count: 1_000_000))
    process.input = .bytes(sent)
    let result = try process.run()
    #expect(result.output == sent)
    #expect(result.errorOutput.count == 300_000)
  }

  @Test func aChildThatDoesNotReadEndsNothing() throws {
    var process = shell("exit 0")
    process.input = .bytes(ByteString([UInt8](repeating: 7, count: 1_000_000)))
    #expect(try process.run().succeeded)
  }

  @Test func argumentsAndEnvironmentAreNotInterpreted() throws {
    let odd = ByteString([0x24, 0x28, 0xff, 0x20, 0x27])
    let process = Subprocess(
      "sh",
      ["-c", "printf '%s|%s' \"$1\" \"$ODD\"", "sh", odd],
      environment: Environment([("PATH", "/usr/bin:/bin"), ("ODD", odd)]),
      workingDirectory: "/tmp"
    )
    #expect(try process.run().output == "\(odd)|\(odd)")
  }

  @Test func runsInTheWorkingDirectory() throws {
    #expect(try shell("pwd").run().output == "/\n")
  }

  @Test func reportsSignals() throws {
    #expect(try shell("kill -TERM $$").run().termination == .signaled(15))
  }

  @Test func endsTheGroupWhenTimeIsUp() throws {
    var process = shell("trap '' TERM; sleep 60 & sleep 60")
    process.timeout = .milliseconds(50)
    #expect(try process.run().termination == .timedOut)
    process = shell("printf done")
    process.timeout = .seconds(60)
    #expect(try process.run().output == "done")
  }

  @Test func aMissingProgramIsAnError() {
    let process = Subprocess(
      "no-such-program",
      [],
      environment: Environment([("PATH", "/usr/bin")]),
      workingDirectory: "/"
    )
    let error = #expect(throws: ProcessError.self) { try process.run() }
    #expect(error?.message == "cannot run 'no-such-program': No such file or directory")
  }

  @Test func aConversationAlternates() throws {
    var process = shell("while read line; do echo \"got $line\"; done; echo end")
    process.input = .conversation
    let running = try process.start()
    running.write("one\n")
    #expect(running.readLine() == "got one")
    running.write("two\nthree\n")
    #expect(running.readLine() == "got two")
    #expect(running.readLine() == "got three")
    running.closeInput()
    #expect(running.readLine() == "end")
    #expect(running.readLine() == nil)
    #expect(running.wait().succeeded)
  }

  @Test func theInheritedEnvironmentIsBytes() {
    #expect(Environment.current["PATH"] != nil)
    let changed = Environment([("A", "1"), ("B", "2")]).setting(["A": nil, "C": "3"])
    #expect(changed.sortedPairs.map(\.name) == ["B", "C"])
  }

  @Test func gitSaysWhyItFailed() throws {
    var environment = Environment([("PATH", "/usr/bin:/bin"), ("LANG", "C")])
    environment["GIT_CEILING_DIRECTORIES"] = "/"
    let git = GitProcess(environment: environment, workingDirectory: "/")
    let error = #expect(throws: GitProcessError.self) { try git.output(["log"]) }
    #expect(
      error?.message
        == "git log: not a git repository (or any of the parent directories): .git"
    )
    #expect(try git.output(["version"]).hasPrefix("git version"))
  }
}
