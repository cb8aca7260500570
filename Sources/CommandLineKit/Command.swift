package import ByteKit

/// A git subcommand, declared once: parser, `-h`, man page and completions all come from this value.
///
/// Texts mark code with backticks and placeholders with angle brackets; the man page sets both.
package struct Command<Options: Sendable>: Sendable {
  /// What follows `git `, such as `prune-gone`.
  package var name: String
  /// One line without a full stop: the man page's NAME.
  package var summary: String
  /// The ways to call it, without `git <name> `; each subcommand adds its own.
  package var synopsis: [String]
  /// The man page's DESCRIPTION.
  package var description: [ManualBlock]
  package var parameters: [Parameter<Options>]
  package var operands: [Operand<Options>]
  package var subcommands: [Subcommand<Options>]
  /// Sets of options that exclude each other, by long name without dashes.
  package var conflicts: [[String]]
  /// The man page's sections after OPTIONS: CONFIGURATION, EXIT STATUS, EXAMPLES, SEE ALSO ...
  package var sections: [ManualSection]
  /// The options before anything was read.
  package var initial: Options
  /// What only the whole command line shows, such as one option needing another.
  package var validate: @Sendable (Options) throws(UsageError) -> Void

  package init(
    name: String,
    summary: String,
    synopsis: [String],
    description: [ManualBlock],
    parameters: [Parameter<Options>] = [],
    operands: [Operand<Options>] = [],
    subcommands: [Subcommand<Options>] = [],
    conflicts: [[String]] = [],
    sections: [ManualSection] = [],
    initial: Options,
    validate: @escaping @Sendable (Options) throws(UsageError) -> Void = {
      (_) throws(UsageError) in
    }
  ) {
    self.name = name
    self.summary = summary
    self.synopsis = synopsis
    self.description = description
    self.parameters = parameters
    self.operands = operands
    self.subcommands = subcommands
    self.conflicts = conflicts
    self.sections = sections
    self.initial = initial
    self.validate = validate
  }
}

/// A word after the command's name with options and operands of its own.
package struct Subcommand<Options: Sendable>: Sendable {
  package var name: String
  /// One line without a full stop.
  package var summary: String
  /// The ways to call it, without `git <command> <name> `.
  package var synopsis: [String]
  /// More for the man page, after the summary.
  package var details: [String]
  package var parameters: [Parameter<Options>]
  package var operands: [Operand<Options>]
  /// Runs when no subcommand is named.
  package var isDefault: Bool
  /// Called by git rather than by people: in the man page, not in completions.
  package var isInternal: Bool
  /// Where everything after the word goes, unread: those arguments belong to another program.
  let rest: (any WritableKeyPath<Options, [ByteString]> & Sendable)?
  /// Records in the options that this subcommand was chosen.
  let select: @Sendable (inout Options) -> Void

  package init(
    _ name: String,
    _ summary: String,
    synopsis: [String] = [""],
    details: [String] = [],
    parameters: [Parameter<Options>] = [],
    operands: [Operand<Options>] = [],
    isDefault: Bool = false,
    isInternal: Bool = false,
    select: @escaping @Sendable (inout Options) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.synopsis = synopsis
    self.details = details
    self.parameters = parameters
    self.operands = operands
    self.isDefault = isDefault
    self.isInternal = isInternal
    self.rest = nil
    self.select = select
  }

  /// A subcommand whose arguments belong to another program; its own options stand before the word.
  package init(
    _ name: String,
    _ summary: String,
    synopsis: [String],
    details: [String] = [],
    parameters: [Parameter<Options>] = [],
    passingThrough rest: any WritableKeyPath<Options, [ByteString]> & Sendable,
    select: @escaping @Sendable (inout Options) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.synopsis = synopsis
    self.details = details
    self.parameters = parameters
    self.operands = []
    self.isDefault = false
    self.isInternal = false
    self.rest = rest
    self.select = select
  }
}

/// A titled part of the man page.
package struct ManualSection: Sendable {
  package var title: String
  package var blocks: [ManualBlock]

  package init(_ title: String, _ blocks: [ManualBlock]) {
    self.title = title
    self.blocks = blocks
  }
}

/// A piece of running text in the man page.
package enum ManualBlock: Sendable, ExpressibleByStringLiteral {
  case text(String)
  /// A term and what it means, such as a configuration key.
  case item(String, String)
  /// Lines as they are typed or printed.
  case literal(String)

  package init(stringLiteral value: String) { self = .text(value) }
}
