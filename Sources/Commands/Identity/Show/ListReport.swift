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
    var places: [ByteString] = []
    for rule in row.identity.rules {
      let place = PlaceName.text(rule)
      if !places.contains(place) { places.append(place) }
    }
    return places.map { Table.Cell($0) }
  }
}

/// What a rule is about, as people read it.
enum PlaceName {
  /// The folder, or the remote; all forms of one remote give the same text.
  static func text(_ rule: IdentityRule) -> ByteString {
    switch rule.kind {
    case .gitdir: return rule.pattern
    case .hasconfig:
      guard let address = RemoteAddress(pattern: rule.pattern) else { return rule.condition }
      let path = address.path.dropping(suffix: ".git") ?? address.path
      return path.isEmpty ? address.host : "\(address.host)/\(path)"
    case .other: return rule.condition
    }
  }
}

/// Names and addresses as people read them.
enum PersonText {
  static func person(_ identity: KnownIdentity) -> ByteString {
    let email: ByteString = "<\(identity.email ?? "")>"
    return identity.userName.map { "\($0) \(email)" } ?? email
  }
}
