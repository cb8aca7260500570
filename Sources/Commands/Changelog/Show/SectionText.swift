package import ByteKit

/// One section of a changelog as a text of its own: for release pages and tag messages.
package struct SectionText {
  /// What stands below the heading, and the link definitions that it needs.
  package let text: ByteString

  package init(_ document: Document, _ section: Section) {
    var lines = document.lines[section.body].map(\.content)
    while let first = lines.first, first.trimmed.isEmpty { lines.removeFirst() }
    while let last = lines.last, last.trimmed.isEmpty { lines.removeLast() }
    let used = Self.labels(in: lines)
    let definitions = document.linkDefinitions.filter {
      used.contains(LinkDefinition.key($0.definition.label))
        && !section.body.contains($0.line)
    }
    if !definitions.isEmpty {
      lines.append("")
      lines += definitions.map { document.lines[$0.line].content }
    }
    text = lines.map { $0 + "\n" }.joined(separator: "")
  }

  /// All texts in square brackets: each may be the label of a link.
  private static func labels(in lines: [ByteString]) -> Set<ByteString> {
    var labels: Set<ByteString> = []
    for line in lines {
      let pieces = line.split(on: UInt8(ascii: "[")).dropFirst()
      for piece in pieces {
        if let (label, _) = piece.splitOnce(on: UInt8(ascii: "]")) {
          labels.insert(LinkDefinition.key(label))
        }
      }
    }
    return labels
  }
}
