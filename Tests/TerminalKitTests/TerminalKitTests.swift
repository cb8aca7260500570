import ByteKit
import TerminalKit
import Testing

@Suite struct WidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2),
    ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("a\u{200B}b", 2), ("ﾊ", 1), ("Ａ", 2),
    ("\u{AD}", 1), ("\u{FEFF}", 0), ("𠀀", 2), ("ü…", 2), ("\u{7}", 0),
  ])
  func columns(_ text: String, _ expected: Int) {
    #expect(Width.columns(of: text) == expected)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("ab", 1, "…"),
  ])
  func cutting(_ text: String, _ limit: Int, _ expected: String) {
    #expect(text.truncated(toColumns: limit) == expected)
  }
}

@Suite struct DisplayTests {
  @Test func controlCharactersAreMadeVisible() {
    #expect(("a\u{1b}[31m\u{7}\u{7f}" as ByteString).harmless == "a^[[31m^G^?")
    #expect(("x\u{9b}y\u{202e}z" as ByteString).harmless == "x<U+009B>y<U+202E>z")
    #expect(("a\tb\nc\r" as ByteString).harmless == "a\tb\nc^M")
    #expect(("a\tb\nc" as ByteString).harmlessLine == "a^Ib^Jc")
    #expect(ByteString([0x61, 0x9B, 0x62]).harmless == "a\u{FFFD}b")
    #expect(("größe 日本" as ByteString).harmless == "größe 日本")
  }

  @Test func quotingIsGits() {
    #expect(("plain name" as ByteString).cQuoted == "plain name")
    #expect(("a\"b\\" as ByteString).cQuoted == #""a\"b\\""#)
    #expect(
      ("\u{7}\u{8}\t\n\u{b}\u{c}\r\u{1}\u{7f}" as ByteString).cQuoted
        == #""\a\b\t\n\v\f\r\001\177""#
    )
    #expect(("é" as ByteString).cQuoted == #""\303\251""#)
  }
}

@Suite struct ColorTests {
  private static let xterm: ByteString = "xterm"

  @Test(
    arguments: [
      (ColorRule(terminalType: xterm), true, true),
      (ColorRule(terminalType: xterm), false, false),
      (ColorRule(terminalType: "dumb"), true, false),
      (ColorRule(), true, false),
      (ColorRule(noColor: "1", terminalType: xterm), true, false),
      (ColorRule(noColor: "", terminalType: xterm), true, true),
      (ColorRule(noColor: "1", configured: .always, terminalType: xterm), true, false),
      (ColorRule(configured: .always), false, true),
      (ColorRule(configured: .never, terminalType: xterm), true, false),
      (ColorRule(option: .always, noColor: "1", configured: .never), false, true),
      (ColorRule(option: .never, configured: .always, terminalType: xterm), true, false),
      (
        ColorRule(option: .auto, noColor: "1", configured: .always, terminalType: xterm), true, true
      ),
    ] as [(ColorRule, Bool, Bool)]
  )
  func theFirstThatSpeaksDecides(_ rule: ColorRule, _ isTerminal: Bool, _ expected: Bool) {
    #expect(rule.isColored(isTerminal: isTerminal) == expected)
  }

  @Test(
    arguments: [
      (nil, .auto), ("true", .auto), ("Always", .always), ("false", .never), ("no", .never),
      ("never", .never), ("auto", .auto), ("", .never),
    ] as [(ByteString?, ColorRule.Setting)]
  )
  func theConfiguredValue(_ value: ByteString?, _ expected: ColorRule.Setting) {
    #expect(ColorRule.Setting(configured: value) == expected)
  }

  @Test func paintingIsOnlyDoneInColour() {
    #expect(Style.plain.paint("x", .red) == "x")
    #expect(Style(isColored: true).paint("x", .bold, .red) == "\u{1b}[1;31mx\u{1b}[m")
    #expect(Style(isColored: true).paint("", .red) == "")
  }
}

@Suite struct TableTests {
  private let table = Table(
    rows: [
      ["feat/日本", Table.Cell("3", .red), "first one"], ["x", "12", ""], ["y\u{1b}", "1", "last"],
    ],
    alignments: [.left, .right],
    indent: 2
  )

  @Test func columnsAreAlignedAsShown() {
    #expect(
      table.rendered() == """
          feat/日本   3  first one
          x          12
          y^[         1  last

        """
    )
  }

  @Test func paintTakesNoRoom() {
    #expect(
      table.rendered(style: Style(isColored: true)).lines.first
        == "  feat/日本   \u{1b}[31m3\u{1b}[m  first one"
    )
  }

  @Test func whatDoesNotFitIsCut() {
    #expect(
      table.rendered(columns: 20).lines == [
        "  feat/日本   3  fi…", "  x          12", "  y^[         1  la…",
      ]
    )
  }
}

@Suite struct ProgressTests {
  @Test func itWaitsASecondAndClearsItsLine() {
    let clock = Clock()
    let sink = BufferSink(isTerminal: true, columns: 80)
    let progress = Progress(sink, title: "reading", total: 200, now: { clock.now })
    progress.update(to: 1)
    #expect(sink.content == "")
    clock.advance(by: .seconds(1))
    progress.update(to: 100)
    progress.update(to: 101)
    #expect(sink.content == "\rreading: 50% (100/200)\u{1b}[K")
    progress.finish()
    progress.finish()
    clock.advance(by: .seconds(1))
    progress.update(to: 150)
    #expect(sink.content == "\rreading: 50% (100/200)\u{1b}[K\r\u{1b}[K")
  }

  @Test func withoutATerminalItIsSilent() {
    let clock = Clock()
    let sink = BufferSink()
    let progress = Progress(sink, title: "reading", now: { clock.now })
    clock.advance(by: .seconds(5))
    progress.update(to: 1)
    progress.finish()
    #expect(sink.content == "")
  }
}

/// A clock that only a test moves; used on one thread.
private final class Clock: @unchecked Sendable {
  private(set) var now = ContinuousClock.now
  func advance(by duration: Duration) { now += duration }
}

@Suite struct JSONTests {
  @Test func documentsKeepTheirOrder() {
    let document = JSON.object([
      ("schema", .integer(1)), ("b", .boolean(true)), ("a", .null), ("e", .array([])),
      ("o", .object([])),
      ("l", .array([.string("x"), .object([("n", .integer(-2))])])),
    ])
    #expect(
      document.rendered == """
        {
          "schema": 1,
          "b": true,
          "a": null,
          "e": [],
          "o": {},
          "l": [
            "x",
            {
              "n": -2
            }
          ]
        }

        """
    )
  }

  @Test func stringsAreEscaped() {
    let text = JSON.string("a\"\\/\n\r\t\u{1b}\u{9b}\u{202e}é日👍")
    #expect(text.rendered.text == #""a\"\\/\n\r\t\u001b\u009b\u202eé日👍""# + "\n")
    #expect(JSON.bytes(ByteString([0x61, 0xFF])).rendered == "\"a\u{FFFD}\"\n")
    #expect(JSON.bytes(nil).rendered == "null\n")
  }
}
