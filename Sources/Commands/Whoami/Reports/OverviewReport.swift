import ByteKit
import IdentityKit
import TerminalKit

/// The table of `--under`, and its summary.
struct OverviewReport {
  let text: TextReport
  /// The terminal's width; nil if it is none.
  let columns: Int?

  private var style: Style { text.style }

  func text(_ overview: Overview) -> ByteString {
    guard !overview.rows.isEmpty else { return "no repositories\n" }
    let showsKind = overview.rows.contains { $0.kind != .plain }
    let showsState = overview.rows.contains { $0.answer.state != .unchecked }
    let rows = overview.rows.map { row -> [Table.Cell] in
      let answer = row.answer
      var cells = [Table.Cell(row.name)]
      if showsKind { cells.append(Table.Cell(ByteString(row.kind.rawValue), .dim)) }
      cells.append(Table.Cell(identity(answer), answer.state.isGood ? .bold : nil))
      if showsState {
        let word = answer.state == .unchecked ? "" : ByteString(answer.state.rawValue)
        cells.append(Table.Cell(word, color(answer.state)))
      }
      cells.append(Table.Cell(cause(answer), answer.state.isGood ? .dim : nil))
      return cells
    }
    let table = Table(rows: rows).rendered(style: style, columns: columns)
    return "\(table)\n\(summary(overview))\n"
  }

  private func color(_ state: WhoamiState) -> Style.Attribute {
    switch state {
    case .ok: .green
    case .unchecked: .dim
    case .mixed, .guessed: .yellow
    case .broken, .refused, .missing, .empty, .wrong: .red
    }
  }

  private func identity(_ answer: Answer) -> ByteString {
    var texts: [ByteString] = []
    for identity in answer.people.compactMap(\.answer.identity)
    where !texts.contains(identity.text) {
      texts.append(identity.text)
    }
    return texts.isEmpty ? "-" : texts.joined(separator: " / ")
  }

  /// The reason for what is wrong, else the way to the address.
  private func cause(_ answer: Answer) -> ByteString {
    if let finding = answer.findings.first { return ByteString(finding.remark.text) }
    guard let email = answer.people.first?.answer.identity?.email else { return "" }
    return text.place.origin(email.origin)
  }

  private func summary(_ overview: Overview) -> ByteString {
    let number = overview.rows.count
    let counts = overview.counts.map { state, count -> ByteString in
      let word = state == .unchecked ? "unchecked" : state.rawValue
      return style.paint("\(count) \(word)", color(state))
    }
    let identities = overview.identityCount
    return "\(number) \(number == 1 ? "repository" : "repositories"): "
      + counts.joined(separator: ", ")
      + "; \(identities) \(identities == 1 ? "identity" : "identities")"
  }
}
