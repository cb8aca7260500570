import ByteKit

/// The three-way merge of link definitions, label by label.
struct LinkMerge {
  private struct Definition: Equatable {
    var line: ByteString
    var target: ByteString
  }

  private let wanted: [ByteString: Definition]
  private let base: [ByteString: Definition]
  /// The labels of both sides in order, theirs for placing what is new.
  private let theirOrder: [ByteString]

  init(base: Document, ours: Document, theirs: Document) {
    self.base = Self.definitions(base)
    let (mine, other) = (Self.definitions(ours), Self.definitions(theirs))
    var wanted: [ByteString: Definition] = [:]
    for key in Set(mine.keys).union(other.keys) {
      let old = self.base[key]
      switch (mine[key], other[key]) {
      case (let here?, let there?):
        if here.target == old?.target {
          wanted[key] = there
        } else if there.target == old?.target || here.target == there.target {
          wanted[key] = here
        } else {
          wanted[key] = Self.isNewer(theirs, than: ours) ? there : here
        }
      case (let here?, nil): if old?.target != here.target { wanted[key] = here }
      case (nil, let there?): if old?.target != there.target { wanted[key] = there }
      case (nil, nil): break
      }
    }
    self.wanted = wanted
    theirOrder = theirs.linkDefinitions.map { LinkDefinition.key($0.definition.label) }
  }

  private static func definitions(_ document: Document) -> [ByteString: Definition] {
    Dictionary(
      document.linkDefinitions.map { line, definition in
        (
          LinkDefinition.key(definition.label),
          Definition(line: document.lines[line].content, target: definition.target)
        )
      }
    ) { first, _ in first }
  }

  private static func isNewer(_ left: Document, than right: Document) -> Bool {
    guard let left = left.sections.compactMap(\.version).max() else { return false }
    return right.sections.compactMap(\.version).max().map { $0 < left } ?? true
  }

  func apply(to document: inout Document) {
    for (line, definition) in document.linkDefinitions.reversed() {
      let key = LinkDefinition.key(definition.label)
      guard let wanted = wanted[key] else {
        document.replaceLines(line..<(line + 1), with: [])
        continue
      }
      if wanted.target != definition.target {
        document.replaceLines(line..<(line + 1), with: [wanted.line])
      }
    }
    for (index, key) in theirOrder.enumerated() {
      guard let wanted = wanted[key], !has(key, document) else { continue }
      let following = theirOrder[(index + 1)...]
      let next = document.linkDefinitions.first {
        following.contains(LinkDefinition.key($0.definition.label))
      }
      if let line = next?.line {
        document.replaceLines(line..<line, with: [wanted.line])
      } else if let last = document.linkDefinitions.last?.line {
        document.replaceLines((last + 1)..<(last + 1), with: [wanted.line])
      } else {
        var end = document.lines.count
        while end > 0, document.lines[end - 1].isBlank { end -= 1 }
        document.replaceLines(end..<end, with: ["", wanted.line])
      }
    }
  }

  private func has(_ key: ByteString, _ document: Document) -> Bool {
    document.linkDefinitions.contains { LinkDefinition.key($0.definition.label) == key }
  }
}
