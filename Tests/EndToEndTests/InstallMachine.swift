import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// A machine to install on: a PATH of its own with the few real tools that `install.sh` uses, a
/// toolchain that has built everything already, and the package manager that a test wants.
final class InstallMachine {
  let sandbox: Sandbox
  private var path: [ByteString]

  /// The machine's one folder of programs.
  var tools: ByteString { sandbox.path("tools") }
  private var log: ByteString { sandbox.path("log") }

  private static let realTools: [ByteString] = [
    "basename", "cat", "chmod", "cmp", "cp", "dirname", "git", "grep", "head", "mkdir", "mktemp",
    "mv", "rm", "rmdir", "sed", "sh", "sort", "touch", "true", "uname",
  ]

  /// A machine where pkg-config finds nothing called `library` until the program `manager` has
  /// installed something, used by the user id `user`.
  init(lacking library: ByteString? = nil, manager: String? = nil, user: Int? = nil) throws {
    sandbox = try Sandbox()
    path = [sandbox.path("tools")]
    try FileSystem.makeDirectory(tools)
    for tool in Self.realTools {
      try sandbox.bash("ln -s \"$(type -P \(tool))\" '\(tools)/\(tool)'")
    }
    try sandbox.write("", to: log)
    try add(
      "swift",
      """
      case "$*" in
        --version) echo "Swift version ${SWIFT_VERSION:-6.3.1} (swift-RELEASE)" ;;
        *--show-bin-path) echo '\(sandbox.path("built"))' ;;
        'build -c release'*) ;;
        *) exit 1 ;;
      esac
      """
    )
    // Stand-ins that run the real ones, which are large while they hold what debuggers need.
    for tool in BuiltTool.all {
      let real = Sandbox.products.appendingPath(tool.program)
      try add(tool.program, "exec '\(real)' \"$@\"", to: sandbox.path("built"))
    }
    let installed = sandbox.path("installed")
    let found: ByteString = library == nil ? "exit 0" : "test -e '\(installed)'"
    try add("pkg-config", found)
    if let manager {
      try add(
        ByteString(manager),
        "echo \"\(manager) $*\" >>'\(log)'\ncase $1 in update) ;; *) : >'\(installed)' ;; esac"
      )
    }
    try add("id", "echo \(user ?? 1000)")
    sandbox.set("PATH", tools)
    sandbox.set("SHELL", "/bin/sh")
  }

  /// Puts a program (the lines of a shell script) into a folder, usually the one on the PATH.
  func add(_ name: ByteString, _ script: ByteString, to folder: ByteString? = nil) throws {
    let folder = folder ?? tools
    try FileSystem.makeDirectory(folder)
    // Written by another process: while this one has a script open for writing, a child of another
    // test may hold it too, and then it cannot be run ("text file busy").
    let result = try Subprocess.writing(
      "#!/bin/sh\n\(script)\n",
      to: folder.appendingPath(name),
      in: sandbox
    ).run()
    #expect(result.succeeded)
  }

  func remove(_ name: ByteString) throws { try FileSystem.remove(tools.appendingPath(name)) }

  func addToPath(_ folder: ByteString, atEnd: Bool = false) {
    path = atEnd ? path + [folder] : [folder] + path
    sandbox.set("PATH", path.joined(separator: ":"))
  }

  func install(_ arguments: [ByteString] = []) throws -> ProcessResult {
    try sandbox.run(GoldenFile.root.appendingPath("install.sh"), arguments)
  }

  /// The package manager's command lines so far.
  func calls() throws -> ByteString { try FileSystem.read(log) }

  /// Everything in HOME, files with inode, size and time: equal only if nothing was touched.
  func listing() throws -> [ByteString] {
    let result = try Subprocess(
      "find",
      [sandbox.home, "-type", "d", "-printf", "%P/ %m\n", "-o", "-printf", "%P %i %m %s %T@\n"],
      environment: Environment([("PATH", "/usr/bin:/bin")]),
      workingDirectory: sandbox.root
    ).run()
    return result.output.lines.sorted()
  }
}

extension Subprocess {
  /// A shell that writes an executable file.
  fileprivate static func writing(
    _ content: ByteString,
    to file: ByteString,
    in sandbox: Sandbox
  ) -> Subprocess {
    var process = Subprocess(
      "/bin/sh",
      ["-c", "cat >\"$1\" && chmod 755 \"$1\"", "sh", file],
      environment: Environment([("PATH", "/usr/bin:/bin")]),
      workingDirectory: sandbox.root
    )
    process.input = .bytes(content)
    return process
  }
}
