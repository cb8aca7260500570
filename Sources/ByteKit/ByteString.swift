/// Text as git has it: bytes that are usually, but not always, UTF-8.
///
/// Names, paths, messages and configuration values come from strangers and must round-trip, so they
/// stay bytes until they are shown. Comparison and order are byte-wise, as in git (no Unicode
/// normalisation: `é` in two spellings is two names).
package struct ByteString: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Byte-wise; the array's own comparison asks for each element's equality.
  package static func == (left: Self, right: Self) -> Bool {
    let count = left.bytes.count
    guard count == right.bytes.count else { return false }
    var index = 0
    while index < count {
      if left.bytes[index] != right.bytes[index] { return false }
      index += 1
    }
    return true
  }

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// As above: without generics, since this is done at every step and a program that runs for a
  /// millisecond pays for each type that the runtime has to make.
  package init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

  package init(_ text: String) { bytes = Array(text.utf8) }

  package init() { bytes = [] }

  /// A copy of the NUL-terminated string at `pointer`.
  package init(cString pointer: UnsafePointer<CChar>) {
    var length = 0
    while pointer[length] != 0 { length += 1 }
    bytes = pointer.withMemoryRebound(to: UInt8.self, capacity: length) {
      Array(UnsafeBufferPointer(start: $0, count: length))
    }
  }

  /// The bytes decoded as UTF-8, each invalid sequence as U+FFFD: for people, never for lookups.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The bytes as a String if they are valid UTF-8, so that nothing is lost.
  package var validText: String? { String(validating: bytes, as: UTF8.self) }

  package var isEmpty: Bool { bytes.isEmpty }
  package var count: Int { bytes.count }

  /// Calls `body` with the bytes NUL-terminated.
  ///
  /// A NUL inside ends the C string early.
  package func withCString<Result, Failure>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var terminated = ContiguousArray<CChar>()
    terminated.reserveCapacity(bytes.count + 1)
    for byte in bytes { terminated.append(CChar(bitPattern: byte)) }
    terminated.append(0)
    return try terminated.withUnsafeBufferPointer {
      (buffer) throws(Failure) -> Result in
      guard let base = buffer.baseAddress else { preconditionFailure("never empty: it holds NUL") }
      return try body(base)
    }
  }
}

extension ByteString {
  /// All bytes at once: `Array` feeds them to the hasher one by one, which is the larger part of
  /// the time that a table of a hundred thousand names takes.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(bytes.count)
  }
}

extension ByteString: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(value) }

  /// Keeps the bytes of interpolated byte strings as they are.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ literal: String) { bytes += literal.utf8 }
    package mutating func appendInterpolation(_ value: ByteString) { bytes += value.bytes }
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      bytes += value.description.utf8
    }
  }

  package init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }
}

extension ByteString: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension ByteString: CustomStringConvertible {
  package var description: String { text }
}

extension ByteString {
  package static func + (left: Self, right: Self) -> Self { Self(left.bytes + right.bytes) }

  package static func += (left: inout Self, right: Self) { left.bytes += right.bytes }

  package func hasPrefix(_ prefix: ByteString) -> Bool { bytes.starts(with: prefix.bytes) }

  package func hasSuffix(_ suffix: ByteString) -> Bool {
    bytes.count >= suffix.bytes.count
      && bytes.suffix(suffix.bytes.count).elementsEqual(suffix.bytes)
  }

  /// What follows `prefix`, or nil if it does not begin with it.
  package func dropping(prefix: ByteString) -> ByteString? {
    hasPrefix(prefix) ? ByteString(bytes.dropFirst(prefix.count)) : nil
  }

  /// What stands before `suffix`, or nil if it does not end with it.
  package func dropping(suffix: ByteString) -> ByteString? {
    hasSuffix(suffix) ? ByteString(bytes.dropLast(suffix.count)) : nil
  }

  /// Index of the first `byte` at or after `start`.
  package func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    bytes[min(start, bytes.count)...].firstIndex(of: byte)
  }

  /// Index of the first occurrence of `needle`.
  package func firstRange(of needle: ByteString) -> Range<Int>? {
    guard let first = needle.bytes.first else { return 0..<0 }
    var start = 0
    while let index = firstIndex(of: first, from: start) {
      if bytes[index...].starts(with: needle.bytes) { return index..<(index + needle.count) }
      start = index + 1
    }
    return nil
  }

  package func contains(_ needle: ByteString) -> Bool { firstRange(of: needle) != nil }

  /// The pieces between each `separator`, empty ones included (`""` gives one empty piece).
  package func split(on separator: UInt8) -> [ByteString] {
    bytes.split(separator: separator, omittingEmptySubsequences: false).map { ByteString($0) }
  }

  /// The two sides of the first `separator`, or nil if there is none.
  package func splitOnce(on separator: UInt8) -> (head: ByteString, tail: ByteString)? {
    guard let index = firstIndex(of: separator) else { return nil }
    return (ByteString(bytes[..<index]), ByteString(bytes[(index + 1)...]))
  }

  /// The records that each `terminator` ends; an unterminated last one counts.
  package func records(endedBy terminator: UInt8) -> [ByteString] {
    var pieces = split(on: terminator)
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    return pieces
  }

  /// The lines, without their LF.
  package var lines: [ByteString] { records(endedBy: UInt8(ascii: "\n")) }

  /// Without space, tab, CR and LF at both ends.
  package var trimmed: ByteString {
    guard let first = bytes.firstIndex(where: { !$0.isSpace }),
      let last = bytes.lastIndex(where: { !$0.isSpace })
    else { return ByteString() }
    return ByteString(bytes[first...last])
  }

  /// ASCII letters in lower case, all else unchanged: git's folding of names.
  package var lowercasedASCII: ByteString { ByteString(bytes.map(\.lowercasedASCII)) }
}

extension [ByteString] {
  /// The byte strings with `separator` between them.
  package func joined(separator: ByteString) -> ByteString {
    var bytes: [UInt8] = []
    for (index, piece) in enumerated() {
      if index > 0 { bytes += separator.bytes }
      bytes += piece.bytes
    }
    return ByteString(bytes)
  }
}

extension Sequence<ByteString> {
  /// The byte strings with `separator` between them.
  package func joined(separator: ByteString) -> ByteString {
    ByteString(map(\.bytes).joined(separator: separator.bytes))
  }
}
