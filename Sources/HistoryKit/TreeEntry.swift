package import ByteKit

/// One name in a tree.
package struct TreeEntry: Hashable, Sendable {
  /// The last part of the path.
  package let name: ByteString
  /// Git's mode: 0o100644, 0o100755, 0o120000 (link), 0o160000 (submodule), 0o040000 (tree).
  package let mode: UInt32
  package let id: ObjectID

  package init(name: ByteString, mode: UInt32, id: ObjectID) {
    self.name = name
    self.mode = mode
    self.id = id
  }

  /// The entries of a raw tree object; nil if it is cut short.
  static func parse(_ content: UnsafeBufferPointer<UInt8>, idLength: Int) -> [TreeEntry]? {
    var entries: [TreeEntry] = []
    var index = 0
    while index < content.count {
      var mode: UInt32 = 0
      while index < content.count, content[index] != UInt8(ascii: " ") {
        mode = mode << 3 | UInt32(content[index] & 7)
        index += 1
      }
      guard let end = content[index...].firstIndex(of: 0), index < end,
        content.count - end > idLength,
        let id = ObjectID(bytes: content[(end + 1)...(end + idLength)])
      else { return nil }
      entries.append(TreeEntry(name: ByteString(content[(index + 1)..<end]), mode: mode, id: id))
      index = end + idLength + 1
    }
    return entries
  }
}
