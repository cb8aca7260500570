package import ByteKit

/// An option of a command: its shape, and what it does to the command's options.
package struct Parameter<Options: Sendable>: Sendable {
  package var shape: OptionShape

  /// Applies the option with its argument, if it got one.
  let apply: @Sendable (inout Options, ByteString?) throws(UnexpectedValue) -> Void

  /// Puts back what the initial options (second argument) hold, for `--no-x`; nil if not negatable.
  let negate: (@Sendable (inout Options, Options) -> Void)?
}

/// An option's names without dashes, such as `["q", "quiet"]` or just `"quiet"`.
package struct OptionNames: ExpressibleByArrayLiteral, ExpressibleByStringLiteral, Sendable {
  let all: [String]

  package init(arrayLiteral elements: String...) { all = elements }
  package init(stringLiteral value: String) { all = [value] }
}

extension Parameter {
  /// An option without an argument that sets a Bool; `--no-x` unsets it.
  ///
  /// With `isNegatable` the help shows `--[no-]x`; git's habit of accepting `--no-x` holds for all.
  package static func flag(
    _ names: OptionNames,
    _ path: any WritableKeyPath<Options, Bool> & Sendable,
    help: String,
    details: [String] = [],
    isNegatable: Bool = false,
    isAbbreviatable: Bool = true,
    group: String? = nil
  ) -> Self {
    Parameter(
      shape: OptionShape(
        names: names.all,
        argument: .none,
        help: help,
        details: details,
        showsNegation: isNegatable,
        isAbbreviatable: isAbbreviatable,
        isRepeatable: false,
        group: group,
        completion: .none
      ),
      apply: { (options, _) throws(UnexpectedValue) in options[keyPath: path] = true },
      negate: { options, _ in options[keyPath: path] = false }
    )
  }

  /// An option without an argument that sets `path` to a fixed value, such as `--json` a format.
  package static func set<Value: Sendable>(
    _ names: OptionNames,
    _ path: any WritableKeyPath<Options, Value> & Sendable,
    to value: Value,
    help: String,
    details: [String] = [],
    isAbbreviatable: Bool = true,
    group: String? = nil
  ) -> Self {
    Parameter(
      shape: OptionShape(
        names: names.all,
        argument: .none,
        help: help,
        details: details,
        showsNegation: false,
        isAbbreviatable: isAbbreviatable,
        isRepeatable: false,
        group: group,
        completion: .none
      ),
      apply: { (options, _) throws(UnexpectedValue) in options[keyPath: path] = value },
      negate: { options, initial in options[keyPath: path] = initial[keyPath: path] }
    )
  }

  /// An option without an argument that counts how often it was given, such as `-v -v`.
  package static func count(
    _ names: OptionNames,
    _ path: any WritableKeyPath<Options, Int> & Sendable,
    help: String,
    details: [String] = [],
    group: String? = nil
  ) -> Self {
    Parameter(
      shape: OptionShape(
        names: names.all,
        argument: .none,
        help: help,
        details: details,
        showsNegation: false,
        isAbbreviatable: true,
        isRepeatable: true,
        group: group,
        completion: .none
      ),
      apply: { (options, _) throws(UnexpectedValue) in options[keyPath: path] += 1 },
      negate: { options, _ in options[keyPath: path] = 0 }
    )
  }

  /// An option with an argument; given twice, the last wins.
  package static func value<Value: ParameterValue>(
    _ names: OptionNames,
    name: String,
    _ path: any WritableKeyPath<Options, Value> & Sendable,
    help: String,
    details: [String] = [],
    isAbbreviatable: Bool = true,
    group: String? = nil,
    completion: Completion? = nil
  ) -> Self {
    Parameter(
      shape: OptionShape(
        names: names.all,
        argument: .required(name),
        help: help,
        details: details,
        showsNegation: false,
        isAbbreviatable: isAbbreviatable,
        isRepeatable: false,
        group: group,
        completion: completion ?? Value.defaultCompletion
      ),
      apply: { (options, argument) throws(UnexpectedValue) in
        options[keyPath: path] = try Value(argument: argument ?? "")
      },
      negate: { options, initial in options[keyPath: path] = initial[keyPath: path] }
    )
  }

