import ByteKit
import Testing
import ToolKit

@testable import RBranchTool

struct RemoteChoiceTests {
  private func choose(
    _ remotes: [ByteString],
    option: ByteString? = nil,
    configured: ByteString? = nil,
    pushDefault: ByteString? = nil,
    current: ByteString? = nil
  ) throws(ToolError) -> String {
    let choice = try RemoteChoice.choose(
      RemoteChoice.Facts(
        option: option,
        configured: configured,
        pushDefault: pushDefault,
        currentBranchRemote: current,
        currentBranch: current == nil ? nil : "main",
        remotes: remotes
      )
    )
    return "\(choice.name.text): \(choice.why)"
  }

  @Test func takesTheFirstRuleThatApplies() throws {
    let all: [ByteString] = ["origin", "fork", "up"]
    #expect(
      try choose(all, option: "up", configured: "fork", pushDefault: "origin") == "up: --remote"
    )
    #expect(
      try choose(all, configured: "fork", pushDefault: "up") == "fork: rbranch.remote"
    )
    #expect(try choose(all, pushDefault: "up", current: "fork") == "up: remote.pushDefault")
    #expect(try choose(["up"], current: "gone") == "up: the only remote")
    #expect(try choose(all, current: "fork") == "fork: branch.main.remote")
    #expect(try choose(all, current: ".") == "origin: the default name")
    #expect(try choose(["origin", "x"], current: "gone") == "origin: the default name")
  }

  @Test func listsTheRemotesWhenNoneApplies() {
    let error = #expect(throws: ToolError.self) { try choose(["a", "b"]) }
    #expect(error?.message == "cannot tell which remote to push to: 'a', 'b'")
    #expect(error?.hints.isEmpty == false)
    #expect(throws: ToolError.self) { try choose([]) }
  }

  @Test(arguments: ["https://me:secret@example.com/x.git", "git@example.com:x.git", "../x.git"])
  func refusesURLs(url: String) {
    let error = #expect(throws: ToolError.self) {
      try choose(["origin"], option: ByteString(url))
    }
    #expect(error?.hints.first?.contains("git remote add <name>") == true)
    #expect(error?.message.contains("secret") == false)
  }

  @Test func refusesRemotesThatAreNotThere() {
    let error = #expect(throws: ToolError.self) { try choose(["origin"], pushDefault: "up") }
    #expect(error?.message == "no remote 'up' is configured (remote.pushDefault)")
  }
}
