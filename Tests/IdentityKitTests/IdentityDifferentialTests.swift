import ByteKit
import FileKit
import Foundation
import TestSupport
import Testing

/// Situations made up at random, with the installed git as the judge.
///
/// `IDENTITY_DIFFERENTIAL_ROUNDS` says how many, `IDENTITY_DIFFERENTIAL_SEED` where to begin; a
/// failure names its seed.
struct IdentityDifferentialTests {
  private static func number(_ variable: String, _ other: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? other
  }

  private static let rounds = number("IDENTITY_DIFFERENTIAL_ROUNDS", 150)
  private static let seed = number("IDENTITY_DIFFERENTIAL_SEED", 1)
  private static let parts = 4

  @Test(arguments: 0..<parts) func answersAsGit(_ part: Int) throws {
    for seed in stride(from: Self.seed + part, to: Self.seed + Self.rounds, by: Self.parts) {
      let sandbox = try Sandbox()
      let root = sandbox.path("t")
      let setUp = RandomSetUp(seed: UInt64(seed), root: root.text)
      for (index, content) in setUp.contents.enumerated() {
        try sandbox.write(ByteString(content), to: root.appendingPath("files/\(index)"))
      }
      let script = sandbox.path("script")
      try sandbox.write(ByteString(setUp.script.joined(separator: "\n") + "\n"), to: script)
      let probe: Probe
      do {
        probe = try Probe(["-f", script, root], in: sandbox)
      } catch is Probe.Unfit {
        continue
      }
      let differences = Ours(probe).differences(from: probe)
      #expect(
        differences.isEmpty,
        """
        seed \(seed): \(differences.joined(separator: "; "))
        \(setUp.script.joined(separator: "\n"))
        \(setUp.contents.enumerated().map { "-- files/\($0.offset)\n\($0.element)" }.joined())
        """
      )
    }
  }
}
