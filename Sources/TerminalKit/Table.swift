package import ByteKit

/// Rows of cells in aligned columns, counted as a terminal shows them.
package struct Table: Sendable {
  package enum Alignment: Sendable {
    case left
    case right
  }

  package struct Cell: Sendable, ExpressibleByStringLiteral {
    package var text: ByteString
    package var attribute: Style.Attribute?

    /// Control characters in `text` are made visible when the table is laid out.
    package init(_ text: ByteString, _ attribute: Style.Attribute? = nil) {
      self.text = text
      self.attribute = attribute
    }

    package init(stringLiteral value: String) { self.init(ByteString(value)) }
  }

  package var rows: [[Cell]]
  /// By column; columns beyond its end are aligned left.
  package var alignments: [Alignment]
  package var indent: Int

  package init(rows: [[Cell]] = [], alignments: [Alignment] = [], indent: Int = 0) {
    self.rows = rows
    self.alignments = alignments
    self.indent = indent
  }

  /// The rows as lines, two spaces between columns, none at the end.
  ///
  /// With `columns`, a terminal's width, what does not fit is cut from the row's last cell.
  package func rendered(style: Style = .plain, columns: Int? = nil) -> ByteString {
    let texts = rows.map { row in row.map(\.text.harmlessLine.text) }
    var widths: [Int] = []
    for row in texts {
      for (index, text) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], Width.columns(of: text))
      }
    }
    var result = ByteString()
    for (row, texts) in zip(rows, texts) {
      result += line(row, texts, widths, style, columns)
    }
    return result
  }

  private func line(
    _ row: [Cell],
    _ texts: [String],
    _ widths: [Int],
    _ style: Style,
    _ columns: Int?
  ) -> ByteString {
    var line = ByteString(String(repeating: " ", count: indent))
    var used = indent
    var pending = 0
    for (index, (cell, full)) in zip(row, texts).enumerated() {
      let isLast = index == row.count - 1
      let text =
        isLast ? full.truncated(toColumns: columns.map { max($0 - used - pending, 1) }) : full
      let width = Width.columns(of: text)
      let padding = max(widths[index] - width, 0)
      let isRight = index < alignments.count && alignments[index] == .right
      if !text.isEmpty {
        let before = pending + (isRight ? padding : 0)
        line += ByteString(String(repeating: " ", count: before))
        line += cell.attribute.map { style.paint(ByteString(text), $0) } ?? ByteString(text)
        used += before + width
        pending = isRight ? 0 : padding
      } else {
        pending += padding
      }
      pending += 2
    }
    return line + "\n"
  }
}

extension String {
  /// Cut to `limit` columns with `…` at the end if it is longer; nil is no limit.
  package func truncated(toColumns limit: Int?) -> String {
    guard let limit, Width.columns(of: self) > limit else { return self }
    var result = ""
    var used = 0
    for character in self {
      used += Width.columns(of: character)
      if used > limit - 1 { break }
      result.append(character)
    }
    return result + "…"
  }
}
