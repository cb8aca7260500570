import CommandLineKit
import RBranchTool
import Testing

@Suite struct DeclarationTests {
  @Test func theCommandLineIsComplete() {
    #expect(RBranchCommand.command.outline.problems() == [])
  }
}
