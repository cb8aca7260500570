import ByteKit
import ProcessKit

/// What `git -c`, `--config-env` and `GIT_CONFIG_COUNT` hand on in the environment.
///
/// Source: git-config(1), "ENVIRONMENT", and git's behaviour for what is malformed.
struct CommandConfig {
  /// One value, with the variable that holds it.
  struct Pair {
    let key: ConfigKey
    let value: ByteString?
    let variable: ByteString
  }

  /// What git said before `unable to parse command-line config`.
  private struct Failure: Error {
    let cause: String
  }

  static let parametersVariable: ByteString = "GIT_CONFIG_PARAMETERS"
  static let countVariable: ByteString = "GIT_CONFIG_COUNT"

  /// In git's order, up to the first that is malformed.
  private(set) var pairs: [Pair] = []
  /// Why reading stopped: git says it after it has acted on the pairs.
  private(set) var failureCause: String?

  init(_ environment: Environment) {
    do throws(Failure) {
      if let count = environment[Self.countVariable] { try readCounted(count, environment) }
      if let list = environment[Self.parametersVariable] { try readList(list) }
    } catch {
      failureCause = error.cause
    }
  }

  private mutating func readCounted(
    _ text: ByteString,
    _ environment: Environment
  ) throws(Failure) {
    for index in 0..<(try Self.count(text)) {
      let keyVariable: ByteString = "GIT_CONFIG_KEY_\(index)"
      let valueVariable: ByteString = "GIT_CONFIG_VALUE_\(index)"
      guard let key = environment[keyVariable] else {
        throw Failure(cause: "missing config key \(keyVariable)")
      }
      guard let value = environment[valueVariable] else {
        throw Failure(cause: "missing config value \(valueVariable)")
      }
      try append(key, value, valueVariable)
    }
  }

  /// The number as strtoul(3) reads it.
  private static func count(_ text: ByteString) throws(Failure) -> Int {
    if text.isEmpty { return 0 }
    var digits = text.bytes.drop { $0 == 32 || ($0 >= 9 && $0 <= 13) }
    let sign = digits.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else {
      throw Failure(cause: "bogus count in \(Self.countVariable)")
    }
    guard let number = Int32(String(decoding: digits, as: UTF8.self)),
      sign != UInt8(ascii: "-") || number == 0
    else { throw Failure(cause: "too many entries in \(Self.countVariable)") }
    return Int(number)
  }

  /// `'key'='value'`, `'key'=` and the old `'key=value'`, with blanks between.
  private mutating func readList(_ list: ByteString) throws(Failure) {
    let bogus = Failure(cause: "bogus format in \(Self.parametersVariable)")
    var rest = list.bytes[...]
    while !rest.isEmpty {
      guard let text = Self.unquoted(&rest) else { throw bogus }
      if rest.first?.isSpace ?? true {
        try appendOldStyle(text)
      } else {
        guard rest.first == UInt8(ascii: "=") else { throw bogus }
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "'") {
          guard let value = Self.unquoted(&rest), rest.first?.isSpace ?? true
          else { throw bogus }
          try append(text, value, Self.parametersVariable)
        } else {
          guard rest.first?.isSpace ?? true else { throw bogus }
          try append(text, nil, Self.parametersVariable)
        }
      }
      rest = rest.drop(while: \.isSpace)
    }
  }

  /// One single-quoted word, `\'` and `\!` between its parts; nil if it is none.
  private static func unquoted(_ rest: inout ArraySlice<UInt8>) -> ByteString? {
    let quote = UInt8(ascii: "'")
    guard rest.first == quote else { return nil }
    var word: [UInt8] = []
    while true {
      guard let end = rest.dropFirst().firstIndex(of: quote) else { return nil }
      word += rest[(rest.startIndex + 1)..<end]
      rest = rest[(end + 1)...]
      let next = rest.prefix(3)
      guard next.count == 3, next.first == UInt8(ascii: "\\"), next.last == quote else { break }
      let escaped = rest[rest.startIndex + 1]
      guard escaped == quote || escaped == UInt8(ascii: "!") else { break }
      word.append(escaped)
      rest = rest.dropFirst(2)
    }
    return ByteString(word)
  }

  private mutating func appendOldStyle(_ text: ByteString) throws(Failure) {
    let (head, tail): (ByteString, ByteString?) =
      text.splitOnce(on: UInt8(ascii: "=")).map { ($0.head, $0.tail) } ?? (text, nil)
    let key = head.trimmed
    if key.isEmpty { throw Failure(cause: "bogus config parameter: \(text)") }
    try append(key, tail, Self.parametersVariable)
  }

  private mutating func append(
    _ text: ByteString,
    _ value: ByteString?,
    _ variable: ByteString
  ) throws(Failure) {
    if text.isEmpty { throw Failure(cause: "empty config key") }
    pairs.append(Pair(key: try Self.key(text), value: value, variable: variable))
  }

  private static func key(_ text: ByteString) throws(Failure) -> ConfigKey {
    guard let key = ConfigKey(text), !text.hasPrefix(".") || text.bytes.dropFirst().contains(46)
    else { throw Failure(cause: "key does not contain a section: \(text)") }
    if key.name.isEmpty { throw Failure(cause: "key does not contain variable name: \(text)") }
    guard key.section.bytes.allSatisfy(ConfigParser.isKeyByte),
      key.name.bytes.allSatisfy(ConfigParser.isKeyByte),
      key.name.bytes.first?.isASCIILetter ?? false
    else { throw Failure(cause: "invalid key: \(text)") }
    if key.subsection?.bytes.contains(UInt8(ascii: "\n")) ?? false {
      throw Failure(cause: "invalid key (newline): \(text)")
    }
    return key
  }
}
