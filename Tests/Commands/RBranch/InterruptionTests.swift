import ByteKit
import FileKit
import Foundation
import ProcessKit
import TestSupport
import Testing

/// INT and TERM at every step, to the process alone (`kill`) and to its group (Ctrl-C): all is as
/// before, and the process ends by the signal.
struct InterruptionTests {
  /// Hooks that say that they are reached and then wait, once.
  enum Step: String, CaseIterable {
    case postCheckout = "w/.git/hooks/post-checkout"
    case prePush = "w/.git/hooks/pre-push"
    case preReceive = "remote.git/hooks/pre-receive"
    case update = "remote.git/hooks/update"
    case postReceive = "remote.git/hooks/post-receive"
  }

  @Test(arguments: Step.allCases, [SIGINT, SIGTERM])
  func everythingIsAsBefore(step: Step, signal: Int32) throws {
    for reachesGroup in [false, true] {
      try interrupt(step, signal: signal, reachesGroup: reachesGroup, arguments: ["feature/x"])
    }
    try interrupt(step, signal: signal, reachesGroup: true, arguments: ["x", "main~1"])
  }

  /// A filter that waits stops the switch between two files, with the index not yet written.
  @Test(arguments: [SIGINT, SIGTERM])
  func filesAreBackAfterHalfASwitch(signal: Int32) throws {
    let box = try RBranchSandbox(
      """
      echo '*.slow filter=slow' >.gitattributes
      mkdir dir; git add .gitattributes; ci dir/a 1; ci b 1; ci gone 1; ci m.slow 1
      git switch -qc side
      git rm -q gone; ci dir/a 2; ci b 2; mkdir added; ci added/c 2; ci m.slow 2; ci z 2
      git switch -q main
      git config filter.slow.clean cat
      git config filter.slow.smudge 'test -e ../reached || { touch ../reached; sleep 1; }; cat'
      echo mine >>base; echo staged >new; git add new
      """
    )
    let before = try box.state()
    let running = try Subprocess(
      "git-rbranch",
      ["x", "side"],
      environment: box.sandbox.environment,
      workingDirectory: box.sandbox.workingDirectory
    ).start()
    let mark = box.sandbox.path("reached")
    for _ in 0..<1000 where !FileSystem.exists(mark) { usleep(10_000) }
    running.signal(signal)
    let result = running.wait()
    #expect(result.termination == .signaled(signal), "\(result.errorOutput.text)")
    #expect(try box.state().difference(from: before) == [])
  }

  private func interrupt(
    _ step: Step,
    signal: Int32,
    reachesGroup: Bool,
    arguments: [ByteString]
  ) throws {
    let box = try RBranchSandbox("ci base 1; git push -q; git switch -qc side; git switch -q main")
    let before = try box.state()
    let mark = box.sandbox.path("reached")
    try FileSystem.writeAtomically(
      """
      #!/bin/sh
      test -e '\(mark)' && exit 0
      touch '\(mark)'
      exec sleep 1
      """,
      to: box.sandbox.path(ByteString(step.rawValue)),
      permissions: 0o755
    )

    var process = Subprocess(
      "git-rbranch",
      arguments,
      environment: box.sandbox.environment,
      workingDirectory: box.sandbox.workingDirectory
    )
    if reachesGroup { process.timeout = .seconds(60) }
    let running = try process.start()
    for _ in 0..<1000 where !FileSystem.exists(mark) { usleep(10_000) }
    running.signal(signal)
    let result = running.wait()

    #expect(result.termination == .signaled(signal), "\(step): \(result.errorOutput.text)")
    #expect(result.errorOutput.text.contains("rolled back"), "\(step)")
    #expect(result.errorOutput.text.contains("error: interrupted"), "\(step)")
    #expect(
      try box.state().difference(from: before) == [],
      "\(step), group: \(reachesGroup)"
    )
  }
}
