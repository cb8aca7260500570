import ByteKit
import HistoryKit
import TerminalKit

/// The three forms in which a plan, or what became of it, is printed.
enum PlanReport {
  /// The version of the JSON document; a key is only ever added without changing it.
  static let schema = 1
}

extension PlanReport {
  static func json(_ plan: Plan) -> JSON {
    .object([
      ("schema", .integer(schema)),
      ("repository", .string(plan.repository.text)),
      ("fetch", .array(plan.remotes.filter(\.isAsked).map(json))),
      ("bases", .array(plan.bases.map { .string($0.ref.text) })),
      ("branches", .array(plan.branches.map { json($0, run: plan.run) })),
      ("breakers", .array(plan.breakers.map { .string($0.text) })),
      ("run", .bytes(plan.run?.hex)),
    ])
  }

  private static func json(_ check: RemoteCheck) -> JSON {
    .object([
      ("remote", .string(check.remote.text)),
      ("ok", .boolean(check.failure == nil)),
      ("message", .bytes(check.failure)),
    ])
  }

  private static func json(_ planned: PlannedBranch, run: ObjectID?) -> JSON {
    .object([
      ("ref", .string(planned.branch.ref.text)),
      ("oid", .string(planned.branch.oid.hex.text)),
      ("upstream", .bytes(planned.branch.upstream)),
      ("remote", .bytes(planned.branch.remote)),
      ("state", .string(planned.branch.state.rawValue)),
      ("verdict", .bytes(planned.verdict?.word)),
      ("proof", planned.verdict?.proof.map(json) ?? .null),
      ("evidence", .bytes(planned.evidence.map { ByteString($0.rawValue) })),
      ("heldBy", .array(planned.holders.map { .string($0.explanation.text) })),
      ("action", .string(planned.action.rawValue)),
      ("reason", .bytes(planned.reason.map { ByteString($0.rawValue) })),
      ("explanation", .string(planned.explanation.text)),
      ("ahead", planned.ahead.map { .integer($0) } ?? .null),
      ("restore", .bytes(planned.restoreCommand(run: run))),
    ])
  }

  private static func json(_ proof: Proof) -> JSON {
    .object([
      ("kind", .string(proof.kind.rawValue)),
      ("base", .string(proof.base.text)),
      ("commit", .bytes(proof.commit?.hex)),
    ])
  }
}

extension Verdict {
  /// The verdict's word in machine output.
  var word: ByteString {
    switch self {
    case .merged: "merged"
    case .unmerged, .netEmpty: "unmerged"
    case .unknown: "unknown"
    }
  }

  var proof: Proof? {
    if case .merged(let proof) = self { proof } else { nil }
  }
}

extension PlannedBranch {
  /// What to type to get the branch back; nil unless it was deleted.
  func restoreCommand(run: ObjectID?) -> ByteString? {
    guard action == .deleted, let run else { return nil }
    let operand: ByteString = name.hasPrefix("-") ? "-- \(name.shellQuoted)" : name.shellQuoted
    return "git prune-gone --undo=\(run.abbreviated()) \(operand)"
  }
}

extension ByteString {
  /// The bytes as one word of a POSIX shell: as they are where that is safe, else in single quotes.
  var shellQuoted: ByteString {
    let isPlain =
      !isEmpty
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "/._-+,:@%^=".utf8.contains(byte)
        }
      }
    if isPlain, bytes.first != UInt8(ascii: "=") { return self }
    let pieces = split(on: UInt8(ascii: "'"))
    return "'\(pieces.joined(separator: "'\\''"))'"
  }
}
