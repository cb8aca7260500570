import ByteKit
import TerminalKit
import Testing

@testable import PruneGoneTool

@Suite struct ChoiceTests {
  private static func choice(_ count: Int) -> Choice {
    Choice(
      items: (0..<count).map {
        Choice.Item(
          name: "b\($0)",
          detail: "2 days: merged",
          isChosen: false,
          standing: [.proven, .unproven, .proven, .kept][$0 % 4]
        )
      }
    )
  }

  @Test func keysMoveAndChoose() {
    var choice = Self.choice(10)
    #expect(choice.press(.up, height: 4) == nil)
    #expect(choice.cursor == 0)
    for _ in 0..<5 { _ = choice.press(.down, height: 4) }
    #expect(choice.cursor == 5)
    #expect(choice.top == 2)
    _ = choice.press(.toggle, height: 4)
    #expect(choice.items[5].isChosen)
    _ = choice.press(.last, height: 4)
    #expect((choice.cursor, choice.top) == (9, 6))
    _ = choice.press(.pageUp, height: 4)
    #expect(choice.cursor == 6)
    _ = choice.press(.first, height: 4)
    #expect((choice.cursor, choice.top) == (0, 0))
    #expect(choice.press(.accept, height: 4) == .accepted)
    #expect(choice.press(.cancel, height: 4) == .cancelled)
  }

  @Test func whatIsHeldCannotBeChosen() {
    var choice = Self.choice(4)
    _ = choice.press(.last, height: 9)
    _ = choice.press(.toggle, height: 9)
    #expect(choice.chosenCount == 0)
    for _ in 0..<2 { _ = choice.press(.toggleAll, height: 9) }
    #expect(choice.items.map(\.isChosen) == [true, true, true, false])
  }

  @Test func oneKeyChoosesTheProvenThenAllThenNone() {
    var choice = Self.choice(8)
    _ = choice.press(.toggle, height: 9)
    for expected in [[0, 2, 4, 6], [0, 1, 2, 4, 5, 6], [], [0, 2, 4, 6]] {
      _ = choice.press(.toggleAll, height: 9)
      #expect(choice.items.indices.filter { choice.items[$0].isChosen } == expected)
    }
    #expect(choice.riskCount == 0)
    // Where nothing is proven, or everything is.
    for standing in [Choice.Standing.proven, .unproven] {
      var same = Choice(
        items: (0..<3).map {
          Choice.Item(name: "b\($0)", detail: "", isChosen: $0 == 1, standing: standing)
        }
      )
      var counts: [Int] = []
      for _ in 0..<4 {
        _ = same.press(.toggleAll, height: 9)
        counts.append(same.chosenCount)
      }
      #expect(counts == (standing == .proven ? [3, 0, 3, 0] : [0, 3, 0, 3]))
    }
  }

  @Test(arguments: [40, 41, 60, 80, 132])
  func provenAndUnprovenAreToldApart(columns: Int) {
    let lines = ChoiceView(style: .plain).lines(of: Self.choice(4), columns: columns, height: 4)
    #expect(lines[1].hasPrefix("> [ ] ok b0  2 days: merged"))
    #expect(lines[2].hasPrefix("  [ ] !! b1  2 days: merged"))
    #expect(lines[4].hasPrefix("    -    b3  2 days: merged"))
    #expect(lines[0].contains("0 of 4 chosen"))
    for key: ByteString in ["space", "a: ", "enter", "q: quit"] { #expect(lines[5].contains(key)) }
  }

  @Test func aSmallerWindowKeepsTheCursorVisible() {
    var choice = Self.choice(20)
    for _ in 0..<9 { _ = choice.press(.down, height: 12) }
    choice.fit(3)
    #expect(choice.top == 7)
    choice.fit(30)
    #expect(choice.top == 0)
  }

  @Test func bytesBecomeKeys() {
    var reader = KeyReader()
    #expect(reader.read("jk a\r".utf8) == [.down, .up, .toggle, .toggleAll, .accept])
    #expect(
      reader.read("\u{1b}[A\u{1b}OB\u{1b}[5~\u{1b}[6~".utf8) == [.up, .down, .pageUp, .pageDown]
    )
    // A sequence in pieces, as over a slow line.
    #expect(reader.read([0x1b]).isEmpty)
    #expect(reader.read("[".utf8).isEmpty)
    #expect(reader.read("B".utf8) == [.down])
    // Unknown sequences say nothing and hide nothing.
    #expect(reader.read("\u{1b}[1;5Cq".utf8) == [.cancel])
    // A lone escape counts once nothing follows.
    #expect(reader.read([0x1b]).isEmpty)
    #expect(reader.settle() == [.cancel])
    #expect(reader.settle().isEmpty)
  }

  @Test func everyLineFitsTheWidth() {
    let names: [ByteString] = ["短い名前/ブランチ", "e\u{301}tude", "a\u{1b}[31mred", "plain"]
    let choice = Choice(
      items: names.map {
        Choice.Item(
          name: $0,
          detail: "3 years: squashed into origin/main as 0123456789",
          isChosen: true,
          standing: .unproven
        )
      }
    )
    for columns in [10, 20, 33, 80, 200] {
      let lines = ChoiceView(style: .plain).lines(of: choice, columns: columns, height: 3)
      #expect(lines.count == 3 + ChoiceView.frameHeight)
      for line in lines {
        #expect(Width.columns(of: line.text) < columns)
        #expect(!line.bytes.contains(0x1b))
      }
    }
  }

  @Test func controlZKeepsTheListAsItIs() {
    var reader = KeyReader()
    #expect(reader.read([0x1a]) == [.suspend])
    var choice = Choice(items: [
      Choice.Item(name: "a", detail: "", isChosen: true, standing: .unproven)
    ])
    #expect(choice.press(.suspend, height: 3) == .suspended)
    #expect(choice.chosenCount == 1)
  }

  @Test(
    arguments: [
      (0, "just now"), (59, "just now"), (60, "1 minute"), (7200, "2 hours"), (86_400, "1 day"),
      (604_800 * 2, "2 weeks"), (31_536_000 * 3, "3 years"),
    ] as [(Int64, ByteString)]
  )
  func agesAreInTheLargestUnit(seconds: Int64, age: ByteString) {
    #expect(Choice.age(of: seconds) == age)
  }

  @Test(arguments: [
    ("feat/x", "feat/x"), ("q'uote", #"'q'\''uote'"#), ("a|b", "'a|b'"), ("", "''"),
    ("x$(touch)", "'x$(touch)'"), ("=x", "'=x'"),
  ])
  func namesAreOneWordOfAShell(name: ByteString, quoted: ByteString) {
    #expect(name.shellQuoted == quoted)
  }
}
