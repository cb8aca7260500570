package import ByteKit
import FileKit
import Foundation
package import ProcessKit

/// A temporary world for one test: a root folder with a HOME, and an environment built from
/// nothing, so that neither the machine's configuration nor another test can be seen.
///
/// Dates are fixed and move on by 60 seconds with each command. The folder goes when the sandbox
/// does.
package final class Sandbox {
  /// Without links, so that it equals what git prints.
  package let root: ByteString
  /// Where commands run unless told otherwise: `<root>` at first.
  package var workingDirectory: ByteString
  private var variables: Environment
  private var clock: Int64 = 1_700_000_000

  package var home: ByteString { root.appendingPath("home") }

  package init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("toolbox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    root = try FileSystem.realPath(ByteString(url.path))
    workingDirectory = root
    try FileSystem.makeDirectory(root.appendingPath("home"))
    variables = Environment([
      ("PATH", "\(Self.products):/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"),
      ("HOME", root.appendingPath("home")),
      ("LC_ALL", "C"),
      ("TZ", "UTC"),
      ("TERM", "xterm"),
      ("GIT_CONFIG_NOSYSTEM", "1"),
      ("GIT_CEILING_DIRECTORIES", root),
      ("GIT_TERMINAL_PROMPT", "0"),
    ])
    for (name, value) in Self.variation { variables[name] = value }
    try configure()
  }

  deinit { try? FileManager.default.removeItem(atPath: root.text) }

  /// The folder that the build put the test bundle and the tools in.
  package static let products: ByteString = {
    let program =
      (try? FileSystem.realPath("/proc/self/exe")) ?? ByteString(CommandLine.arguments[0])
    // On macOS the bundle is a folder: <products>/<name>.xctest/Contents/MacOS/<name>.
    var folder = program.parentPath
    while folder.text.contains(".xctest") { folder = folder.parentPath }
    return folder
  }()

  /// What `scripts/test-with` changes in every sandbox: the git that is first in PATH, the form of
  /// new repositories, who reads them.
  private static let variation: [(ByteString, ByteString)] = {
    let own = Environment.current
    var variation: [(ByteString, ByteString)] = []
    if let folder = own.nonEmpty("TEST_WITH_GIT") {
      variation.append(
        ("PATH", "\(products):\(folder):/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")
      )
    }
    let names: [(ByteString, ByteString)] = [
      ("TEST_WITH_OBJECT_FORMAT", "GIT_DEFAULT_HASH"),
      ("TEST_WITH_REF_FORMAT", "GIT_DEFAULT_REF_FORMAT"),
      ("TEST_WITH_READER", "GIT_TOOLBOX_READER"),
    ]
    for (mine, name) in names {
      if let value = own.nonEmpty(mine) { variation.append((name, value)) }
    }
    return variation
  }()

  /// An identity and a branch name, as a user would have them.
  private func configure() throws {
    let config: ByteString = """
      [user]
      \tname = Home
      \temail = home@example.com
      [init]
      \tdefaultBranch = main
      [advice]
      \tdetachedHead = false

      """
    try write(config, to: home.appendingPath(".gitconfig"))
  }

  /// The environment of the next command; reading it moves the clock on.
  package var environment: Environment {
    clock += 60
    let date: ByteString = "\(clock) +0000"
    return variables.setting(["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date])
  }

  /// Seconds since the epoch, as the next command would see them.
  package var now: Int64 { clock }

  /// Sets (or unsets, with nil) a variable for all later commands.
  package func set(_ name: ByteString, _ value: ByteString?) { variables[name] = value }

  /// The absolute path of a path relative to the root.
  package func path(_ relative: ByteString) -> ByteString { relative.absolutePath(in: root) }

  /// Writes a file (relative to the working directory), making its folder.
  package func write(_ content: ByteString, to file: ByteString) throws {
    let path = file.absolutePath(in: workingDirectory)
    try FileSystem.makeDirectory(path.parentPath)
    try FileSystem.writeAtomically(content, to: path)
  }

  package func read(_ file: ByteString) throws -> ByteString {
    try FileSystem.read(file.absolutePath(in: workingDirectory))
  }

  /// Runs a program to its end, whatever its status.
  package func run(
    _ program: ByteString,
    _ arguments: [ByteString],
    input: ByteString? = nil
  )
    throws -> ProcessResult
  {
    var process = Subprocess(
      program,
      arguments,
      environment: environment,
      workingDirectory: workingDirectory
    )
    if let input { process.input = .bytes(input) }
    return try process.run()
  }

  /// Runs git, which must succeed, and gives its output without the last line end.
  @discardableResult
  package func git(_ arguments: ByteString..., input: ByteString? = nil) throws -> ByteString {
    let result = try run("git", arguments, input: input)
    guard result.succeeded else { throw Failure(arguments: arguments, result: result) }
    return result.output.dropping(suffix: "\n") ?? result.output
  }

  /// Runs git, which may fail.
  package func tryGit(_ arguments: ByteString...) throws -> ProcessResult {
    try run("git", arguments)
  }

  /// Runs a bash script with the helpers of `prelude`, which must succeed; gives its output.
  @discardableResult
  package func bash(_ script: ByteString) throws -> ByteString {
    let result = try run("bash", ["-c", "\(Self.prelude)\nset -e\n\(script)"])
    guard result.succeeded else { throw Failure(arguments: [script], result: result) }
    return result.output.dropping(suffix: "\n") ?? result.output
  }

  /// The functions in which the specifications write their recipes.
  ///
  /// `new` makes `remote.git` and its clone `w` in the working directory and goes there.
  package static let prelude: ByteString = #"""
    export SANDBOX_CLOCK=${GIT_COMMITTER_DATE%% *}
    tick(){ SANDBOX_CLOCK=$((SANDBOX_CLOCK+60)); export GIT_COMMITTER_DATE="$SANDBOX_CLOCK +0000" GIT_AUTHOR_DATE="$SANDBOX_CLOCK +0000"; }
    ci(){ tick; echo "$2" >"$1"; git add "$1"; git commit -qm "$1=$2"; }
    new(){ git init -q --bare remote.git; git clone -q remote.git w 2>/dev/null; cd w; ci base 0; git push -qu origin main; git remote set-head origin -a >/dev/null; }
    feat(){ git switch -qc feat; ci f 1; git push -qu origin feat; git switch -q main; }
    gone(){ git --git-dir=../remote.git branch -qD "$1"; git fetch -qp; }
    fer(){ git for-each-ref --format='%(refname:lstrip=2)|%(upstream)|%(upstream:track)' refs/heads; }
    """#

  /// A command of the test's own set-up that went wrong.
  package struct Failure: Error, CustomStringConvertible {
    package let arguments: [ByteString]
    package let result: ProcessResult

    package var description: String {
      "'\(arguments.map(\.text).joined(separator: " "))' gave \(result.termination): "
        + result.errorOutput.text + result.output.text
    }
  }
}
