import ByteKit
import DiagnosticKit
import FileKit
import ProcessKit
import TerminalKit
import TestSupport
import Testing
import ToolKit
import WhoamiTool

/// Every situation of identity-cases.sh, with the installed git as the judge.
struct WhoamiCasesTests {
  private static let script =
    ByteString(#filePath).parentPath.parentPath.parentPath
    .appendingPath("Fixtures/identity-cases.sh")

  private static let names: [String] = {
    let process = Subprocess(
      "bash",
      [script, "--list"],
      environment: .current,
      workingDirectory: "/"
    )
    return (try? process.run())?.output.lines.map(\.text) ?? []
  }()

  /// The script cannot be run here, for want of root's rights.
  private struct Unfit: Error {}

  /// The case's working directory and environment, as git would hand them on; see the script for
  /// the fields.
  private func enter(_ name: String, _ sandbox: Sandbox) throws -> Context {
    let process = Subprocess(
      "bash",
      [Self.script.parentPath.appendingPath("identity-probe.sh"), ByteString(name)],
      environment: sandbox.environment.setting(["TMPDIR": sandbox.root]),
      workingDirectory: sandbox.root
    )
    let result = try process.run()
    if result.termination == .exited(77) { throw Unfit() }
    let fields = result.output.records(endedBy: 0)
    try #require(result.succeeded && fields.count > 15, "\(result.errorOutput)")
    return Context(
      environment: Environment(
        fields[15...].compactMap { $0.splitOnce(on: UInt8(ascii: "=")).map { ($0.head, $0.tail) } }
      ),
      workingDirectory: fields[14],
      streams: Streams.buffers().streams,
      now: { 1_700_000_000 }
    )
  }

  private func run(_ arguments: [ByteString], _ place: Context) -> (Int32, ByteString, ByteString) {
    let (streams, output, errors) = Streams.buffers()
    let context = Context(
      environment: place.environment,
      workingDirectory: place.workingDirectory,
      streams: streams,
      now: place.now
    )
    let status = ToolRunner.run(WhoamiCommand.self, arguments: arguments, context: context)
    return (status.rawValue, output.content, errors.content)
  }

  private func state(_ place: Context) -> String {
    let lines = run(["--porcelain"], place).1.lines
    return lines.lazy.compactMap { $0.dropping(prefix: "state\t")?.text }.first ?? ""
  }

  @Test(arguments: names) func agreesWithGit(_ name: String) throws {
    let sandbox = try Sandbox()
    let place: Context
    do { place = try enter(name, sandbox) } catch is Unfit { return }
    let state = state(place)
    for (option, variable) in [
      ("--author", "GIT_AUTHOR_IDENT"), ("--committer", "GIT_COMMITTER_IDENT"),
    ] as [(ByteString, ByteString)] {
      let git = try place.git.run(["var", variable])
      let (status, output, errors) = run(["--short", option], place)
      if state == "REFUSED" {
        #expect(status == 3)
        #expect(output.isEmpty)
      } else if git.succeeded {
        let end = try #require(git.output.bytes.lastIndex(of: UInt8(ascii: ">")))
        #expect(output == ByteString(git.output.bytes[...end]) + "\n")
        #expect(status == 0)
      } else {
        #expect(status == (state == "BROKEN" ? 4 : 2))
        #expect(output.isEmpty)
        // A crash of git's says nothing.
        let fatal = git.errorOutput.lines.lazy.compactMap { $0.dropping(prefix: "fatal: ") }.first
        if let fatal { #expect(errors.contains(fatal)) }
      }
    }
    let (_, output, errors) = run(["--verify"], place)
    #expect(output.lines.last == "git agrees", "\(errors)")
    // Git refuses exactly where we say so.
    let asked = try place.git.run(["rev-parse", "--git-dir"])
    let isRefused = [
      "dubious ownership", "bare repository", "repository extension", "not a git repository: ",
    ]
    .contains { asked.errorOutput.contains(ByteString($0)) }
    if state != "BROKEN", place.environment["GIT_DIR"] == nil {
      #expect(isRefused == (state == "REFUSED"), "\(asked.errorOutput)")
    }
  }

  @Test(arguments: [
    ("syn_bad_line_in_global", ".gitconfig", 5), ("key_valueless", "work/r/.git/config", 7),
    ("inc_tilde_nouser", ".gitconfig", 5), ("inc_bad_file_dies", "bad", 1),
    ("id_useconfigonly_bad_bool", ".gitconfig", 5),
    ("hc_included_sets_url_dies", ".gitconfig-work", 5),
  ])
  func namesTheLineThatGitDiesOf(_ name: String, _ file: String, _ line: Int) throws {
    let sandbox = try Sandbox()
    let place = try enter(name, sandbox)
    let home = try #require(place.environment["HOME"])
    let (status, output, _) = run(["--porcelain"], place)
    #expect(status == 4)
    let broken = try #require(output.lines.first { $0.hasPrefix("broken\t") })
    #expect(
      broken.split(on: UInt8(ascii: "\t")).last
        == "file:\(home.appendingPath(ByteString(file))):\(line)"
    )
  }
}
