import ByteKit

/// An argument that is not an option: its shape, and where it goes.
package struct Operand<Options: Sendable>: Sendable {
  package var shape: OperandShape
  let apply: @Sendable (inout Options, ByteString) throws(UnexpectedValue) -> Void
}

/// An operand as data, for the parser's counting, help and completions.
package struct OperandShape: Sendable {
  /// As the synopsis has it, without brackets.
  package var name: String
  /// How many are needed.
  package var minimum: Int
  /// Takes all that follow; only the last operand may.
  package var isRepeatable: Bool
  package var completion: Completion
}

extension Operand {
  /// One that must be given.
  package static func one<Value: ParameterValue>(
    _ name: String,
    _ path: any WritableKeyPath<Options, Value> & Sendable,
    completion: Completion? = nil
  ) -> Self {
    Operand(
      shape: OperandShape(
        name: name,
        minimum: 1,
        isRepeatable: false,
        completion: completion ?? Value.defaultCompletion
      ),
      apply: { (options, argument) throws(UnexpectedValue) in
        options[keyPath: path] = try Value(argument: argument)
      }
    )
  }

  /// One that must be given, kept where nil stands for other ways to call the command.
  package static func one<Value: ParameterValue>(
    _ name: String,
    _ path: any WritableKeyPath<Options, Value?> & Sendable,
    completion: Completion? = nil
  ) -> Self {
    var operand = optional(name, path, completion: completion)
    operand.shape.minimum = 1
    return operand
  }

  /// One that may be left out.
  package static func optional<Value: ParameterValue>(
    _ name: String,
    _ path: any WritableKeyPath<Options, Value?> & Sendable,
    completion: Completion? = nil
  ) -> Self {
    Operand(
      shape: OperandShape(
        name: name,
        minimum: 0,
        isRepeatable: false,
        completion: completion ?? Value.defaultCompletion
      ),
      apply: { (options, argument) throws(UnexpectedValue) in
        options[keyPath: path] = try Value(argument: argument)
      }
    )
  }

  /// All that follow, at least `minimum`.
  package static func many<Value: ParameterValue>(
    _ name: String,
    _ path: any WritableKeyPath<Options, [Value]> & Sendable,
    minimum: Int = 0,
    completion: Completion? = nil
  ) -> Self {
    Operand(
      shape: OperandShape(
        name: name,
        minimum: minimum,
        isRepeatable: true,
        completion: completion ?? Value.defaultCompletion
      ),
      apply: { (options, argument) throws(UnexpectedValue) in
        options[keyPath: path].append(try Value(argument: argument))
      }
    )
  }
}
