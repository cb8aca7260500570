package import ByteKit
import CPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A started child: both of its output pipes are drained whenever we write, read or wait, so that
/// neither side can block the other.
///
/// Used by one thread at a time. `wait` must be called once; until then the child is registered
/// with the signal trap.
package final class RunningProcess {
  private let child: pid_t
  private let process: Subprocess
  private var input: Channel?
  private var output: Channel?
  private var errorOutput: Channel?
  private var unwritten: ArraySlice<UInt8> = []
  private var captured: [UInt8] = []
  private var capturedErrors: [UInt8] = []
  private var consumed = 0
  private let deadline: ContinuousClock.Instant?
  private var hasTimedOut = false

  /// Our end of a pipe, closed once.
  private final class Channel {
    let descriptor: Int32
    init(_ descriptor: Int32) {
      self.descriptor = descriptor
      let flags = fcntl(descriptor, F_GETFL)
      _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    }
    deinit { close(descriptor) }
  }

  init(
    _ child: pid_t,
    of process: Subprocess,
    input: Int32?,
    output: Int32?,
    errorOutput: Int32?
  ) {
    self.child = child
    self.process = process
    self.input = input.map(Channel.init)
    self.output = output.map(Channel.init)
    self.errorOutput = errorOutput.map(Channel.init)
    deadline = process.timeout.map { ContinuousClock().now + $0 }
    if !process.isShielded { cposix_trap_register(signalTarget) }
    if case .bytes(let bytes) = process.input { unwritten = bytes.bytes[...] }
  }

  /// Sends bytes to the child's standard input, reading what it prints meanwhile.
  ///
  /// A child that no longer reads is no error here: its exit status tells.
  package func write(_ bytes: ByteString) {
    unwritten += bytes.bytes
    while input != nil, !unwritten.isEmpty { pump() }
  }

  /// Ends the child's standard input.
  package func closeInput() { input = nil }

  /// The next line of captured standard output without its LF; nil at the end.
  package func readLine() -> ByteString? {
    forgetWhatWasRead()
    var searched = consumed
    while true {
      if let end = captured[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { consumed = end + 1 }
        return ByteString(captured[consumed..<end])
      }
      searched = captured.count
      if output == nil {
        guard consumed < captured.count else { return nil }
        defer { consumed = captured.count }
        return ByteString(captured[consumed...])
      }
      pump()
    }
  }

  /// The next `count` bytes of captured standard output; nil if it ends before.
  package func read(_ count: Int) -> ArraySlice<UInt8>? {
    forgetWhatWasRead()
    while captured.count - consumed < count {
      if output == nil { return nil }
      pump()
    }
    defer { consumed += count }
    return captured[consumed..<(consumed + count)]
  }

  /// In a long conversation what was read must not pile up.
  private func forgetWhatWasRead() {
    guard consumed == captured.count, consumed > 0 else { return }
    captured.removeAll(keepingCapacity: captured.count < 1 << 20)
    consumed = 0
  }

  /// Sends a signal to the child (to its whole group if it has a time limit).
  package func signal(_ number: Int32) {
    kill(signalTarget, number)
  }

  /// The child, or its group if it has one of its own.
  private var signalTarget: pid_t { process.hasOwnGroup ? -child : child }

  /// Reads and writes until the child has closed its ends, then collects its status.
  ///
  /// `output` of the result is what `readLine` has not taken.
  package func wait() -> ProcessResult {
    if case .conversation = process.input { input = nil }
    while input != nil || output != nil || errorOutput != nil {
      if case .conversation = process.input {} else if unwritten.isEmpty { input = nil }
      if input == nil, output == nil, errorOutput == nil { break }
      pump()
    }
    let status = collect()
    cposix_trap_unregister(signalTarget)
    return ProcessResult(
      termination: hasTimedOut ? .timedOut : status,
      output: ByteString(captured[consumed...]),
      errorOutput: ByteString(capturedErrors)
    )
  }

  private func collect() -> ProcessResult.Termination {
    var status: Int32 = 0
    while true {
      let isPolling = deadline != nil && !hasTimedOut
      let code = waitpid(child, &status, isPolling ? WNOHANG : 0)
      if code == child { break }
      if code < 0, errno != EINTR { return .exited(127) }
      if code == 0 {
        if checkDeadline() { continue }
        usleep(2_000)
      }
    }
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .signaled(signal)
  }

  /// Ends the child if its time is up; true if it was.
  private func checkDeadline() -> Bool {
    guard let deadline, !hasTimedOut, ContinuousClock().now >= deadline else { return false }
    hasTimedOut = true
    signal(SIGTERM)
    for _ in 0..<100 {
      // WNOWAIT leaves the status for `collect`.
      var info = siginfo_t()
      let code = waitid(P_PID, id_t(child), &info, WEXITED | WNOHANG | WNOWAIT)
      if code == 0, info.si_signo == SIGCHLD { break }
      usleep(20_000)
    }
    signal(SIGKILL)
    // Grandchildren may hold the pipes open: what they would still say is of no interest.
    output = nil
    errorOutput = nil
    input = nil
    return true
  }

  /// Moves whatever can be moved now; blocks until something can.
  private func pump() {
    if checkDeadline() { return }
    let writing = unwritten.isEmpty ? nil : input?.descriptor
    let descriptors = [writing, output?.descriptor, errorOutput?.descriptor]
    var polled = [
      pollfd(fd: writing ?? -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: descriptors[1] ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptors[2] ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&polled, nfds_t(polled.count), pollTimeout) > 0 else { return }
    if polled[0].revents != 0 { writeSome() }
    if polled[1].revents != 0, readSome(&output, into: \.captured, process.output) == false {
      output = nil
    }
    if polled[2].revents != 0,
      readSome(&errorOutput, into: \.capturedErrors, process.errorOutput) == false
    {
      errorOutput = nil
    }
  }

  /// In milliseconds; -1 for no limit.
  private var pollTimeout: Int32 {
    guard let deadline, !hasTimedOut else { return -1 }
    let left = ContinuousClock().now.duration(to: deadline)
    let milliseconds =
      left.components.seconds * 1000
      + left.components.attoseconds / 1_000_000_000_000_000
    return Int32(clamping: max(0, milliseconds) + 1)
  }

  private func writeSome() {
    guard let descriptor = input?.descriptor else { return }
    let count = unwritten.withUnsafeBytes {
      cposix_write_without_sigpipe(descriptor, $0.baseAddress, $0.count)
    }
    if count > 0 {
      unwritten = unwritten.dropFirst(count)
    } else if count < 0, errno != EAGAIN, errno != EINTR {
      // EPIPE: the child has stopped reading.
      input = nil
      unwritten = []
    }
  }

  /// False at the end of the stream.
  private func readSome(
    _ channel: inout Channel?,
    into buffer: ReferenceWritableKeyPath<RunningProcess, [UInt8]>,
    _ kind: Subprocess.Output
  ) -> Bool {
    guard let descriptor = channel?.descriptor else { return false }
    var count = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { space, initialized in
      #if canImport(Glibc)
      count = Glibc.read(descriptor, space.baseAddress, space.count)
      #elseif canImport(Musl)
      count = Musl.read(descriptor, space.baseAddress, space.count)
      #else
      count = Darwin.read(descriptor, space.baseAddress, space.count)
      #endif
      initialized = max(count, 0)
    }
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    if count == 0 { return false }
    if case .stream(let receive) = kind {
      receive(chunk[...])
    } else {
      self[keyPath: buffer] += chunk
    }
    return true
  }
}
