import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// Every situation of identity-cases.sh, with the installed git as the judge.
struct IdentityCasesTests {
  static let names: [String] = {
    let process = Subprocess(
      "bash",
      [Probe.fixtures.appendingPath("identity-cases.sh"), "--list"],
      environment: .current,
      workingDirectory: "/"
    )
    return (try? process.run())?.output.lines.map(\.text) ?? []
  }()

  @Test func allCasesAreThere() {
    #expect(Self.names.count >= 250)
  }

  @Test(arguments: names) func answersAsGit(_ name: String) throws {
    let sandbox = try Sandbox()
    let probe: Probe
    do {
      probe = try Probe([ByteString(name)], in: sandbox)
    } catch is Probe.Unfit {
      return
    }
    #expect(Ours(probe).differences(from: probe) == [])
  }
}
