import ByteKit
import Testing

struct ByteStringTests {
  @Test func bytesThatAreNotTextSurvive() {
    let name = ByteString([0x66, 0xe9, 0xff])
    #expect("refs/heads/\(name)" == ByteString([UInt8]("refs/heads/".utf8) + [0x66, 0xe9, 0xff]))
    #expect(name.validText == nil)
    #expect(name.text == "f\u{FFFD}\u{FFFD}")
    #expect(name.withCString { ByteString(cString: $0) } == name)
  }

  @Test func comparesBytesNotCharacters() {
    #expect(ByteString("\u{e9}") != ByteString("e\u{301}"))
    #expect(ByteString("B") < ByteString("a"))
    #expect(ByteString("a") < ByteString("a/b"))
  }

  @Test(
    arguments: [
      ("", [""]), ("a", ["a"]), ("a\n", ["a", ""]), ("\n\nb", ["", "", "b"]),
    ] as [(ByteString, [ByteString])]
  )
  func splitsKeepingEmptyPieces(text: ByteString, pieces: [ByteString]) {
    #expect(text.split(on: UInt8(ascii: "\n")) == pieces)
  }

  @Test func recordsNeedNoLastTerminator() {
    #expect(ByteString("a\0b\0").records(endedBy: 0) == ["a", "b"])
    #expect(ByteString("a\0b").records(endedBy: 0) == ["a", "b"])
    #expect(ByteString("").records(endedBy: 0) == [])
    #expect(ByteString("\0").records(endedBy: 0) == [""])
  }

  @Test func findsAndDrops() {
    #expect(ByteString("refs/heads/x").dropping(prefix: "refs/heads/") == "x")
    #expect(ByteString("x.lock").dropping(suffix: ".lock") == "x")
    #expect(ByteString("x").dropping(suffix: "xx") == nil)
    #expect(ByteString("aab").firstRange(of: "ab") == 1..<3)
    #expect(ByteString("aab").firstRange(of: "ac") == nil)
    #expect(ByteString("k=v=w").splitOnce(on: UInt8(ascii: "="))?.tail == "v=w")
    #expect(ByteString(" \t a b\r\n").trimmed == "a b")
    #expect(ByteString(" \n").trimmed == "")
    #expect(ByteString("ÄB").lowercasedASCII == "Äb")
  }
}
