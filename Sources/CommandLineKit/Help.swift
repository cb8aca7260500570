extension Outline {
  /// What `-h` prints, laid out as git lays out its own usage texts.
  package func help(subcommand: String? = nil) -> String {
    let branch = subcommands.first { $0.name == subcommand }
    var text = ""
    for (index, line) in (branch.map(usageLines(of:)) ?? usageLines).enumerated() {
      text += (index == 0 ? "usage: " : "   or: ") + line + "\n"
    }
    text += "\n"
    if branch == nil { text += subcommandList }
    for group in groups(of: (branch?.options ?? []) + options + commonOptions) {
      if let title = group.title { text += "\n\(title)\n" }
      for option in group.options { text += Self.row(option.spelling, option.help) }
    }
    if branch == nil { text += ownOptionsOfSubcommands }
    return text + "\n"
  }

  /// Options by heading, the unnamed group first, in order of appearance.
  func groups(of options: [OptionShape]) -> [(title: String?, options: [OptionShape])] {
    var titles: [String?] = [nil]
    for option in options where !titles.contains(option.group) { titles.append(option.group) }
    return titles.map { title in (title, options.filter { $0.group == title }) }
      .filter { !$0.options.isEmpty }
  }

  private var subcommandList: String {
    let shown = subcommands.filter { !$0.isInternal }
    guard !shown.isEmpty else { return "" }
    return shown.map { Self.row($0.name, $0.summary) }.joined() + "\n"
  }

  private var ownOptionsOfSubcommands: String {
    subcommands.filter { !$0.options.isEmpty && !$0.isInternal }
      .map { branch in
        "\nOptions of \(branch.name)\n"
          + branch.options.map { Self.row($0.spelling, $0.help) }.joined()
      }
      .joined()
  }

  /// Git's columns: four of indent, 24 for the name, then the text.
  private static func row(_ name: String, _ help: String) -> String {
    name.count > 21
      ? "    \(name)\n\(spaces(26))\(help)\n"
      : "    \(name)\(spaces(22 - name.count))\(help)\n"
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension OptionShape {
  /// `-q, --quiet`, `--[no-]fetch`, `-r, --remote <name>`, `--color[=<when>]`.
  package var spelling: String {
    let forms =
      shortNames.map { "-\($0)" } + longNames.map { showsNegation ? "--[no-]\($0)" : "--\($0)" }
    let names = forms.joined(separator: ", ")
    return switch argument {
    case .none: names
    case .required(let name): "\(names) <\(name)>"
    case .optional(let name): "\(names)[=<\(name)>]"
    }
  }
}
