/// A command as plain data: what help, man page, completions and the completeness check are made of.
package struct Outline: Sendable {
  package var name: String
  package var summary: String
  package var synopsis: [String]
  package var description: [ManualBlock]
  package var options: [OptionShape]
  package var operands: [OperandShape]
  package var subcommands: [Branch]
  package var conflicts: [[String]]
  package var sections: [ManualSection]

  /// A subcommand as plain data.
  package struct Branch: Sendable {
    package var name: String
    package var summary: String
    package var synopsis: [String]
    package var details: [String]
    package var options: [OptionShape]
    package var operands: [OperandShape]
    package var isDefault: Bool
    package var isInternal: Bool
    package var passesThrough: Bool
  }

  /// The options that every command has: under a heading of their own where a command has headings.
  package var commonOptions: [OptionShape] {
    let hasHeadings = options.contains { $0.group != nil }
    return CommonOptions.parameters.map { parameter in
      var shape = parameter.shape
      if hasHeadings { shape.group = "Common to all commands" }
      return shape
    }
  }

  var defaultSubcommand: Branch? { subcommands.first(where: \.isDefault) }

  /// Every way to call the command, each beginning with `git`.
  var usageLines: [String] {
    synopsis.map { line("git \(name)", $0) }
      + subcommands.flatMap { branch in
        branch.synopsis.map { line("git \(name) \(branch.name)", $0) }
      }
  }

  func usageLines(of branch: Branch) -> [String] {
    branch.synopsis.map { line("git \(name) \(branch.name)", $0) }
  }

  private func line(_ head: String, _ tail: String) -> String {
    tail.isEmpty ? head : "\(head) \(tail)"
  }
}

extension Command {
  package var outline: Outline {
    Outline(
      name: name,
      summary: summary,
      synopsis: synopsis,
      description: description,
      options: parameters.map(\.shape),
      operands: operands.map(\.shape),
      subcommands: subcommands.map {
        Outline.Branch(
          name: $0.name,
          summary: $0.summary,
          synopsis: $0.synopsis,
          details: $0.details,
          options: $0.parameters.map(\.shape),
          operands: $0.operands.map(\.shape),
          isDefault: $0.isDefault,
          isInternal: $0.isInternal,
          passesThrough: $0.rest != nil
        )
      },
      conflicts: conflicts,
      sections: sections
    )
  }

  /// What `-h` prints.
  package func help(subcommand: String? = nil) -> String { outline.help(subcommand: subcommand) }
}
