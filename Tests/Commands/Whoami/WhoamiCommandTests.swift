import ByteKit
import CommandLineKit
import Testing
import ToolKit
import WhoamiTool

struct WhoamiCommandTests {
  @Test func isDeclaredCompletely() {
    #expect(WhoamiCommand.command.outline.problems() == [])
  }

  /// The quick reading must say what the declaration says.
  @Test func plainOptionsAreThoseOfTheDeclaration() throws {
    let words: [ByteString] = [
      "--short", "--porcelain", "--json", "--author", "--committer", "--check", "-q", "--quiet",
    ]
    var lines: [[ByteString]] = [[]] + words.map { [$0] }
    for first in words { for second in words { lines.append([first, second]) } }
    for first in words { for second in words { lines.append([first, "--check", second]) } }
    var plain = 0
    for line in lines {
      guard let options = WhoamiCommand.plainOptions(line) else { continue }
      plain += 1
      guard case .run(let declared, let common) = try WhoamiCommand.command.parse(line) else {
        Issue.record("\(line) runs nothing")
        continue
      }
      #expect("\(options)" == "\(declared)", "\(line)")
      #expect(common.color == nil)
    }
    #expect(plain > 60)
    for other in ["--explain", "--sh", "--color", "-z", "x"] as [ByteString] {
      #expect(WhoamiCommand.plainOptions([other]) == nil)
    }
  }
}
