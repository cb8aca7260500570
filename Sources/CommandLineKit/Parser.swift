package import ByteKit

extension Command {
  /// Reads the arguments that follow the command's name, with git's habits (gitcli(7)).
  ///
  /// Long names may be abbreviated while unique, short ones bundled, values attached or apart, `--`
  /// ends the options, and options may follow operands and stand on either side of the subcommand.
  package func parse(_ arguments: [ByteString]) throws(UsageError) -> Parsed<Options> {
    if let file = GeneratedFile(request: arguments) {
      return .generated(outline.content(of: file))
    }
    let choice = try chooseSubcommand(in: arguments)
    var parser = Parser(self, subcommand: choice.subcommand)
    if let request = try parser.read(choice.arguments) {
      return switch request {
      case .help: .help(subcommand: choice.isNamed ? choice.subcommand?.name : nil)
      case .manual: .manual
      case .version: .version
      }
    }
    try parser.finish(rest: choice.rest)
    try validate(parser.options)
    return .run(parser.options, parser.common)
  }

  /// The subcommand that `arguments` name, and the arguments without it.
  private struct Choice {
    var subcommand: Subcommand<Options>?
    var isNamed = false
    var arguments: [ByteString]
    /// What belongs to another program.
    var rest: [ByteString] = []
  }

  /// Finds the first word that is neither an option nor an option's argument.
  ///
  /// Which options there are depends on the subcommand, so this looks through those of all.
  private func chooseSubcommand(in arguments: [ByteString]) throws(UsageError) -> Choice {
    guard !subcommands.isEmpty else { return Choice(arguments: arguments) }
    let shapes = parameters.map(\.shape) + subcommands.flatMap { $0.parameters.map(\.shape) }
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      if argument == "--" { break }
      guard argument.isOption else { return try choice(of: argument, at: index, in: arguments) }
      index += OptionShape.takesNextArgument(argument, shapes) ? 2 : 1
    }
    return Choice(subcommand: subcommands.first(where: \.isDefault), arguments: arguments)
  }

  private func choice(
    of word: ByteString,
    at index: Int,
    in arguments: [ByteString]
  ) throws(UsageError) -> Choice {
    if let subcommand = subcommands.first(where: { word == ByteString($0.name) }) {
      let before = Array(arguments[..<index])
      let after = Array(arguments[(index + 1)...])
      return subcommand.rest == nil
        ? Choice(subcommand: subcommand, isNamed: true, arguments: before + after)
        : Choice(subcommand: subcommand, isNamed: true, arguments: before, rest: after)
    }
    if let fallback = subcommands.first(where: \.isDefault), !fallback.operands.isEmpty {
      return Choice(subcommand: fallback, arguments: arguments)
    }
    let names = subcommands.filter { !$0.isInternal }.map(\.name)
    throw .unknown(
      "subcommand",
      word.text,
      of: name,
      suggestions: Suggestions.nearest(to: word.text, in: names)
    )
  }
}

extension OptionShape {
  /// Whether the option `argument` is followed by its value as an argument of its own.
  fileprivate static func takesNextArgument(_ argument: ByteString, _ shapes: [Self]) -> Bool {
    func needsValue(_ shape: OptionShape?) -> Bool {
      if case .required = shape?.argument { true } else { false }
    }
    guard let name = argument.dropping(prefix: "--")?.text else {
      let letters = Array(argument.text.dropFirst())
      let first = letters.firstIndex { letter in
        shapes.contains { $0.names.contains(String(letter)) && $0.argument != .none }
      }
      guard let first, first == letters.count - 1 else { return false }
      return shapes.contains { $0.names.contains(String(letters[first])) && needsValue($0) }
    }
    let exact = shapes.first { $0.longNames.contains(name) }
    return needsValue(
      exact ?? shapes.first { shape in shape.longNames.contains { $0.hasPrefix(name) } }
    )
  }
}

extension ByteString {
  /// Begins with a dash and is not a lone one, which stands for standard input.
  fileprivate var isOption: Bool { count > 1 && bytes.first == UInt8(ascii: "-") }
}

/// The state of reading one command line.
private struct Parser<Options: Sendable> {
  let command: Command<Options>
  let subcommand: Subcommand<Options>?
  var options: Options
  var common = CommonOptions()
  private let entries: [Entry]
  private var operands: [ByteString] = []
  private var given: Set<String> = []

