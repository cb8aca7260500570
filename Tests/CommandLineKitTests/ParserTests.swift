import ByteKit
import CommandLineKit
import DiagnosticKit
import Testing

private func options(
  _ command: Command<NotesOptions>,
  _ arguments: [ByteString]
) throws -> NotesOptions {
  guard case .run(let options, _) = try command.parse(arguments) else {
    throw UsageError("a request, not a run")
  }
  return options
}

private func failure(
  _ command: Command<NotesOptions>,
  _ arguments: [ByteString]
) -> UsageError? {
  do {
    _ = try command.parse(arguments)
    return nil
  } catch {
    return error
  }
}

@Suite struct ParserTests {
  @Test(arguments: [
    ["--remote=o", "s"], ["--remote", "o", "s"], ["-r", "o", "s"], ["-ro", "s"], ["s", "-ro"],
    ["--rem=o", "s"], ["--re", "o", "s"], ["-r", "x", "-r", "o", "s"], ["-ro", "--", "s"],
  ])
  func anOptionsValueInEverySpelling(_ arguments: [String]) throws {
    let read = try options(notes, arguments.map { ByteString($0) })
    var expected = NotesOptions()
    expected.remote = "o"
    expected.start = "s"
    #expect(read == expected)
  }

  @Test func shortOptionsInOneBundleEndWithTheirValue() throws {
    let read = try options(notes, ["-qvvrfoo", "s"])
    #expect(read.isQuiet)
    #expect(read.verbosity == 2)
    #expect(read.remote == "foo")
  }

  @Test func theLastOfTwoValuesWinsAndAListKeepsAll() throws {
    let read = try options(notes, ["--limit=1", "--limit", "2", "--pattern=a", "--pattern=", "s"])
    #expect(read.limit == 2)
    #expect(read.patterns == ["a", ""])
  }

  @Test func negationsPutBackTheInitialValue() throws {
    let read = try options(
      notes,
      [
        "--no-fetch", "-q", "--no-quiet", "--pattern=a", "--no-pattern", "--remote=o",
        "--no-remote",
        "-v", "--no-verbose", "--json", "--no-json", "s",
      ]
    )
    #expect(!read.fetches)
    #expect(!read.isQuiet)
    #expect(read.patterns == [])
    #expect(read.remote == nil)
    #expect(read.verbosity == 0)
    #expect(read.format == .text)
    #expect(try options(notes, ["--no-fet", "s"]).fetches == false)
  }

  @Test func anOptionNamedNoHasAWayBack() throws {
    #expect(try options(notes, ["--no-switch", "s"]).switches == false)
    #expect(try options(notes, ["--no-sw", "s"]).switches == false)
    #expect(try options(notes, ["--no-switch", "--switch", "s"]).switches)
    #expect(failure(notes, ["--swi", "s"])?.message == "unknown option '--swi'")
  }

  @Test func anOptionalValueNeedsItsEqualsSign() throws {
    let bare = try options(notes, ["--undo", "s"])
    #expect(bare.undo == "last")
    #expect(bare.start == "s")
    #expect(try options(notes, ["--undo=7", "s"]).undo == "7")
    #expect(try options(notes, ["--undo=", "s"]).undo == "")
  }

  @Test func afterTwoDashesAllIsOperand() throws {
    let read = try options(notes, ["--", "-q", "--", "--json", "-"])
    #expect(read.start == "-q")
    #expect(read.words == ["--", "--json", "-"])
    #expect(try options(notes, ["-"]).start == "-")
  }

  @Test func bytesThatAreNotTextComeThrough() throws {
    let raw = ByteString([0x78, 0xFF])
    #expect(try options(notes, ["--remote=" + raw, raw]).remote == raw)
    #expect(try options(notes, [raw]).start == raw)
    #expect(try options(notes, ["-r" + raw, "s"]).remote == raw)
    #expect(failure(notes, [ByteString([0x2D, 0xFF])])?.exitStatus == .usage)
  }