  /// An option with an argument that is nil until given; given twice, the last wins.
  package static func value<Value: ParameterValue>(
    _ names: OptionNames,
    name: String,
    _ path: any WritableKeyPath<Options, Value?> & Sendable,
    help: String,
    details: [String] = [],
    isAbbreviatable: Bool = true,
    group: String? = nil,
    completion: Completion? = nil
  ) -> Self {
    Parameter(
      shape: OptionShape(
        names: names.all,
        argument: .required(name),
        help: help,
        details: details,
        showsNegation: false,
        isAbbreviatable: isAbbreviatable,
        isRepeatable: false,
        group: group,
        completion: completion ?? Value.defaultCompletion
      ),
      apply: { (options, argument) throws(UnexpectedValue) in
        options[keyPath: path] = try Value(argument: argument ?? "")
      },
      negate: { options, initial in options[keyPath: path] = initial[keyPath: path] }
    )
  }

  /// An option with an argument that may be given several times; `--no-x` empties the list.
  package static func value<Value: ParameterValue>(
    _ names: OptionNames,
    name: String,
    _ path: any WritableKeyPath<Options, [Value]> & Sendable,
    help: String,
    details: [String] = [],
    isAbbreviatable: Bool = true,
    group: String? = nil,
    completion: Completion? = nil
  ) -> Self {
    Parameter(
      shape: OptionShape(
        names: names.all,
        argument: .required(name),
        help: help,
        details: details,
        showsNegation: false,
        isAbbreviatable: isAbbreviatable,
        isRepeatable: true,
        group: group,
        completion: completion ?? Value.defaultCompletion
      ),
      apply: { (options, argument) throws(UnexpectedValue) in
        options[keyPath: path].append(try Value(argument: argument ?? ""))
      },
      negate: { options, _ in options[keyPath: path] = [] }
    )
  }

  /// An option whose argument may be left out: `--x` means `fallback`, and a value needs `=`.
  package static func optionalValue<Value: ParameterValue>(
    _ names: OptionNames,
    name: String,
    _ path: any WritableKeyPath<Options, Value?> & Sendable,
    fallback: Value,
    help: String,
    details: [String] = [],
    isAbbreviatable: Bool = true,
    group: String? = nil,
    completion: Completion? = nil
  ) -> Self {
    Parameter(
      shape: OptionShape(
        names: names.all,
        argument: .optional(name),
        help: help,
        details: details,
        showsNegation: false,
        isAbbreviatable: isAbbreviatable,
        isRepeatable: false,
        group: group,
        completion: completion ?? Value.defaultCompletion
      ),
      apply: { (options, argument) throws(UnexpectedValue) in
        guard let argument else {
          options[keyPath: path] = fallback
          return
        }
        options[keyPath: path] = try Value(argument: argument)
      },
      negate: { options, initial in options[keyPath: path] = initial[keyPath: path] }
    )
  }

  /// An option with a meaning of its own: `apply` gets the argument, nil if none was given.
  package static func custom(
    _ names: OptionNames,
    argument: OptionShape.Argument,
    help: String,
    details: [String] = [],
    isAbbreviatable: Bool = true,
    isRepeatable: Bool = false,
    group: String? = nil,
    completion: Completion = .none,
    negate: (@Sendable (inout Options) -> Void)? = nil,
    apply: @escaping @Sendable (inout Options, ByteString?) throws(UnexpectedValue) -> Void
  ) -> Self {
    let shape = OptionShape(
      names: names.all,
      argument: argument,
      help: help,
      details: details,
      showsNegation: false,
      isAbbreviatable: isAbbreviatable,
      isRepeatable: isRepeatable,
      group: group,
      completion: completion
    )
    guard let negate else { return Parameter(shape: shape, apply: apply, negate: nil) }
    return Parameter(shape: shape, apply: apply, negate: { options, _ in negate(&options) })
  }
}
