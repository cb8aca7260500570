import ByteKit
import CommandLineKit
import IdentityTool
import Testing

struct ListTests {
  @Test
  func theDeclarationIsComplete() {
    #expect(IdentityCommand.command.outline.problems() == [])
  }

  @Test
  func theStoryIsListedAsItStands() throws {
    let box = try IdentityBox.story()
    let before = try box.bash("cat ~/.gitconfig ~/*/.gitconfig")
    box.go(to: "IronMan/i")
    #expect(
      box.transcript() == """
           Private    Tony Stark <me@stark.example>  ~/Private/
        *  IronMan    Iron Man <me@stark.example>    ~/IronMan/
           (default)  Tony <tony@home.example>       everywhere else

        """
    )
    #expect(
      box.transcript("show") == """
        identity          IronMan  (in force here)
        person            Iron Man <me@stark.example>
        file              ~/IronMan/.gitconfig  (made by hand)
        rule (true here)  gitdir:~/IronMan/  ~/.gitconfig:8

        """
    )
    #expect(box.transcript("show", "--path", "private") == "$ROOT/home/Private/.gitconfig\n")
    #expect(try box.bash("cat ~/.gitconfig ~/*/.gitconfig") == before)
  }

  @Test
  func aNameThatIsNoneIsSuggested() throws {
    let box = try IdentityBox.story()
    #expect(
      box.transcript("show", "IronMen") == """
        stderr:
        error: there is no identity 'IronMen'
        hint: did you mean 'IronMan'?
        exit: 1

        """
    )
  }
}
