import ByteKit
import DiagnosticKit
import ProcessKit
import TerminalKit
import ToolKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The terminal on standard input, one key at a time, with its old settings put back at the end.
///
/// Nothing is drawn but lines below the cursor, so that it works in any terminal, over ssh and in tmux,
/// and leaves what was on the screen.
struct RawTerminal: ~Copyable {
  private let sink: any ByteSink
  private let settings: termios

  /// Throws, before anything is asked or fetched, where a list cannot be shown or answered.
  ///
  /// `isShowingText`: the report is for people too, and nobody would see it in a pipe.
  static func check(_ context: Context, isShowingText: Bool) throws(ToolError) {
    let streams = context.streams
    let type = context.environment["TERM"] ?? ""
    let problem: String? =
      if !streams.inputIsTerminal {
        "standard input is none"
      } else if !streams.error.isTerminal {
        "standard error is none"
      } else if isShowingText, !streams.output.isTerminal {
        "standard output is none"
      } else if type.isEmpty || type == "dumb" {
        "TERM is '\(type.text)', which cannot move the cursor"
      } else {
        nil
      }
    guard let problem else { return }
    throw ToolError(
      "--interactive needs a terminal: \(problem)",
      hints: ["see the plan with: git prune-gone --dry-run"]
    )
  }

  init(_ sink: any ByteSink) throws(ToolError) {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else {
      throw ToolError("--interactive needs a terminal on standard input")
    }
    self.sink = sink
    self.settings = settings
    enter()
  }

  deinit { leave() }

  private borrowing func enter() {
    var raw = settings
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Ctrl-Z comes as a key: by itself it would leave the shell with our settings.
    withUnsafeMutableBytes(of: &raw.c_cc) { $0[Int(VSUSP)] = 0 }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    sink.write("\u{1b}[?25l")
  }

  private borrowing func leave() {
    sink.write("\u{1b}[?25h")
    var settings = settings
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// Stops the job, as Ctrl-Z does elsewhere, and returns when it goes on in the foreground.
  private borrowing func suspend() {
    leave()
    // All of it: the shell's job is the `git` that started this.
    kill(0, SIGTSTP)
    enter()
  }

  /// Columns and rows; a terminal that does not tell gets 80 and 24.
  private var size: (columns: Int, rows: Int) {
    var size = winsize()
    let code = ioctl(STDIN_FILENO, UInt(TIOCGWINSZ), &size)
    guard code == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Shows the choice until it is accepted or cancelled, or a signal comes, which cancels it.
  borrowing func run(_ choice: inout Choice, style: Style) -> Choice.Outcome {
    let view = ChoiceView(style: style)
    var reader = KeyReader()
    var drawn = 0
    var shape = size
    while true {
      let height = max(1, shape.rows - ChoiceView.frameHeight - 1)
      choice.fit(height)
      drawn = draw(view.lines(of: choice, columns: shape.columns, height: height), over: drawn)
      var keys: [Choice.Key] = []
      while keys.isEmpty {
        if SignalTrap.pending != nil {
          erase(drawn)
          return .cancelled
        }
        switch waitForInput(reader: &reader) {
        case .keys(let pressed): keys = pressed
        case .ended:
          erase(drawn)
          return .cancelled
        }
        let now = size
        if now != shape {
          shape = now
          break
        }
      }
      for key in keys {
        guard let outcome = choice.press(key, height: height) else { continue }
        erase(drawn)
        if outcome != .suspended { return outcome }
        suspend()
        drawn = 0
      }
    }
  }

  private enum Input {
    case keys([Choice.Key])
    case ended
  }

  /// Waits a moment at most, so that signals and a new window size are noticed.
  private func waitForInput(reader: inout KeyReader) -> Input {
    var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 100) > 0 else { return .keys(reader.settle()) }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { return .ended }
    return .keys(reader.read(buffer.prefix(max(0, count))))
  }

  /// Returns how many lines there are now.
  private func draw(_ lines: [ByteString], over drawn: Int) -> Int {
    let body = lines.map { "\($0)\u{1b}[K\n" as ByteString }.joined(separator: "")
    sink.write("\(Self.up(drawn))\r\(body)\u{1b}[J")
    return lines.count
  }

  private func erase(_ drawn: Int) { sink.write("\(Self.up(drawn))\r\u{1b}[J") }

  private static func up(_ lines: Int) -> ByteString { lines > 0 ? "\u{1b}[\(lines)A" : "" }
}
