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
      shape: shape(
        names,
        .none,
        help,
        details,
        isAbbreviatable,
        isRepeatable: false,
        group,
        showsNegation: isNegatable
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
      shape: shape(
        names,
        .none,
        help,
        details,
        isAbbreviatable,
        isRepeatable: false,
        group
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
      shape: shape(
        names,
        .none,
        help,
        details,
        true,
        isRepeatable: true,
        group
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
    reading(
      shape(
        names,
        .required(name),
        help,
        details,
        isAbbreviatable,
        isRepeatable: false,
        group,
        completion ?? Value.defaultCompletion
      ),
      store: { $0[keyPath: path] = $1 },
      negate: { $0[keyPath: path] = $1[keyPath: path] }
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
    reading(
      shape(
        names,
        .required(name),
        help,
        details,
        isAbbreviatable,
        isRepeatable: false,
        group,
        completion ?? Value.defaultCompletion
      ),
      store: { $0[keyPath: path] = $1 },
      negate: { $0[keyPath: path] = $1[keyPath: path] }
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
    reading(
      shape(
        names,
        .required(name),
        help,
        details,
        isAbbreviatable,
        isRepeatable: true,
        group,
        completion ?? Value.defaultCompletion
      ),
      store: { $0[keyPath: path].append($1) },
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
      shape: shape(
        names,
        .optional(name),
        help,
        details,
        isAbbreviatable,
        isRepeatable: false,
        group,
        completion ?? Value.defaultCompletion
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
    let shape = shape(
      names,
      argument,
      help,
      details,
      isAbbreviatable,
      isRepeatable: isRepeatable,
      group,
      completion
    )
    guard let negate else { return Parameter(shape: shape, apply: apply, negate: nil) }
    return Parameter(shape: shape, apply: apply, negate: { options, _ in negate(&options) })
  }

  /// The parameter that reads its argument as a `Value` and stores it.
  private static func reading<Value: ParameterValue>(
    _ shape: OptionShape,
    store: @escaping @Sendable (inout Options, Value) -> Void,
    negate: @escaping @Sendable (inout Options, Options) -> Void
  ) -> Self {
    Parameter(
      shape: shape,
      apply: { (options, argument) throws(UnexpectedValue) in
        // The parser gives every option of this shape its argument.
        store(&options, try Value(argument: argument ?? ""))
      },
      negate: negate
    )
  }

  private static func shape(
    _ names: OptionNames,
    _ argument: OptionShape.Argument,
    _ help: String,
    _ details: [String],
    _ isAbbreviatable: Bool,
    isRepeatable: Bool,
    _ group: String?,
    _ completion: Completion = .none,
    showsNegation: Bool = false
  ) -> OptionShape {
    OptionShape(
      names: names.all,
      argument: argument,
      help: help,
      details: details,
      showsNegation: showsNegation,
      isAbbreviatable: isAbbreviatable,
      isRepeatable: isRepeatable,
      group: group,
      completion: completion
    )
  }
}
