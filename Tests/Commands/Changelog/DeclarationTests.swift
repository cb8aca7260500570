import ChangelogTool
import CommandLineKit
import Testing

@Suite struct DeclarationTests {
  @Test func theCommandLineIsComplete() {
    #expect(ChangelogCommand.command.outline.problems() == [])
  }
}
