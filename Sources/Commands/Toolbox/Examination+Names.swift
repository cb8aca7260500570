import ByteKit
import ConfigKit
import FileKit
import ProcessKit
import ToolKit

/// What keeps commands from being called, completed and documented by their name.
extension Examination {
  func names() -> [Finding] {
    inventory.commands.compactMap(nameProblem(of:)) + doubles()
  }

  private func nameProblem(of command: ListedCommand) -> Finding? {
    if command.status == .shadowedByGit {
      return Finding(
        code: "git-has-it",
        what: "\(places.short(command.file.path)) never runs: git has a command of that name",
        fix: "give it another name"
      )
    }
    guard command.status == .runs, command.collection != nil,
      let problem = CommandName.problem(command.file.name)
    else {
      return nil
    }
    return Finding(
      code: "name",
      what: "git \(command.file.name) runs, but \(problem)",
      fix: "give \(places.short(command.target)) another name"
    )
  }

  /// One name in two places, both of which could run.
  private func doubles() -> [Finding] {
    inventory.commands.compactMap { command in
      guard command.status == .hidden, let winner = command.hiddenBy,
        command.file.path.parentPath != places.bin
      else { return nil }
      return Finding(
        code: "twice",
        what: "git \(command.file.name) is \(places.short(winner)); "
          + "\(places.short(command.file.path)) never runs",
        fix: nil
      )
    }
  }

  func aliases() -> [Finding] {
    inventory.aliases.compactMap { alias in
      let isGits = search.isGits(alias.name)
      guard isGits || inventory.all(named: alias.name).contains(where: { $0.status == .runs })
      else {
        return nil
      }
      return Finding(
        code: "alias",
        what: "alias.\(alias.name) never applies: \(isGits ? "git" : "a file") has that command",
        fix: "git config --global --unset alias.\(alias.name)"
      )
    }
  }

  /// `MANPATH` replaces the folders that man finds through PATH, unless it has an empty element.
  func manual() -> [Finding] {
    guard let value = context.environment.nonEmpty("MANPATH"),
      FileSystem.exists(places.manual)
    else { return [] }
    let folder = places.root.appendingPath("share/man")
    let elements = value.split(on: UInt8(ascii: ":"))
    guard !elements.contains(""), !elements.contains(folder) else { return [] }
    return [
      Finding(
        code: "manpath",
        what: "MANPATH hides the man pages in \(places.short(folder))",
        fix: "end it with ':': export MANPATH=\"$MANPATH:\""
      )
    ]
  }
}