  /// An option and what it does to the parser.
  private struct Entry {
    let shape: OptionShape
    let apply: (inout Parser, ByteString?) throws(UnexpectedValue) -> Void
    let negate: ((inout Parser) -> Void)?
  }

  /// A long option as written, found among the entries.
  private struct Match {
    let entry: Entry
    let isNegated: Bool
  }

  init(_ command: Command<Options>, subcommand: Subcommand<Options>?) {
    self.command = command
    self.subcommand = subcommand
    options = command.initial
    subcommand?.select(&options)
    entries =
      ((subcommand?.parameters ?? []) + command.parameters).map { parameter in
        Entry(
          shape: parameter.shape,
          apply: { (parser, argument) throws(UnexpectedValue) in
            try parameter.apply(&parser.options, argument)
          },
          negate: parameter.negate.map { negate in
            { parser in negate(&parser.options, parser.command.initial) }
          }
        )
      }
      + CommonOptions.parameters.map { parameter in
        Entry(
          shape: parameter.shape,
          apply: { (parser, argument) throws(UnexpectedValue) in
            try parameter.apply(&parser.common, argument)
          },
          negate: parameter.negate.map { negate in
            { parser in negate(&parser.common, CommonOptions()) }
          }
        )
      }
  }

  /// Reads options and operands; a request such as `-h` ends it at once.
  mutating func read(_ arguments: [ByteString]) throws(UsageError) -> CommonOptions.Request? {
    var remaining = arguments[...]
    while let argument = remaining.popFirst() {
      if argument == "--" {
        operands += remaining
        break
      }
      if let long = argument.dropping(prefix: "--") {
        try readLong(long, &remaining)
      } else if argument.isOption {
        try readShort(argument, &remaining)
      } else {
        operands.append(argument)
      }
      if let request = common.request { return request }
    }
    return nil
  }

  /// Checks what only the end of the line shows, and assigns the operands.
  mutating func finish(rest: [ByteString]) throws(UsageError) {
    for set in command.conflicts {
      let both = set.filter(given.contains)
      guard both.count < 2 else {
        throw UsageError("options '--\(both[0])' and '--\(both[1])' cannot be used together")
      }
    }
    if let subcommand, let path = subcommand.rest { options[keyPath: path] = rest }
    try assignOperands(subcommand?.operands ?? command.operands)
  }

  private mutating func readLong(
    _ text: ByteString,
    _ remaining: inout ArraySlice<ByteString>
  ) throws(UsageError) {
    let parts = text.splitOnce(on: UInt8(ascii: "="))
    let name = (parts?.head ?? text).text
    let match = try find(name)
    guard !match.isNegated else {
      guard parts == nil else { throw UsageError("option '--\(name)' takes no value") }
      match.entry.negate?(&self)
      given.subtract(match.entry.shape.longNames)
      return
    }
    switch match.entry.shape.argument {
    case .none:
      guard parts == nil else {
        throw UsageError("option '\(match.entry.shape.displayName)' takes no value")
      }
      try apply(match.entry, nil)
    case .optional:
      try apply(match.entry, parts?.tail)
    case .required:
      try apply(match.entry, try value(parts?.tail, for: match.entry, &remaining))
    }
  }

  private mutating func readShort(
    _ argument: ByteString,
    _ remaining: inout ArraySlice<ByteString>
  ) throws(UsageError) {
    var letters = argument.bytes.dropFirst()
    while let letter = letters.popFirst() {
      let name = String(UnicodeScalar(letter))
      guard let entry = entries.first(where: { $0.shape.names.contains(name) }) else {
        throw unknownShort(name, in: argument)
      }
      let attached = letters.isEmpty ? nil : ByteString(letters)
      switch entry.shape.argument {
      case .none:
        try apply(entry, nil)
        if common.request != nil { return }
      case .optional:
        return try apply(entry, attached)
      case .required:
        return try apply(entry, try value(attached, for: entry, &remaining))
      }
    }
  }

  private func unknownShort(_ name: String, in argument: ByteString) -> UsageError {
    let long = argument.count > 2 ? "-\(argument.text)" : ""
    let isMissingDash = entries.contains { entry in
      entry.shape.longNames.contains { "--\($0)" == long }
    }
    let shown = name.utf8.allSatisfy { $0 > 32 && $0 < 127 } ? "-\(name)" : argument.text
    return .unknown(
      "option",
      shown,
      of: command.name,
      suggestions: isMissingDash ? [long] : []
    )
  }

