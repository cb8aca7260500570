import ByteKit
import IdentityKit
import TerminalKit
import ToolKit

/// `list` and `show` as JSON.
struct IdentityJSON {
  static let schema = 1

  init(_ context: Context) {}

  func document(_ list: IdentityList, only row: IdentityList.Row? = nil) -> JSON {
    .object([
      ("schema", .integer(Self.schema)),
      (
        "global",
        .object([
          ("path", .bytes(list.globalFile)), ("writable", .boolean(list.isGlobalFileWritable)),
        ])
      ),
      ("identities", .array((row.map { [$0] } ?? list.rows).map { identity($0, list.here) })),
      ("here", here(list.here)),
    ])
  }

  private func here(_ here: Here) -> JSON {
    .object([("name", .bytes(here.identity?.name)), ("state", .string(here.state.rawValue))])
  }

  private func identity(_ row: IdentityList.Row, _ here: Here) -> JSON {
    let identity = row.identity
    return .object([
      ("name", .bytes(identity.name)),
      ("path", .bytes(identity.path)),
      ("userName", .bytes(identity.userName)),
      ("email", .bytes(identity.email)),
      ("also", .array(identity.formerAddresses.map { .bytes($0) })),
      ("handMade", .boolean(identity.isHandMade)),
      ("default", .boolean(identity.isDefault)),
      ("rules", .array(identity.rules.map { rule($0, here) })),
      ("signing", signing(row.details)),
      ("ssh", ssh(row.details)),
      (
        "credentials",
        .array(
          row.details.credentials.map {
            .object([("url", .bytes($0.url)), ("username", .bytes($0.username))])
          }
        )
      ),
      ("problems", .array(row.problems.map { .string($0) })),
    ])
  }

  private func rule(_ rule: IdentityRule, _ here: Here) -> JSON {
    .object([
      ("kind", .string(rule.kind.rawValue)),
      ("condition", .bytes(rule.condition)),
      ("path", .bytes(rule.path)),
      ("line", .integer(rule.line)),
      ("active", .boolean(here.isActive(rule))),
    ])
  }

  private func signing(_ details: IdentityDetails) -> JSON {
    guard let signing = details.signing else { return .null }
    return .object([
      ("format", .bytes(signing.format)),
      ("key", .bytes(signing.key)),
      ("exists", signing.exists.map { .boolean($0) } ?? .null),
    ])
  }

  private func ssh(_ details: IdentityDetails) -> JSON {
    guard let ssh = details.ssh else { return .null }
    return .object([
      ("command", .bytes(ssh.command)),
      ("key", .bytes(ssh.key)),
      ("exists", ssh.exists.map { .boolean($0) } ?? .null),
    ])
  }
}
