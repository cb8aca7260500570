import ByteKit

/// What each line of a Markdown file is, as far as the structure of a changelog needs it.
///
/// Follows CommonMark's block rules, but takes list items at any indentation: old changelogs indent
/// by four, which CommonMark reads as code.
struct LineScanner {
  struct Result {
    var kind: Kind
    /// How many list items the line stands in; an item's own first line counts.
    var depth: Int
  }

  enum Kind {
    case blank
    case heading(Heading)
    /// The `===` or `---` below a heading.
    case underline
    /// A fence or a line inside one.
    case code
    case comment
    case definition(LinkDefinition)
    case item(ListItem)
    /// A further line of a list item.
    case continuation
    case rule
    case text
  }

  private struct Fence {
    var mark: UInt8
    var length: Int
    var column: Int
    var depth: Int
  }

  private var results: [Result] = []
  private var openItems: [ListItem] = []
  private var fence: Fence?
  private var isInComment = false
  private var previous: ByteString = ""

  static func scan(_ lines: [Line]) -> [Result] {
    var scanner = LineScanner()
    scanner.results.reserveCapacity(lines.count)
    for line in lines {
      scanner.scan(line.content)
      scanner.previous = line.content
    }
    return scanner.results
  }

  private mutating func append(_ kind: Kind, depth: Int = 0) {
    results.append(Result(kind: kind, depth: depth))
  }

  private mutating func scan(_ content: ByteString) {
    if isInComment {
      append(.comment, depth: openItems.count)
      if content.contains("-->") { isInComment = false }
      return
    }
    let trimmed = content.trimmed
    let indentation = content.indentation
    if let open = fence {
      if trimmed.isEmpty || indentation >= open.column {
        append(.code, depth: open.depth)
        if Self.fenceLength(trimmed, mark: open.mark, isClosing: true) >= open.length {
          fence = nil
        }
        return
      }
      fence = nil
    }
    if trimmed.isEmpty { return append(.blank) }

    let containers = openItems.prefix { $0.contentColumn <= indentation }.count
    let container = containers == 0 ? 0 : openItems[containers - 1].contentColumn
    if isUnderline(trimmed, indentation: indentation) { return underline(trimmed) }
    if let item = ListItem(content), !isParagraph || canInterruptParagraph(item, content) {
      openItems.removeLast(openItems.count - containers)
      openItems.append(item)
      return append(.item(item), depth: openItems.count)
    }
    if containers == 0, let heading = Heading(numberSigns: content) {
      openItems = []
      return append(.heading(heading))
    }
    if trimmed.isThematicBreak, indentation - container < 4 {
      openItems.removeLast(openItems.count - containers)
      return append(.rule, depth: containers)
    }
    for mark in [UInt8(ascii: "`"), UInt8(ascii: "~")] {
      let length = Self.fenceLength(trimmed, mark: mark, isClosing: false)
      guard length >= 3 else { continue }
      openItems.removeLast(openItems.count - containers)
      fence = Fence(mark: mark, length: length, column: container, depth: containers)
      return append(.code, depth: containers)
    }
    if trimmed.hasPrefix("<!--"), indentation - container < 4 {
      openItems.removeLast(openItems.count - containers)
      isInComment = !ByteString(trimmed.bytes.dropFirst(4)).contains("-->")
      return append(.comment, depth: containers)
    }
    if containers == 0, let definition = LinkDefinition(content) {
      openItems = []
      return append(.definition(definition))
    }
    if containers > 0 {
      if isAfterBlank { openItems.removeLast(openItems.count - containers) }
      return append(.continuation, depth: isAfterBlank ? containers : openItems.count)
    }
    if !openItems.isEmpty, isItemText { return append(.continuation, depth: openItems.count) }
    openItems = []
    append(.text)
  }

  private var isAfterBlank: Bool {
    if case .blank = results.last?.kind { true } else { false }
  }

  /// Whether the line before is one of a paragraph outside lists.
  private var isParagraph: Bool {
    if case .text = results.last?.kind { true } else { false }
  }

  /// Whether the line before is text of a list item, which a line may continue without indentation.
  private var isItemText: Bool {
    switch results.last?.kind {
    case .item, .continuation: true
    default: false
    }
  }

  private func canInterruptParagraph(_ item: ListItem, _ content: ByteString) -> Bool {
    (item.number ?? 1) == 1 && item.prefix.trimmed != content.trimmed
  }

  private func isUnderline(_ trimmed: ByteString, indentation: Int) -> Bool {
    guard indentation < 4, isParagraph, trimmed.count >= 2, let mark = trimmed.bytes.first,
      mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-")
    else { return false }
    return trimmed.bytes.allSatisfy { $0 == mark }
  }

  private mutating func underline(_ trimmed: ByteString) {
    let level = trimmed.hasPrefix("=") ? 1 : 2
    results[results.count - 1].kind = .heading(
      Heading(text: previous, form: .underlined, level: level)
    )
    append(.underline)
  }

  /// The length of a code fence at the start of `line`, 0 if it is none.
  private static func fenceLength(_ line: ByteString, mark: UInt8, isClosing: Bool) -> Int {
    let run = line.bytes.prefix { $0 == mark }
    let rest = line.bytes[run.endIndex...]
    if isClosing { return rest.isEmpty ? run.count : 0 }
    return mark == UInt8(ascii: "`") && rest.contains(mark) ? 0 : run.count
  }
}