  /// The value attached to an option, else the next argument.
  private func value(
    _ attached: ByteString?,
    for entry: Entry,
    _ remaining: inout ArraySlice<ByteString>
  ) throws(UsageError) -> ByteString {
    if let attached { return attached }
    guard let value = remaining.popFirst() else {
      throw UsageError("option '\(entry.shape.displayName)' requires a value")
    }
    return value
  }

  private mutating func apply(_ entry: Entry, _ argument: ByteString?) throws(UsageError) {
    do {
      try entry.apply(&self, argument)
    } catch {
      throw UsageError(
        "option '\(entry.shape.displayName)' expects \(error.expected), not '\(argument?.text ?? "")'"
      )
    }
    given.formUnion(entry.shape.longNames)
  }

  /// The option that the long name `name` stands for, spelled out or abbreviated.
  private func find(_ name: String) throws(UsageError) -> Match {
    for entry in entries where entry.shape.longNames.contains(name) {
      return Match(entry: entry, isNegated: false)
    }
    for entry in entries where entry.negate != nil {
      if entry.shape.longNames.contains(where: { OptionShape.negation(of: $0) == name }) {
        return Match(entry: entry, isNegated: true)
      }
    }
    return try findAbbreviated(name)
  }

  private func findAbbreviated(_ name: String) throws(UsageError) -> Match {
    var candidates: [(spelling: String, index: Int, match: Match)] = []
    for (index, entry) in entries.enumerated() where !name.isEmpty {
      for long in entry.shape.longNames where long.hasPrefix(name) {
        candidates.append((long, index, Match(entry: entry, isNegated: false)))
      }
      guard entry.negate != nil else { continue }
      for negation in entry.shape.longNames.map(OptionShape.negation) {
        // `--s` must not reach `--switch`, the way back from `--no-switch`, nor `--n` every negation.
        guard negation.hasPrefix(name), negation.hasPrefix("no-"), name.count > 3 else { continue }
        candidates.append((negation, index, Match(entry: entry, isNegated: true)))
      }
    }
    if let first = candidates.first {
      guard Set(candidates.map(\.index)).count == 1 else {
        throw UsageError(
          "ambiguous option '--\(name)'",
          hints: ["it could be \(candidates.map { "'--\($0.spelling)'" }.inWords(last: "or"))"]
        )
      }
      if first.match.entry.shape.isAbbreviatable { return first.match }
      throw UsageError(
        "unknown option '--\(name)'",
        hints: ["'--\(first.spelling)' cannot be abbreviated"]
      )
    }
    let names = entries.flatMap { entry in
      entry.shape.longNames
        + (entry.shape.showsNegation ? entry.shape.longNames.map { "no-\($0)" } : [])
    }
    let nearest = Suggestions.nearest(to: name, in: names).map { "--\($0)" }
    throw .unknown("option", "--\(name)", of: command.name, suggestions: nearest)
  }

  private mutating func assignOperands(_ expected: [Operand<Options>]) throws(UsageError) {
    var remaining = operands[...]
    for operand in expected {
      let taken = operand.shape.isRepeatable ? remaining : remaining.prefix(1)
      guard taken.count >= operand.shape.minimum else {
        throw UsageError("missing argument <\(operand.shape.name)>", hints: [usageHint])
      }
      remaining = remaining.dropFirst(taken.count)
      for argument in taken {
        do {
          try operand.apply(&options, argument)
        } catch {
          throw UsageError(
            "<\(operand.shape.name)> must be \(error.expected), not '\(argument.text)'"
          )
        }
      }
    }
    guard let surplus = remaining.first else { return }
    throw UsageError("unexpected argument '\(surplus.text)'", hints: [usageHint])
  }

  private var usageHint: String {
    let outline = command.outline
    let branch = subcommand.flatMap { chosen in
      outline.subcommands.first { $0.name == chosen.name }
    }
    let lines = branch.map(outline.usageLines(of:)) ?? outline.usageLines
    return "usage: \(lines.first ?? "git \(command.name)")"
  }
}

extension UsageError {
  fileprivate static func unknown(
    _ kind: String,
    _ word: String,
    of command: String,
    suggestions: [String]
  ) -> Self {
    let nearest = suggestions.map { "'\($0)'" }.inWords(last: "or")
    return UsageError(
      "unknown \(kind) '\(word)'",
      hints: (nearest.isEmpty ? [] : ["did you mean \(nearest)?"])
        + ["'git \(command) -h' lists what there is"]
    )
  }
}
