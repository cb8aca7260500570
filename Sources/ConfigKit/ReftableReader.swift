import ByteKit
import FileKit

/// Looks up one symbolic reference in a reftable stack.
///
/// Only the first block of references is read: `HEAD` sorts before every `refs/` name, and nothing
/// else is asked for. Source: "reftable" in git's technical documentation.
struct ReftableReader {
  private let directory: ByteString

  init(_ directory: ByteString) {
    self.directory = directory
  }

  /// What `name` points at; nil if it is not symbolic or not found.
  func target(_ name: ByteString) -> ByteString? {
    guard let list = try? FileSystem.readIfPresent(directory.appendingPath("tables.list")) else {
      return nil
    }
    // The newest table is the last one.
    for table in list.lines.reversed() {
      guard let content = try? FileSystem.read(directory.appendingPath(table)) else { return nil }
      var block = ReferenceBlock(content.bytes)
      while let record = block?.next() {
        guard record.name == name else {
          if name < record.name { break }
          continue
        }
        return record.target
      }
    }
    return nil
  }
}

/// The records of a table's first block of references.
private struct ReferenceBlock {
  struct Record {
    let name: ByteString
    /// nil for an object, and for a deletion.
    let target: ByteString?
  }

  private let bytes: [UInt8]
  private let end: Int
  private let hashSize: Int
  private var position: Int
  private var name: [UInt8] = []

  /// nil if the table is malformed or has no references.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: "REFT".utf8), bytes.count > 28 else { return nil }
    let headerSize: Int
    switch bytes[4] {
    case 1:
      headerSize = 24
      hashSize = 20
    case 2:
      headerSize = 28
      hashSize = bytes[24..<28].elementsEqual("s256".utf8) ? 32 : 20
    default: return nil
    }
    guard bytes.count > headerSize + 4, bytes[headerSize] == UInt8(ascii: "r") else { return nil }
    // The first block's length counts the file's header too.
    let length =
      Int(bytes[headerSize + 1]) << 16 | Int(bytes[headerSize + 2]) << 8
      | Int(bytes[headerSize + 3])
    guard length <= bytes.count, length >= headerSize + 6 else { return nil }
    // At the block's end stand the restart offsets, three bytes each, and their count.
    let restarts = Int(bytes[length - 2]) << 8 | Int(bytes[length - 1])
    end = length - 2 - 3 * restarts
    position = headerSize + 4
    guard end > position else { return nil }
    self.bytes = bytes
  }

  mutating func next() -> Record? {
    guard position < end, let shared = number(), let suffix = number(), shared <= name.count,
      let rest = take(suffix >> 3)
    else { return nil }
    name.replaceSubrange(shared..., with: rest)
    guard number() != nil else { return nil }
    switch suffix & 7 {
    case 0: return Record(name: ByteString(name), target: nil)
    case 1: return take(hashSize).map { _ in Record(name: ByteString(name), target: nil) }
    case 2: return take(2 * hashSize).map { _ in Record(name: ByteString(name), target: nil) }
    case 3:
      guard let length = number(), let target = take(length) else { return nil }
      return Record(name: ByteString(name), target: ByteString(target))
    default: return nil
    }
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= end - position else { return nil }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  /// A number of seven bits a byte, as in git's pack files.
  private mutating func number() -> Int? {
    var value = 0
    for step in 0..<8 {
      guard position < end else { return nil }
      let byte = bytes[position]
      position += 1
      if step > 0 { value += 1 }
      value = value << 7 | Int(byte & 0x7f)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
