import ByteKit
import HistoryKit
import TerminalKit

extension PlanReport {
  static let porcelainHeader: ByteString = "# prune-gone v1"

  /// One record a branch: action, ref, oid, state, verdict, proof kind, proof base, proof commit,
  /// evidence, reason, upstream, remote, commits nowhere else, holders; an empty value is `-`.
  ///
  /// `endsWithNUL`: values as they are and NUL after each record, instead of values quoted
  ///   as git does and LF.
  static func porcelain(_ plan: Plan, endsWithNUL: Bool) -> ByteString {
    var content = ByteString()
    for planned in plan.branches {
      let branch = planned.branch
      let proof = planned.verdict?.proof
      let fields: [ByteString?] = [
        ByteString(planned.action.rawValue), branch.ref, branch.oid.hex,
        ByteString(branch.state.rawValue), planned.verdict?.word,
        proof.map { ByteString($0.kind.rawValue) }, proof?.base, proof?.commit?.hex,
        planned.evidence.map { ByteString($0.rawValue) },
        planned.reason.map { ByteString($0.rawValue) }, branch.upstream, branch.remote,
        planned.ahead.map { "\($0)" },
        planned.holders.isEmpty
          ? nil : planned.holders.map(\.explanation).joined(separator: "; "),
      ]
      content += record(fields, endsWithNUL: endsWithNUL)
    }
    return content
  }

  /// Fields between tabs, with the end that the format has.
  static func record(_ fields: [ByteString?], endsWithNUL: Bool) -> ByteString {
    let shown = fields.map { field -> ByteString in
      guard let field, !field.isEmpty else { return "-" }
      return endsWithNUL ? field : field.cQuoted
    }
    return shown.joined(separator: "\t") + (endsWithNUL ? "\0" : "\n")
  }
}
