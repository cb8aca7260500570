import ByteKit
import TerminalKit

/// Draws a choice in lines that each fit the terminal's width.
struct ChoiceView: Sendable {
  let style: Style

  /// Lines that are not items: the title and the help below.
  static let frameHeight = 2

  func lines(of choice: Choice, columns: Int, height: Int) -> [ByteString] {
    var lines = [style.paint(longest(titles(of: choice), columns), .bold)]
    let visible = choice.items.indices.dropFirst(choice.top).prefix(height)
    let widest = visible.map { Width.columns(of: choice.items[$0].name.harmlessLine.text) }.max()
    let nameColumn = min(widest ?? 0, max(10, columns / 2))
    for index in visible {
      lines.append(
        line(choice.items[index], isCurrent: index == choice.cursor, nameColumn, columns)
      )
    }
    let rest = choice.items.count > height ? "(\(choice.cursor + 1)/\(choice.items.count)) " : ""
    lines.append(style.paint(longest(Self.helps.map { rest + $0 }, columns), .dim))
    return lines
  }

  private func titles(of choice: Choice) -> [String] {
    let count = "\(choice.chosenCount) of \(choice.items.count) chosen"
    let risk = choice.riskCount
    let risks = risk == 0 ? "" : ", \(risk) of them without proof (!!)"
    return [
      "delete which branches? \(count)\(risks)",
      "delete: \(count)\(risk == 0 ? "" : ", \(risk) !!")",
      count,
    ]
  }

  private static let helps = [
    "space: choose  a: proven (ok), all, none  enter: delete  q: quit",
    "space a: ok/all enter: delete q: quit", "space, a, enter, q: quit",
  ]

  /// The first of these that fits, else the last, cut.
  private func longest(_ texts: [String], _ columns: Int) -> ByteString {
    let fitting = texts.first { Width.columns(of: $0) < columns }
    return fitted(fitting ?? texts.last ?? "", columns)
  }

  private func line(
    _ item: Choice.Item,
    isCurrent: Bool,
    _ nameColumn: Int,
    _ columns: Int
  ) -> ByteString {
    let box =
      switch item.standing {
      case .proven: item.isChosen ? "[x] ok" : "[ ] ok"
      case .unproven: item.isChosen ? "[x] !!" : "[ ] !!"
      case .kept: "  -   "
      }
    let name = item.name.harmlessLine.text.fitted(toColumns: nameColumn)
    let text = "\(isCurrent ? "> " : "  ")\(box) \(name)  \(item.detail.harmlessLine.text)"
    let plain = fitted(text, columns)
    if isCurrent { return style.paint(plain, .bold) }
    return switch item.standing {
    case .proven: style.paint(plain, .green)
    case .unproven: style.paint(plain, .yellow)
    case .kept: style.paint(plain, .dim)
    }
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
