package import ByteKit

/// What the command line of `git toolbox` says.
package struct ToolboxOptions: Sendable {
  package enum Action: Hashable, Sendable {
    case list, new, add, update, remove, which, doctor
  }

  package enum Language: Hashable, Sendable {
    case shell, python, swift
  }

  package var action = Action.list
  package var isDryRun = false
  package var isJSON = false
  package var isQuiet = false
  /// Answers every question with yes.
  package var isAgreed = false
  /// `list --all`: also what does not run.
  package var listsAll = false
  package var language = Language.shell
  package var edits = false
  /// `add --as`: the collection's name.
  package var collectionName: ByteString?
  package var pin: ByteString?
  package var isOwn = false
  package var pushes = false
  package var fixes = false
  /// What stands after the subcommand and is no option.
  package var operands: [ByteString] = []

  package init() {}
}
