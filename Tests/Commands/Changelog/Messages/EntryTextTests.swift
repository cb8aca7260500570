import ByteKit
import RemoteKit
import Testing

@testable import ChangelogTool

@Suite struct EntryTextTests {
  static let github: HostLinks? = HostLinks(
    remote: RemoteEndpoint("https://github.com/o/r.git"),
    kind: nil
  )

  @Test(
    arguments: [
      ("use <b> & friends", "Use \\<b> & friends"),
      ("`<b>` and *x* stay", "`<b>` and \\*x* stay"),
      ("a * b stays", "A * b stays"),
      ("__init__ is read", "\\_\\_init__ is read"),
      ("snake_case_name stays", "snake_case_name stays"),
      ("pass **kwargs on", "Pass \\*\\*kwargs on"),
      ("match *.txt", "Match \\*.txt"),
      ("a*b*c", "a\\*b\\*c"),
      ("thanks @ada and a@b.c", "Thanks \\@ada and a@b.c"),
      ("use @babel/core", "Use \\@babel/core"),
      ("``a ` <b>`` c", "``a ` <b>`` c"),
      ("a ` alone <b>", "A ` alone \\<b>"),
      ("already \\*escaped", "Already \\*escaped"),
      ("see https://example.com/a_b_c?x=*y*", "See https://example.com/a_b_c?x=*y*"),
      ("bell\u{7} tab\tesc\u{1b}[31m \u{202e}x\u{85}y", "Bell tab esc[31m x y"),
      ("iOS support", "iOS support"),
      ("README is new", "README is new"),
      ("éclair", "Éclair"),
      ("-x is read", "-x is read"),
      ("a.b() works", "a.b() works"),
      ("fix, then go", "Fix, then go"),
    ] as [(ByteString, ByteString)]
  )
  func markdown(_ plain: ByteString, _ expected: ByteString) {
    #expect(EntryText(links: nil, capitalizes: true).markdown(plain) == expected)
  }

  @Test func theFilesHabitDecidesTheFirstLetter() {
    #expect(EntryText(links: nil, capitalizes: false).markdown("Add x") == "add x")
    #expect(EntryText(links: nil, capitalizes: false).markdown("README x") == "README x")
    #expect(EntryText(links: nil, capitalizes: nil).markdown("add X") == "add X")
  }

  @Test(
    arguments: [
      ("a (#12)", "A ([#12](https://github.com/o/r/pull/12))"),
      ("fix #12", "Fix [#12](https://github.com/o/r/issues/12)"),
      ("`#12` stays", "`#12` stays"),
      ("C#12 and x/y#3 stay", "C#12 and x/y#3 stay"),
      ("#12a stays", "#12a stays"),
      ("[#12](x) stays", "[#12](x) stays"),
      ("undo 1a2b3c4d", "Undo [1a2b3c4d](https://github.com/o/r/commit/1a2b3c4d)"),
      ("number 12345678 and word defaced", "Number 12345678 and word defaced"),
      ("see https://x.y/1a2b3c4d#12", "See https://x.y/1a2b3c4d#12"),
      ("!12 is GitLab's", "!12 is GitLab's"),
    ] as [(ByteString, ByteString)]
  )
  func links(_ plain: ByteString, _ expected: ByteString) {
    #expect(EntryText(links: Self.github, capitalizes: true).markdown(plain) == expected)
  }
}
