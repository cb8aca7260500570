/// An option as data: all that help, man page and completions need to know of it.
package struct OptionShape: Sendable {
  /// Without dashes; one character is a short name.
  package var names: [String]
  package var argument: Argument
  /// One line for `-h`.
  package var help: String
  /// More for the man page, after `help`.
  package var details: [String]
  /// Shown as `--[no-]x`.
  package var showsNegation: Bool
  package var isAbbreviatable: Bool
  package var isRepeatable: Bool
  /// The heading it stands under in `-h` and the man page; nil is the first, unnamed group.
  package var group: String?
  package var completion: Completion

  package enum Argument: Hashable, Sendable {
    case none
    /// `--x=<name>` or `--x <name>`; the name comes without its brackets.
    case required(String)
    /// `--x` or `--x=<name>`, never `--x <name>`.
    case optional(String)
  }

  package var shortNames: [String] { names.filter { $0.count == 1 } }
  package var longNames: [String] { names.filter { $0.count > 1 } }

  /// How messages call it: `--remote`, or `-x` if it has no long name.
  package var displayName: String {
    longNames.first.map { "--\($0)" } ?? "-\(names.first ?? "")"
  }

  /// What undoes the long name `name`: `no-x` for `x`, and `x` for `no-x`.
  static func negation(of name: String) -> String {
    name.hasPrefix("no-") ? String(name.dropFirst(3)) : "no-\(name)"
  }
}
