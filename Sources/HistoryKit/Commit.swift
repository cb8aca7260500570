package import ByteKit

/// A commit as it stands in the repository, nothing re-encoded.
package struct Commit: Hashable, Sendable {
  package let id: ObjectID
  package let tree: ObjectID
  package let parents: [ObjectID]
  package let author: Signature
  package let committer: Signature
  /// The `encoding` header, if there is one: what message and names are written in.
  package let encoding: ByteString?
  /// All that follows the headers' blank line.
  package let message: ByteString

  package var isMerge: Bool { parents.count > 1 }

  /// Parses a raw commit object; nil if it has no tree.
  package init?(id: ObjectID, parsing content: some Sequence<UInt8>) {
    let headers = ObjectHeaders(parsing: Array(content))
    guard let tree = headers["tree"].flatMap({ ObjectID(hex: $0) }) else { return nil }
    self.id = id
    self.tree = tree
    parents = headers.all("parent").compactMap { ObjectID(hex: $0) }
    author = Signature(parsing: headers["author"] ?? "")
    committer = Signature(parsing: headers["committer"] ?? "")
    encoding = headers["encoding"]
    message = headers.message
  }
}

/// The headers of a commit or tag, and the text after them.
struct ObjectHeaders {
  private let fields: [(name: ByteString, value: ByteString)]
  let message: ByteString

  init(parsing content: [UInt8]) {
    var fields: [(name: ByteString, value: ByteString)] = []
    var start = 0
    while start < content.count {
      let end = content[start...].firstIndex(of: UInt8(ascii: "\n")) ?? content.count
      defer { start = end + 1 }
      if end == start { break }
      // Continuation lines (of a signature) begin with a blank; nobody here reads those.
      guard content[start] != UInt8(ascii: " "),
        let (name, value) = ByteString(content[start..<end]).splitOnce(on: UInt8(ascii: " "))
      else { continue }
      fields.append((name, value))
    }
    self.fields = fields
    message = ByteString(content[min(start, content.count)...])
  }

  /// The first header of this name.
  subscript(_ name: ByteString) -> ByteString? { fields.first { $0.name == name }?.value }

  func all(_ name: ByteString) -> [ByteString] { fields.filter { $0.name == name }.map(\.value) }
}
