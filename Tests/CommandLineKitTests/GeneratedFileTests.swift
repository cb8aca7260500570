import ByteKit
import CommandLineKit
import Testing

@Suite struct GeneratedFileTests {
  @Test func everyKindIsPrintedOnRequest() throws {
    for kind in GeneratedFile.allCases {
      guard case .generated(let text) = try notes.parse(["--generate=\(kind.rawValue)"]) else {
        Issue.record("\(kind)")
        continue
      }
      #expect(text == notes.outline.content(of: kind))
    }
  }

  @Test func theRequestIsNoOption() throws {
    #expect(throws: UsageError.self) { try notes.parse(["--generate=x"]) }
    #expect(throws: UsageError.self) { try notes.parse(["--generate=man", "s"]) }
    #expect(throws: UsageError.self) { try notes.parse(["--gen=man"]) }
    #expect(!notes.help().contains("generate"))
  }

  @Test func theManualEscapesWhatTroffWouldChange() {
    let manual = notes.outline.manual()
    #expect(
      manual.contains(#"Keeps notes as \fBgit notes\fR does. It\(aqs said that \fBa\eb\fR is \-1."#)
    )
    #expect(manual.contains("\n\\&.dot at the start\n"))
    #expect(manual.contains("\n\\&.x\n"))
    #expect(manual.contains(#"\fB\-r\fR, \fB\-\-remote\fR \fI<name>\fR"#))
    #expect(manual.contains(#"\fB\-m\fR, \fB\-\-max\fR \fI<n|p%>\fR"#))
    #expect(diary.outline.manual().contains("Add what is missing."))
  }
}