  @Test func customOptionsReadTheirOwnArgument() throws {
    #expect(try options(notes, ["s", "-m5%"]).start == "s")
    #expect(
      failure(notes, ["--max=5", "s"])?.message == "option '--max' expects a percentage, not '5'"
    )
  }

  @Test(
    arguments: [
      ([], "missing argument <start>"),
      (["--remote"], "option '--remote' requires a value"),
      (["-r"], "option '--remote' requires a value"),
      (["--quiet=1", "s"], "option '--quiet' takes no value"),
      (["--no-quiet=1", "s"], "option '--no-quiet' takes no value"),
      (["--limit=x", "s"], "option '--limit' expects a number, not 'x'"),
      (["--format=x", "s"], "option '--format' expects 'text', 'json' or 'porcelain', not 'x'"),
      (
        ["--json", "--porcelain", "s"], "options '--json' and '--porcelain' cannot be used together"
      ),
      (["--remot", "o", "--quite", "s"], "unknown option '--quite'"),
      (["-x", "s"], "unknown option '-x'"),
      (["-qx", "s"], "unknown option '-x'"),
      (["--f", "s"], "ambiguous option '--f'"),
      (["--"], "missing argument <start>"),
      (["--=x", "s"], "unknown option '--'"),
      (["-qf", "s"], "force is never quiet"),
    ] as [([String], String)]
  )
  func mistakesAreNamed(_ arguments: [String], _ message: String) {
    let error = failure(notes, arguments.map { ByteString($0) })
    #expect(error?.message == message)
    #expect(error?.exitStatus == .usage)
  }

  @Test func conflictsEndWithTheNegation() throws {
    #expect(try options(notes, ["--json", "--no-json", "--porcelain", "s"]).format == .porcelain)
  }

  @Test func theNearestNameIsSuggested() {
    #expect(failure(notes, ["--quite"])?.hints.first == "did you mean '--quiet'?")
    #expect(failure(notes, ["--no-fecth"])?.hints.first == "did you mean '--no-fetch'?")
    #expect(failure(notes, ["-quiet"])?.message == "unknown option '-u'")
    #expect(failure(notes, ["-json"])?.hints.first == "did you mean '--json'?")
    #expect(failure(notes, ["--zzzzzz"])?.hints == ["'git notes-of -h' lists what there is"])
  }

  @Test func abbreviationsNeverReachWhatDeletesMore() throws {
    #expect(failure(notes, ["--forc", "s"])?.hints == ["'--force' cannot be abbreviated"])
    #expect(failure(notes, ["--push", "s"])?.hints == ["'--pushed' cannot be abbreviated"])
    #expect(
      failure(notes, ["--p", "s"])?.hints
        == ["it could be '--pushed', '--porcelain' or '--pattern'"]
    )
    #expect(try options(notes, ["--force", "s"]).isForced)
    #expect(try options(notes, ["-f", "s"]).isForced)
    #expect(try options(notes, ["--por", "s"]).format == .porcelain)
  }

  @Test func commonOptionsAreReadEverywhere() throws {
    func color(_ arguments: [ByteString]) throws -> ColorWhen? {
      guard case .run(_, let common) = try notes.parse(arguments) else { return nil }
      return common.color
    }
    #expect(try color(["s"]) == nil)
    #expect(try color(["s", "--color"]) == .always)
    #expect(try color(["--color=auto", "s"]) == .auto)
    #expect(try color(["--no-color", "s"]) == .never)
    #expect(
      failure(notes, ["--color=red", "s"])?.message
        == "option '--color' expects 'always', 'never' or 'auto', not 'red'"
    )
  }

  @Test func requestsEndTheReading() throws {
    guard case .help(nil) = try notes.parse(["-h", "--nonsense"]) else {
      Issue.record("-h")
      return
    }
    guard case .help(nil) = try notes.parse(["-qh"]) else {
      Issue.record("-qh")
      return
    }
    guard case .manual = try notes.parse(["s", "--help"]) else {
      Issue.record("--help")
      return
    }
    guard case .version = try notes.parse(["--version"]) else {
      Issue.record("--version")
      return
    }
    guard case .help("show") = try diary.parse(["show", "-h"]) else {
      Issue.record("show -h")
      return
    }
    guard case .help(nil) = try diary.parse(["-h"]) else {
      Issue.record("diary -h")
      return
    }
  }
}

@Suite struct SubcommandTests {
  @Test func withoutAWordTheDefaultRuns() throws {
    #expect(try options(diary, []).action == "update")
    let read = try options(diary, ["--check", "-q"])
    #expect(read.action == "update")
    #expect(read.isForced)
    #expect(read.isQuiet)
  }

  @Test(arguments: [
    ["-q", "show", "e", "-n3"], ["show", "-q", "-n", "3", "e"], ["-n", "3", "show", "-q", "e"],
    ["--limit", "3", "-q", "show", "--", "e"], ["--lim=3", "show", "e", "--quiet"],
    ["-qn", "3", "show", "e"],
  ])
  func optionsStandOnEitherSide(_ arguments: [String]) throws {
    let read = try options(diary, arguments.map { ByteString($0) })
    var expected = NotesOptions()
    expected.action = "show"
    expected.isQuiet = true
    expected.limit = 3
    expected.start = "e"
    #expect(read == expected)
  }

  @Test func anOptionsValueIsNoSubcommand() throws {
    let read = try options(diary, ["--file", "show", "update"])
    #expect(read.action == "update")
    #expect(read.remote == "show")
    #expect(try options(diary, ["-c", "show"]).action == "update")
  }

  @Test func anOptionOfAnotherSubcommandIsUnknown() {
    #expect(failure(diary, ["show", "--check", "e"])?.message == "unknown option '--check'")
    #expect(failure(diary, ["--check", "show", "e"])?.message == "unknown option '--check'")
  }

  @Test func whatFollowsAPassingWordIsLeftUnread() throws {
    let read = try options(diary, ["-q", "commit", "-n", "--", "-h", "--file", "show"])
    #expect(read.action == "commit")
    #expect(read.isQuiet)
    #expect(read.rest == ["-n", "--", "-h", "--file", "show"])
    #expect(try options(diary, ["commit"]).rest == [])
  }

  @Test func anUnknownWordIsNamedWithTheNearest() {
    let error = failure(diary, ["shwo"])
    #expect(error?.message == "unknown subcommand 'shwo'")
    #expect(error?.hints.first == "did you mean 'show'?")
    #expect(failure(diary, ["dirver"])?.hints.count == 1)
  }

  @Test func surplusOperandsShowTheUsage() {
    let error = failure(diary, ["show", "a", "b"])
    #expect(error?.message == "unexpected argument 'b'")
    #expect(error?.hints == ["usage: git diary show [<options>] <entry>"])
  }
}
