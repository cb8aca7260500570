import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// The list on a real pseudo-terminal.
@Suite struct InteractiveCaseTests {
  private static let recipe: ByteString = """
    new; feat; git merge -q feat; git push -q
    for b in a b; do git branch -q $b feat; git push -qu origin $b; done
    git switch -qc own; ci o 1; git push -qu origin own; git switch -q main
    for b in a b feat own; do git --git-dir=../remote.git branch -qD $b; done; git fetch -qp
    """

  /// Runs the command in a terminal of the given size and sends it the keys, one at a time.
  ///
  /// Prints the screen's bytes, then a line with the exit status and whether the terminal's settings
  /// are what they were.
  private static let terminal: ByteString = #"""
    import os, pty, sys, time, select, fcntl, termios, struct
    columns, rows = int(sys.argv[1]), int(sys.argv[2])
    keys = [bytes(k, 'utf-8').decode('unicode_escape').encode('latin-1') for k in sys.argv[3].split('|')]
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
    before = termios.tcgetattr(side)
    child = os.fork()
    if child == 0:
        os.close(main); os.setsid(); fcntl.ioctl(side, termios.TIOCSCTTY, 0)
        for fd in (0, 1, 2): os.dup2(side, fd)
        os.environ.setdefault('TERM', 'xterm')
        os.execvp('git', ['git', 'prune-gone', '--no-fetch', '-i'] + sys.argv[4:])
    seen = b''
    def drain(seconds, until=None):
        global seen
        end = time.time() + seconds
        while time.time() < end:
            if select.select([main], [], [], 0.02)[0]:
                try: seen += os.read(main, 65536)
                except OSError: return
            if until and until in seen: return
    drain(20, b'q: quit')
    for key in keys:
        if key == b'RESIZE':
            fcntl.ioctl(main, termios.TIOCSWINSZ, struct.pack('HHHH', 6, 30, 0, 0))
            os.kill(child, 28); drain(0.3)
        elif key == b'TERM': os.kill(child, 15)
        else: os.write(main, key)
        drain(0.15)
    status = None
    end = time.time() + 20
    while time.time() < end:
        drain(0.05)
        pid, code = os.waitpid(child, os.WNOHANG)
        if pid: status = code; break
    if status is None: os.kill(child, 9); status = -1
    same = termios.tcgetattr(side) == before
    sys.stdout.buffer.write(seen)
    print()
    print('status', status if status < 0 else os.waitstatus_to_exitcode(status), 'restored', same)
    """#

  private func play(
    _ lab: Lab,
    _ keys: ByteString,
    columns: Int = 80,
    rows: Int = 24,
    _ options: ByteString...
  ) throws -> (screen: ByteString, end: ByteString) {
    try lab.sandbox.write(Self.terminal, to: "../terminal.py")
    let result = try lab.sandbox.run(
      "python3",
      ["../terminal.py", "\(columns)", "\(rows)", keys] + options
    )
    return (result.output, result.output.lines.last ?? "")
  }

  @Test func whatTheOptionsWouldDeleteIsChosen() throws {
    let lab = try Lab(Self.recipe)
    let play = try play(lab, #"\r"#)
    #expect(play.end == "status 0 restored True")
    #expect(play.screen.contains("[x] ok a"))
    #expect(play.screen.contains("[ ] !! own"))
    #expect(play.screen.contains("1 commit that is nowhere else"))
    #expect(try lab.branches() == ["main", "own"])
  }

  @Test func keysChooseOtherBranches() throws {
    let lab = try Lab(Self.recipe)
    // Leaves `a`, takes `own`, the last one.
    let play = try play(lab, #" |G| |\x1b[A|j|\r"#)
    #expect(play.end == "status 0 restored True")
    #expect(try lab.branches() == ["a", "main"])
  }

  @Test(arguments: ["q", #"\x1b"#, #"\x04"#] as [ByteString])
  func quittingLeavesEverything(key: ByteString) throws {
    let lab = try Lab(Self.recipe)
    let before = try lab.state()
    let play = try play(lab, key)
    #expect(play.end == "status 0 restored True")
    #expect(try lab.state() == before)
  }

  @Test(arguments: [("\\x03", 2), ("TERM", 15)] as [(ByteString, Int)])
  func signalsRestoreTheTerminal(key: ByteString, signal: Int) throws {
    let lab = try Lab(Self.recipe)
    let before = try lab.state()
    let play = try play(lab, key)
    #expect(play.end == "status -\(signal) restored True")
    #expect(play.screen.contains("\u{1b}[?25h"))
    #expect(try lab.state() == before)
  }

  @Test func aSmallWindowScrolls() throws {
    let lab = try Lab(Self.recipe)
    let play = try play(lab, #"RESIZE|j|j|j|k|\r"#, columns: 40, rows: 8)
    #expect(play.end == "status 0 restored True")
    #expect(play.screen.contains("/4)"))
    #expect(try lab.branches() == ["main", "own"])
  }

  @Test(arguments: [(1, "a b feat"), (2, "a b feat own"), (3, "")] as [(Int, ByteString)])
  func oneKeyChoosesMany(times: Int, deleted: ByteString) throws {
    let lab = try Lab(Self.recipe)
    // From nothing chosen: the proven ones were chosen at first.
    let keys = Array(repeating: "a" as ByteString, count: times + 2).joined(separator: "|")
    let play = try play(lab, keys + #"|\r"#, columns: 40, rows: 10)
    #expect(play.end == "status 0 restored True")
    let all: Set<ByteString> = ["a", "b", "feat", "main", "own"]
    #expect(try Set(lab.branches()) == all.subtracting(deleted.split(on: 0x20)))
  }

  @Test(
    arguments: [
      ("TERM=dumb git prune-gone -i", "TERM is 'dumb'"),
      ("TERM= git prune-gone -i", "TERM is ''"),
      ("git prune-gone -i </dev/null", "standard input is none"),
      ("git prune-gone -i >out", "standard output is none"),
    ] as [(ByteString, String)]
  )
  func aTerminalThatCannotIsSaid(command: ByteString, problem: String) throws {
    let lab = try Lab(Self.recipe)
    lab.sandbox.set("TERM", "xterm")
    let before = try lab.state()
    // `script` gives it a terminal, which the command may take away again.
    let result = try lab.sandbox.run("script", ["-qec", command, "/dev/null"])
    #expect(result.shellStatus == 128)
    #expect(
      result.output.contains("--interactive needs a terminal: \(problem)"),
      "\(result.output)"
    )
    #expect(try lab.state() == before)
  }

  @Test func aDryRunOnlyShows() throws {
    let lab = try Lab(Self.recipe)
    let before = try lab.state()
    let play = try play(lab, #"a|\r"#, columns: 80, rows: 24, "-n")
    #expect(play.end == "status 0 restored True")
    #expect(play.screen.contains("would delete"))
    #expect(try lab.state() == before)
  }
}
