import ByteKit
import TerminalKit

/// Draws a choice in lines that each fit the terminal's width.
struct ChoiceView: Sendable {
  let style: Style

  /// Lines that are not items: the title and the help below.
  static let frameHeight = 2

  func lines(of choice: Choice, columns: Int, height: Int) -> [ByteString] {
    let count = choice.chosenCount
    var lines = [
      style.paint(
        fitted("delete which branches? \(count) of \(choice.items.count) chosen", columns),
        .bold
      )
    ]
    let visible = choice.items.indices.dropFirst(choice.top).prefix(height)
    let widest = visible.map { Width.columns(of: choice.items[$0].name.harmlessLine.text) }.max()
    let nameColumn = min(widest ?? 0, max(10, columns / 2))
    for index in visible {
      lines.append(
        line(choice.items[index], isCurrent: index == choice.cursor, nameColumn, columns)
      )
    }
    let rest = choice.items.count > height ? "(\(choice.cursor + 1)/\(choice.items.count)) " : ""
    lines.append(
      style.paint(fitted("\(rest)space: choose  a: all  enter: delete  q: quit", columns), .dim)
    )
    return lines
  }

  private func line(
    _ item: Choice.Item,
    isCurrent: Bool,
    _ nameColumn: Int,
    _ columns: Int
  ) -> ByteString {
    let box = !item.isSelectable ? "  - " : item.isChosen ? "[x] " : "[ ] "
    let name = item.name.harmlessLine.text.fitted(toColumns: nameColumn)
    let text = "\(isCurrent ? "> " : "  ")\(box)\(name)  \(item.detail.harmlessLine.text)"
    let plain = fitted(text, columns)
    if isCurrent { return style.paint(plain, .bold) }
    return item.isSelectable ? plain : style.paint(plain, .dim)
  }

  private func fitted(_ text: String, _ columns: Int) -> ByteString {
    // The last column stays empty: some terminals wrap when it is written.
    ByteString(text.truncated(toColumns: columns - 1))
  }
}

extension String {
  /// Cut or filled with spaces to exactly this width.
  fileprivate func fitted(toColumns columns: Int) -> String {
    let cut = truncated(toColumns: columns)
    return cut + String(repeating: " ", count: max(0, columns - Width.columns(of: cut)))
  }
}
