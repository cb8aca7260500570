import ByteKit
import ConfigKit
import IdentityKit
import TerminalKit
import ToolKit

/// The list as people read it: one line per identity, and one for each further rule.
struct ListReport {
  private let style: Style
  private let columns: Int?
  private let home: HomePath

  init(_ context: Context) {
    style = context.style
    columns = context.streams.output.isTerminal ? context.streams.output.columns : nil
    home = HomePath(context.environment)
  }

  func text(_ list: IdentityList) -> ByteString {
    guard !list.rows.isEmpty else {
      return "no identities; to make one: git identity add <name> --email <address>\n"
    }
    var table = Table()
    for row in list.rows {
      let places = places(row)
      table.rows.append([
        Table.Cell(row.isHere ? "*" : "", .green),
        Table.Cell(row.identity.name, row.isHere ? .green : .bold),
        Table.Cell(PersonText.person(row.identity)),
        places.first ?? "",
      ])
      for place in places.dropFirst() { table.rows.append(["", "", "", place]) }
      for problem in row.problems {
        table.rows.append(["", "", "", Table.Cell(ByteString(problem), .red)])
      }
    }
    return table.rendered(style: style, columns: columns)
  }

  private func places(_ row: IdentityList.Row) -> [Table.Cell] {
    if row.identity.isDefault { return ["everywhere else"] }
    if row.identity.rules.isEmpty { return [Table.Cell("nowhere", .dim)] }
    return row.identity.rules.map { Table.Cell($0.condition) }
  }
}

/// Names and addresses as people read them.
enum PersonText {
  static func person(_ identity: KnownIdentity) -> ByteString {
    let email: ByteString = "<\(identity.email ?? "")>"
    return identity.userName.map { "\($0) \(email)" } ?? email
  }
}
