import ByteKit
import ConfigKit
import IdentityKit
import TerminalKit

/// The answer for scripts: `# whoami v1`, then key, value, origin and chain, separated by tabs.
struct PorcelainReport {
  private let endsWithNUL: Bool

  init(endsWithNUL: Bool) { self.endsWithNUL = endsWithNUL }

  static let header: ByteString = "# whoami v1"

  func text(_ answer: Answer) -> ByteString { line([Self.header]) + facts(answer) }

  func text(_ overview: Overview) -> ByteString {
    overview.rows.reduce(into: line([Self.header])) { text, row in
      text += line(["repository", row.path]) + facts(row.answer)
    }
  }

  /// All lines but the first.
  func facts(_ answer: Answer) -> ByteString {
    var text = line(["state", ByteString(answer.state.rawValue)])
    text += first(answer)
    for person in answer.people {
      let role = ByteString(person.role.rawValue)
      guard let identity = person.answer.identity else { continue }
      for (what, part) in [("name", identity.name), ("email", identity.email)] {
        text += line(
          ["\(role).\(what)", part.value, MachineOrigin.text(part.origin)]
            + chain(part.origin)
        )
      }
    }
    for fact in answer.signingFacts + answer.transportFacts {
      text += line([fact.key, fact.value, MachineOrigin.text(fact.origin)] + chain(fact.origin))
    }
    for warning in answer.warnings { text += line(["warning", ByteString(warning.text)]) }
    return text
  }

  /// Why there is no good identity.
  private func first(_ answer: Answer) -> ByteString {
    guard let finding = answer.findings.first else { return "" }
    let key = ByteString(finding.state.rawValue).lowercasedASCII
    var fields = [key, ByteString(finding.remark.text)]
    if let file = finding.file {
      fields.append("file:\(file)" + (finding.line.map { ":\($0)" } ?? ""))
    }
    return line(fields)
  }

  private func chain(_ origin: Fact.Origin) -> [ByteString] {
    guard case .config(let entry) = origin else { return [] }
    return chain(.config(entry) as IdentityOrigin)
  }

  private func chain(_ origin: IdentityOrigin) -> [ByteString] {
    let steps = MachineOrigin.chain(origin)
    return steps.isEmpty ? [] : [steps.joined(separator: " -> ")]
  }

  /// One line; empty fields at its end are left out.
  func line(_ fields: [ByteString]) -> ByteString {
    var fields = fields
    while fields.last?.isEmpty == true, fields.count > 2 { fields.removeLast() }
    let texts = endsWithNUL ? fields : fields.map(\.cQuoted)
    return texts.joined(separator: "\t") + (endsWithNUL ? "\0" : "\n")
  }
}

/// Origins as scripts read them.
enum MachineOrigin {
  /// `file:<absolute path>:<line>`, `env:<variable>`, `command-line`, `gecos`, `hostname`,
  /// `mailname`.
  static func text(_ origin: IdentityOrigin) -> ByteString {
    switch origin {
    case .environment(let variable): "env:\(variable)"
    case .config(let entry), .hole(let entry): text(entry.origin)
    case .gecos: "gecos"
    case .mailname: "mailname"
    case .hostname: "hostname"
    }
  }

  static func text(_ origin: Fact.Origin) -> ByteString {
    switch origin {
    case .config(let entry): text(entry.origin)
    case .environment(let variable): "env:\(variable)"
    case .standard: ""
    }
  }

  static func text(_ origin: ConfigOrigin) -> ByteString {
    switch origin {
    case .file(let source, let line, _): "file:\(source.path):\(line)"
    case .command: "command-line"
    }
  }

  /// The include lines that led there, the outermost first: `file:<path>:<line> <condition>`.
  static func chain(_ origin: IdentityOrigin) -> [ByteString] {
    guard let entry = entry(origin) else { return [] }
    return entry.origin.inclusions.map { inclusion in
      let condition = inclusion.condition.map { " includeIf.\($0)" as ByteString } ?? " include"
      return text(inclusion.origin) + condition
    }
  }

  static func entry(_ origin: IdentityOrigin) -> ConfigEntry? {
    switch origin {
    case .config(let entry), .hole(let entry): entry
    case .environment, .gecos, .mailname, .hostname: nil
    }
  }
}
