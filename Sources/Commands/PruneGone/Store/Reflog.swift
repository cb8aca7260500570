import ByteKit
import HistoryKit

/// A ref's reflog as git's files backend keeps it, oldest entry first.
struct Reflog: Sendable {
  struct Entry: Hashable, Sendable {
    /// All zero for a ref that was just made.
    var old: ByteString
    var new: ObjectID
    /// Unix seconds.
    var time: Int64
    var message: ByteString
  }

  private(set) var entries: [Entry] = []

  /// Lines that are none of git's are left out.
  init(parsing content: ByteString) {
    for line in content.lines {
      let (head, message) = line.splitOnce(on: UInt8(ascii: "\t")) ?? (line, "")
      let words = head.split(on: UInt8(ascii: " "))
      guard words.count >= 5, let new = ObjectID(hex: words[1]),
        let time = words[words.count - 2].validText.flatMap({ Int64($0) })
      else { continue }
      entries.append(Entry(old: words[0], new: new, time: time, message: message))
    }
  }

  func contains(_ oid: ObjectID) -> Bool { entries.contains { $0.new == oid } }
}
