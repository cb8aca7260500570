/// Writes fields that each end with NUL: the form of the files that commands keep for
/// themselves.
package struct FieldWriter {
  package private(set) var content = ByteString()

  package init() {}

  package mutating func append(_ field: ByteString) {
    content += field
    content.bytes.append(0)
  }

  package mutating func append(_ number: some BinaryInteger) { append("\(number)") }

  /// Bytes that may hold NUL themselves: their number goes before them.
  package mutating func appendCounted(_ bytes: ByteString) {
    append(bytes.count)
    append(bytes)
  }
}

/// Reads what `FieldWriter` wrote; nil at a damaged place.
package struct FieldReader {
  private var rest: ArraySlice<UInt8>

  package init(_ content: ByteString) { rest = content.bytes[...] }

  package var isAtEnd: Bool { rest.isEmpty }

  package mutating func next() -> ByteString? {
    guard let end = rest.firstIndex(of: 0) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return ByteString(rest[..<end])
  }

  package mutating func nextNumber() -> Int64? {
    next().flatMap(\.validText).flatMap { Int64($0) }
  }

  package mutating func nextCounted() -> ByteString? {
    guard let count = nextNumber(), count >= 0, count < Int64(rest.count) else { return nil }
    let end = rest.startIndex + Int(count)
    guard rest[end] == 0 else { return nil }
    defer { rest = rest[(end + 1)...] }
    return ByteString(rest[..<end])
  }
}
