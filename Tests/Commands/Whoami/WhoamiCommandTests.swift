import CommandLineKit
import Testing
import WhoamiTool

struct WhoamiCommandTests {
  @Test func isDeclaredCompletely() {
    #expect(WhoamiCommand.command.outline.problems() == [])
  }
}
