package import ByteKit
import CPosix
import FileKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A program to run: arguments as they are, never through a shell.
package struct Subprocess: Sendable {
  package enum Input: Sendable {
    case null
    case inherit
    case bytes(ByteString)
    /// Written by the caller during a conversation.
    case conversation
  }

  package enum Output: Sendable {
    case capture
    case inherit
    case discard
    /// Where the process's own standard error goes: for progress of a child whose standard
    /// output would mix with ours.
    case standardError
    /// Handed over as it comes, in pieces of any size.
    case stream(@Sendable (ArraySlice<UInt8>) -> Void)
  }

  package var program: ByteString
  package var arguments: [ByteString]
  package var environment: Environment
  package var workingDirectory: ByteString
  package var input: Input = .null
  package var output: Output = .capture
  package var errorOutput: Output = .capture
  /// After this long the child and its group get TERM, and KILL two seconds later.
  package var timeout: Duration?
  /// Descriptors of ours that the child gets too, under their own numbers.
  package var sharedDescriptors: [Int32] = []
  /// Out of the reach of the terminal's signals and of the trap: for clean-up that must end.
  package var isShielded = false

  /// A program to be looked up in the PATH of `environment`, unless it is a path.
  package init(
    _ program: ByteString,
    _ arguments: [ByteString],
    environment: Environment,
    workingDirectory: ByteString
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
  }

  /// Runs to the end.
  ///
  /// A non-zero exit is a result, not an error.
  package func run() throws(ProcessError) -> ProcessResult {
    try start().wait()
  }

  /// Starts the program; the caller must `wait` in the end.
  package func start() throws(ProcessError) -> RunningProcess {
    let executable = try resolveProgram()
    var actions = SpawnActions()
    defer { actions.destroy() }

    let stdin = try input.descriptor(program: program)
    let stdout = try output.descriptor(program: program)
    let stderr = try errorOutput.descriptor(program: program)
    let childEnds = [stdin.child, stdout.child, stderr.child]
    defer { for case .some(let end) in childEnds { close(end) } }
    actions.connect(stdin.child, to: STDIN_FILENO, nullMode: input.isNull ? O_RDONLY : nil)
    actions.connect(stdout.child, to: STDOUT_FILENO, nullMode: output.isNull ? O_WRONLY : nil)
    actions.connect(stderr.child, to: STDERR_FILENO, nullMode: errorOutput.isNull ? O_WRONLY : nil)
    if case .standardError = output { actions.duplicate(STDERR_FILENO, to: STDOUT_FILENO) }
    // A descriptor duplicated to itself stays open across exec (posix_spawn_file_actions_adddup2).
    for descriptor in sharedDescriptors { actions.duplicate(descriptor, to: descriptor) }
    if !workingDirectory.isEmpty { actions.changeDirectory(to: workingDirectory) }

    let (child, code) = spawn(executable, actions: &actions)
    guard code == 0 else {
      for case .some(let end) in [stdin.parent, stdout.parent, stderr.parent] { close(end) }
      throw ProcessError(program: program, code: code)
    }
    return RunningProcess(
      child,
      of: self,
      input: stdin.parent,
      output: stdout.parent,
      errorOutput: stderr.parent
    )
  }

  var hasOwnGroup: Bool { timeout != nil || isShielded }

  private func spawn(_ executable: ByteString, actions: inout SpawnActions) -> (pid_t, Int32) {
    #if canImport(Darwin)
    var attributes: posix_spawnattr_t?
    #else
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Children start with an empty mask; handled signals are reset by exec itself.
    var flags = Int32(POSIX_SPAWN_SETSIGMASK)
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    if hasOwnGroup {
      // A group of its own, so that ssh and other grandchildren end with it.
      flags |= Int32(POSIX_SPAWN_SETPGROUP)
      posix_spawnattr_setpgroup(&attributes, 0)
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var child: pid_t = 0
    let code = withCStrings([program] + arguments) { argv in
      withCStrings(environment.sortedPairs.map { "\($0.name)=\($0.value)" }) { envp in
        executable.withCString { path in
          posix_spawn(&child, path, &actions.value, &attributes, argv, envp)
        }
      }
    }
    return (child, code)
  }

  /// The file to execute.
  ///
  /// posix_spawnp would search our PATH, not the child's.
  private func resolveProgram() throws(ProcessError) -> ByteString {
    if program.bytes.contains(UInt8(ascii: "/")) {
      return program
    }
    let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    for folder in path.split(on: UInt8(ascii: ":")) {
      let candidate = (folder.isEmpty ? "." : folder)
        .absolutePath(in: workingDirectory).appendingPath(program)
      let isExecutable = candidate.withCString { access($0, X_OK) == 0 }
      if isExecutable, (try? FileSystem.status(of: candidate))?.kind == .regular {
        return candidate
      }
    }
    throw ProcessError(program: program, code: ENOENT)
  }
}

extension Subprocess.Input {
  fileprivate var isNull: Bool { if case .null = self { true } else { false } }

  fileprivate func descriptor(
    program: ByteString
  ) throws(ProcessError)
    -> (child: Int32?, parent: Int32?)
  {
    switch self {
    case .null, .inherit: return (nil, nil)
    case .bytes, .conversation:
      let pipe = try makePipe(program: program)
      return (child: pipe.reading, parent: pipe.writing)
    }
  }
}

extension Subprocess.Output {
  fileprivate var isNull: Bool { if case .discard = self { true } else { false } }

  fileprivate func descriptor(
    program: ByteString
  ) throws(ProcessError)
    -> (child: Int32?, parent: Int32?)
  {
    switch self {
    case .discard, .inherit, .standardError: return (nil, nil)
    case .capture, .stream:
      let pipe = try makePipe(program: program)
      if case .stream = self { cposix_widen_pipe(pipe.reading) }
      return (child: pipe.writing, parent: pipe.reading)
    }
  }
}

private func makePipe(
  program: ByteString
) throws(ProcessError)
  -> (reading: Int32, writing: Int32)
{
  var ends: [Int32] = [-1, -1]
  let code = ends.withUnsafeMutableBufferPointer { cposix_pipe($0.baseAddress) }
  guard code == 0 else { throw ProcessError(program: program, code: errno) }
  return (ends[0], ends[1])
}

/// The file actions of one posix_spawn.
private struct SpawnActions {
  #if canImport(Darwin)
  var value: posix_spawn_file_actions_t?
  #else
  var value = posix_spawn_file_actions_t()
  #endif

  init() { posix_spawn_file_actions_init(&value) }

  mutating func destroy() { posix_spawn_file_actions_destroy(&value) }

  /// Makes `descriptor` the child's `target`; without one opens /dev/null or leaves ours.
  mutating func connect(_ descriptor: Int32?, to target: Int32, nullMode: Int32?) {
    if let descriptor {
      posix_spawn_file_actions_adddup2(&value, descriptor, target)
    } else if let nullMode {
      posix_spawn_file_actions_addopen(&value, target, "/dev/null", nullMode, 0)
    }
  }

  mutating func duplicate(_ descriptor: Int32, to target: Int32) {
    posix_spawn_file_actions_adddup2(&value, descriptor, target)
  }

  mutating func changeDirectory(to path: ByteString) {
    _ = path.withCString { cposix_spawn_addchdir(&value, $0) }
  }
}

/// Calls `body` with a NULL-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [ByteString],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { $0.withCString { strdup($0) } }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  return pointers.withUnsafeBufferPointer { buffer in
    guard let base = buffer.baseAddress else { preconditionFailure("never empty: it holds nil") }
    return body(base)
  }
}
