package import ByteKit

/// A type that an option's or operand's argument is read into.
///
/// An enum with `String` raw values gets everything by naming the protocol beside `CaseIterable`; its
/// raw values are then also what the shells complete.
package protocol ParameterValue: Sendable {
  /// Reads `argument` as it stood on the command line, and throws what was expected instead.
  init(argument: ByteString) throws(UnexpectedValue)

  /// What completion offers when the parameter names nothing else.
  static var defaultCompletion: Completion { get }
}

extension ParameterValue {
  package static var defaultCompletion: Completion { .none }
}

/// An argument that is not of its parameter's type.
package struct UnexpectedValue: Error {
  /// Completes "option '--x' expects ...", such as `a number`.
  package var expected: String

  package init(expected: String) { self.expected = expected }
}

extension ByteString: ParameterValue {
  package init(argument: ByteString) { self = argument }
}

extension String: ParameterValue {
  package init(argument: ByteString) throws(UnexpectedValue) {
    guard let text = argument.validText else { throw UnexpectedValue(expected: "UTF-8 text") }
    self = text
  }
}

extension Int: ParameterValue {
  package init(argument: ByteString) throws(UnexpectedValue) {
    guard let text = argument.validText, let number = Int(text) else {
      throw UnexpectedValue(expected: "a number")
    }
    self = number
  }
}

extension ParameterValue where Self: CaseIterable & RawRepresentable<String> {
  package init(argument: ByteString) throws(UnexpectedValue) {
    guard let text = argument.validText, let value = Self(rawValue: text) else {
      let choices = Self.allCases.map { "'\($0.rawValue)'" }
      throw UnexpectedValue(expected: choices.inWords(last: "or"))
    }
    self = value
  }

  package static var defaultCompletion: Completion { .choices(allCases.map(\.rawValue)) }
}

extension [String] {
  /// `a, b or c`.
  func inWords(last conjunction: String) -> String {
    guard let last, count > 1 else { return joined() }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
