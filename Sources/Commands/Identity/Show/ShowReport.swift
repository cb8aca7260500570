import ByteKit
import ConfigKit
import IdentityKit
import TerminalKit
import ToolKit

/// One identity in full, as people read it.
struct ShowReport {
  private let style: Style
  private let home: HomePath

  init(_ context: Context) {
    style = context.style
    home = HomePath(context.environment)
  }

  func text(_ row: IdentityList.Row, _ here: Here) -> ByteString {
    let identity = row.identity
    var table = Table()
    func add(_ title: String, _ text: ByteString, _ remark: ByteString = "") {
      table.rows.append([
        Table.Cell(ByteString(title), .dim),
        Table.Cell(remark.isEmpty ? text : "\(text)  \(remark)"),
      ])
    }
    add("identity", identity.name, row.isHere ? "(in force here)" : "")
    add("person", PersonText.person(identity))
    for address in identity.formerAddresses { add("also", address) }
    if let path = identity.path {
      add("file", home.abbreviated(path), identity.isHandMade ? "(made by hand)" : "")
    } else {
      for setting in identity.settings where setting.key.section == "user" {
        add(setting.key.text.text, "\(home.abbreviated(setting.path)):\(setting.line)")
      }
    }
    for rule in identity.rules {
      add(
        here.isActive(rule) ? "rule (true here)" : "rule",
        rule.condition,
        "\(home.abbreviated(rule.path)):\(rule.line)"
      )
    }
    addDetails(row.details, add)
    for problem in row.problems { add("problem", ByteString(problem)) }
    return table.rendered(style: style)
  }

  private func addDetails(
    _ details: IdentityDetails,
    _ add: (String, ByteString, ByteString) -> Void
  ) {
    if let signing = details.signing {
      if signing.signsCommits == false { add("signing", "off", "") }
      if let key = signing.key {
        add("signing key", key, signing.exists == false ? "(no such file)" : "")
      }
    }
    if let ssh = details.ssh {
      add("ssh", ssh.command, ssh.exists == false ? "(no such key)" : "")
    }
    for credential in details.credentials {
      add("account", "\(credential.username) at \(credential.url)", "")
    }
  }
}
