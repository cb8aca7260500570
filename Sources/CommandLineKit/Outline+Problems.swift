extension Outline {
  /// What is missing or contradictory in the declaration, one line each; empty when it is complete.
  package func problems() -> [String] {
    var found: [String] = []
    if summary.isEmpty { found.append("no summary") }
    if description.isEmpty { found.append("no description") }
    if synopsis.isEmpty && subcommands.isEmpty { found.append("no synopsis") }
    for title in ["EXIT STATUS", "EXAMPLES"] where !sections.contains(where: { $0.title == title })
    {
      found.append("no section \(title)")
    }
    found += problems(of: options + commonOptions, operands, where: "")
    for branch in subcommands {
      if branch.summary.isEmpty { found.append("\(branch.name): no summary") }
      found += problems(
        of: options + branch.options + commonOptions,
        branch.operands,
        where: "\(branch.name): "
      )
    }
    let names = Set((options + subcommands.flatMap(\.options)).flatMap(\.longNames))
    for name in conflicts.joined() where !names.contains(name) {
      found.append("conflict with an unknown option '\(name)'")
    }
    found += duplicates(subcommands.map(\.name)).map { "subcommand '\($0)' twice" }
    if subcommands.filter(\.isDefault).count > 1 {
      found.append("more than one default subcommand")
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  private func problems(
    of options: [OptionShape],
    _ operands: [OperandShape],
    where place: String
  ) -> [String] {
    var found = duplicates(options.flatMap(\.names)).map { "\(place)option '\($0)' twice" }
    let names = Set(options.flatMap(\.longNames))
    for option in options {
      let name = option.displayName
      if option.names.isEmpty || option.names.contains("") {
        found.append("\(place)a nameless option")
      }
      if option.help.isEmpty { found.append("\(place)\(name) has no help") }
      if option.help.hasSuffix(".") {
        found.append("\(place)the help of \(name) ends with a full stop")
      }
      if option.help.first?.isUppercase == true
        && option.help.dropFirst().first?.isLowercase == true
      {
        found.append("\(place)the help of \(name) begins with a capital letter")
      }
      if option.help.contains("\n") {
        found.append("\(place)the help of \(name) has several lines")
      }
      for long in option.longNames where names.contains("no-\(long)") {
        found.append("\(place)--no-\(long) is both an option and a negation")
      }
    }
    for operand in operands.dropLast() where operand.isRepeatable {
      found.append("\(place)<\(operand.name)> takes what the operands after it need")
    }
    return found
  }

  private func duplicates(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { !seen.insert($0).inserted }
  }
}
