import ByteKit
import ConfigKit
import IdentityKit
import RemoteKit
import TerminalKit

/// The answer as one JSON document.
enum JSONReport {
  static func document(_ answer: Answer) -> JSON {
    .object([("schema", .integer(1))] + members(answer))
  }

  static func members(_ answer: Answer) -> [(String, JSON)] {
    [
      ("state", .string(answer.state.rawValue)),
      ("reason", finding(answer.findings.first)),
      ("repository", repository(answer.place)),
      ("author", person(.author, answer)),
      ("committer", person(.committer, answer)),
      ("expected", expectation(answer.expectation)),
      ("signing", facts(answer.signingFacts)),
      ("transport", facts(answer.transportFacts)),
      ("warnings", .array(answer.warnings.map(remark))),
      ("includes", .array(answer.includes.map(include))),
    ]
  }

  static func document(_ overview: Overview) -> JSON {
    let rows = overview.rows.map { row in
      JSON.object(
        [
          ("name", .bytes(row.name)), ("path", .bytes(row.path)),
          ("kind", .string(row.kind == .plain ? "repository" : row.kind.rawValue)),
        ]
          + members(row.answer).filter { !unaskedMembers.contains($0.0) }
      )
    }
    let counts = overview.counts.map { ($0.state.rawValue, JSON.integer($0.count)) }
    return .object([
      ("schema", .integer(1)),
      ("repositories", .array(rows)),
      (
        "summary",
        .object([
          ("repositories", .integer(overview.rows.count)),
          ("identities", .integer(overview.identityCount)),
          ("states", .object(counts)),
        ])
      ),
    ])
  }

  /// What `--under` does not look into.
  private static let unaskedMembers: Set<String> = ["signing", "transport", "includes"]

  /// By key without `signing.` or `transport.`; what may be there more than once is a list.
  private static func facts(_ facts: [Fact]) -> JSON {
    guard !facts.isEmpty else { return .null }
    let lists: Set<ByteString> = [
      "transport.url", "transport.rewritten-by", "transport.credential-helper",
    ]
    var members: [(String, JSON)] = []
    var seen: Set<ByteString> = []
    for fact in facts where seen.insert(fact.key).inserted {
      let name = fact.key.splitOnce(on: UInt8(ascii: "."))?.tail ?? fact.key
      let values = facts.filter { $0.key == fact.key }.map(value)
      members.append((name.text, lists.contains(fact.key) ? .array(values) : values[0]))
    }
    return .object(members)
  }

  private static func value(_ fact: Fact) -> JSON {
    let origin: JSON =
      switch fact.origin {
      case .config(let entry): self.origin(entry.origin)
      case .environment(let variable):
        .object([("kind", .string("env")), ("variable", .bytes(variable))])
      case .standard: .null
      }
    return .object([
      ("value", fact.isBoolean ? .boolean(fact.value == "true") : .bytes(fact.value)),
      ("origin", origin),
    ])
  }

  private static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  private static func finding(_ finding: Answer.Finding?) -> JSON {
    guard let finding else { return .null }
    return .object([
      ("message", .string(finding.remark.text)),
      ("fix", text(finding.remark.fix)),
      ("path", .bytes(finding.file)),
      ("line", finding.line.map { .integer($0) } ?? .null),
    ])
  }

  private static func remark(_ remark: Remark) -> JSON {
    .object([("message", .string(remark.text)), ("fix", text(remark.fix))])
  }

  // MARK: - Repository

  private static func repository(_ place: Answer.Place) -> JSON {
    switch place {
    case .outside, .unknown: .null
    case .refused(let refusal): .object([("path", .bytes(refusal.directory))])
    case .repository(let location):
      .object([
        ("path", .bytes(location.workTree ?? location.gitDirectory)),
        ("gitDirectory", .bytes(location.gitDirectory)),
        ("commonDirectory", .bytes(location.commonDirectory)),
        ("workTree", .bytes(location.workTree)),
        ("isBare", .boolean(location.isBare)),
        ("isLinkedWorktree", .boolean(location.isLinkedWorktree)),
        ("objectFormat", .bytes(location.format.objectFormat)),
        ("refStorage", .bytes(location.format.refStorage)),
      ])
    }
  }

  // MARK: - Identities

  private static func person(_ role: IdentityRole, _ answer: Answer) -> JSON {
    guard let identity = answer.identity(role) else { return .null }
    return .object([("name", part(identity.name)), ("email", part(identity.email))])
  }

  private static func part(_ part: IdentityPart) -> JSON {
    .object([
      ("value", .bytes(part.value)),
      ("origin", origin(part.origin)),
      ("chain", chain(MachineOrigin.entry(part.origin)?.origin)),
    ])
  }

  private static func origin(_ origin: IdentityOrigin) -> JSON {
    switch origin {
    case .config(let entry), .hole(let entry): self.origin(entry.origin)
    case .environment(let variable):
      .object([("kind", .string("env")), ("variable", .bytes(variable))])
    case .gecos, .mailname, .hostname:
      .object([("kind", .bytes(MachineOrigin.text(origin)))])
    }
  }

  static func origin(_ origin: ConfigOrigin) -> JSON {
    switch origin {
    case .file(let source, let line, _):
      .object([
        ("kind", .string("file")), ("path", .bytes(source.path)), ("line", .integer(line)),
      ])
    case .command(let variable):
      .object([("kind", .string("command-line")), ("variable", .bytes(variable))])
    }
  }

  private static func chain(_ origin: ConfigOrigin?) -> JSON {
    .array(
      (origin?.inclusions ?? []).map { inclusion in
        .object([
          ("condition", .bytes(inclusion.condition)), ("origin", self.origin(inclusion.origin)),
        ])
      }
    )
  }

  private static func expectation(_ expectation: Expectation?) -> JSON {
    guard let expectation else { return .null }
    return .object([
      ("patterns", .array(expectation.patterns.map { .bytes($0) })),
      ("origin", expectation.entry.map { origin($0.origin) } ?? .null),
    ])
  }

  // MARK: - Includes

  private static func include(_ finding: IncludeFinding) -> JSON {
    .object([
      ("condition", .bytes(finding.trace.condition)),
      ("path", .bytes(finding.trace.value)),
      ("matched", .boolean(finding.isMet)),
      ("reason", text(finding.reason)),
      ("fix", text(finding.fix)),
      ("origin", origin(finding.trace.origin)),
    ])
  }
}
