package import ByteKit

/// Which entry of the changelog a commit added for itself.
package enum OwnEntry: Hashable, Sendable {
  /// It added none.
  case none
  case found(ByteString)
  /// It added several, and none says what its message does.
  case unclear

  /// Looks at what the commit added to the file.
  ///
  /// An entry equal to what its message makes is its own; without one, the only added entry is.
  package init(before: Document?, after: Document?, entry: Entry?) {
    let added = Self.added(before: before, after: after)
    if let entry {
      let index = EntryIndex([entry.rendered])
      if let same = added.first(where: { index.contains(entry: $0) }) {
        self = .found(same)
        return
      }
    }
    switch added.count {
    case 0: self = .none
    case 1: self = .found(added[0])
    default: self = .unclear
    }
  }

  /// The texts of the top-level entries that `after` has more often than `before`.
  package static func added(before: Document?, after: Document?) -> [ByteString] {
    func texts(_ document: Document?) -> [ByteString] {
      document.map { $0.sections.flatMap(\.bullets).map(\.text) } ?? []
    }
    var counts: [ByteString: Int] = [:]
    for text in texts(before) { counts[text, default: 0] += 1 }
    return texts(after).filter { text in
      guard let count = counts[text], count > 0 else { return true }
      counts[text] = count - 1
      return false
    }
  }
}
