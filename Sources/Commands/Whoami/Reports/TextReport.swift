import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit
import RemoteKit
import TerminalKit

/// The answer for people: one line if nothing is special.
struct TextReport {
  let style: Style
  let place: PlaceText

  init(style: Style, environment: Environment) {
    self.style = style
    place = PlaceText(environment)
  }

  /// `withIncludes`: also the rules that almost matched.
  func text(_ answer: Answer, withIncludes: Bool = true) -> ByteString {
    var text = ByteString()
    let people = answer.people.filter { $0.answer.identity != nil }
    if people.isEmpty {
      text += heading(answer)
    } else if let only = single(answer) {
      text += lines(only, answer)
    } else {
      text += pair(answer)
    }
    if !people.isEmpty { text += further(answer) }
    text += more(answer, withIncludes: withIncludes)
    return text
  }

  // MARK: - Without an identity

  /// The state, its reason, the line that it is about, the fix.
  private func heading(_ answer: Answer) -> ByteString {
    var text = ByteString()
    guard let finding = answer.findings.first else { return text }
    text += "\(word(finding.state))  \(finding.remark.text.harmlessText)\n"
    if let file = finding.file {
      let line = finding.line.map { ":\($0)" } ?? ""
      text += "  \(style.paint("at", .dim))   \(place.path(file).harmlessLine)\(line)\n"
      if let content = finding.line.flatMap({ Self.content(ofLine: $0, in: file) }) {
        text += "       \(style.paint(content.harmlessLine, .dim))\n"
      }
    }
    text += fix(finding.remark.fix, indent: "  ")
    return text
  }

  /// The line as it stands in the file; nil if it is blank.
  private static func content(ofLine line: Int, in file: ByteString) -> ByteString? {
    guard line > 0, let lines = (try? FileSystem.read(file))?.lines, line <= lines.count else {
      return nil
    }
    let content = lines[line - 1].trimmed
    return content.isEmpty ? nil : content
  }

  // MARK: - One identity

  /// The identity if author and committer are one, or only one was asked for.
  private func single(_ answer: Answer) -> Identity? {
    let found = answer.people.compactMap(\.answer.identity)
    guard let first = found.first, found.count == answer.people.count,
      found.allSatisfy({ isSame($0, first) })
    else { return nil }
    return first
  }

  private func isSame(_ left: Identity, _ right: Identity) -> Bool {
    isSame(left.name, right.name) && isSame(left.email, right.email)
  }

  private func isSame(_ left: IdentityPart, _ right: IdentityPart) -> Bool {
    guard left.value == right.value else { return false }
    if case .config(let one) = left.origin, case .config(let two) = right.origin {
      return one.isSameEntry(as: two)
    }
    return origin(left) == origin(right)
  }

  private func origin(_ part: IdentityPart) -> ByteString { place.origin(part.origin) }

  /// Whether one place says it all.
  private func isFromOneFile(_ identity: Identity) -> Bool {
    guard case .config(let name) = identity.name.origin,
      case .config(let email) = identity.email.origin
    else { return false }
    return name.origin.source === email.origin.source && name.section == email.section
      && name.origin.source != nil
  }

  private func lines(_ identity: Identity, _ answer: Answer) -> ByteString {
    let shown = style.paint(identity.text.harmlessLine, .bold)
    let state = stateText(answer)
    guard isFromOneFile(identity) else {
      return "\(shown)\(state)\n" + parts(identity, indent: 2)
    }
    return "\(shown)\(state)  \(style.paint(origin(identity.email).harmlessLine, .dim))\n"
  }

  /// `  name   ~/.gitconfig:2`, and the same for the address.
  private func parts(_ identity: Identity, indent: Int) -> ByteString {
    let rows = [("name", identity.name), ("email", identity.email)].map { what, part in
      [
        Table.Cell(ByteString(what), .dim),
        Table.Cell(detail(part)),
      ]
    }
    return Table(rows: rows, indent: indent).rendered(style: style)
  }

  /// The origin, with the key if it is not the usual one.
  private func detail(_ part: IdentityPart) -> ByteString {
    guard case .config(let entry) = part.origin, entry.section != "user" else {
      return origin(part)
    }
    return "\(origin(part))  \(entry.key)"
  }

  private func stateText(_ answer: Answer) -> ByteString {
    switch answer.state {
    case .unchecked: return ""
    case .ok: return "  \(word(.ok))"
    default:
      guard let finding = answer.findings.first else { return "" }
      return "  \(word(finding.state))"
    }
  }

  func word(_ state: WhoamiState) -> ByteString {
    let text = ByteString(state.rawValue)
    return switch state {
    case .ok: style.paint(text, .green)
    case .unchecked: style.paint(text, .dim)
    case .mixed, .guessed: style.paint(text, .bold, .yellow)
    case .broken, .refused, .missing, .empty, .wrong: style.paint(text, .bold, .red)
    }
  }

  // MARK: - Two

  private func pair(_ answer: Answer) -> ByteString {
    var text = ByteString()
    for person in answer.people {
      let role = person.role == .author ? "author     " : "committer  "
      text += style.paint(ByteString(role), .dim)
      switch person.answer {
      case .missing(let error):
        text += "\(word(.missing))  \(error.message.harmlessText)\n"
      case .found(let identity):
        let isFirst = person.role == answer.people.first { $0.answer.identity != nil }?.role
        let state = isFirst && answer.state != .missing ? stateText(answer) : ""
        text += "\(style.paint(identity.text.harmlessLine, .bold))\(state)\n"
        text += parts(identity, indent: 2)
      }
    }
    return text
  }

  // MARK: - Signing and transport

  /// Only what is special: commits are signed, another login or key is used.
  private func further(_ answer: Answer) -> ByteString {
    var rows: [[Table.Cell]] = []
    func add(_ what: ByteString, _ value: ByteString, _ fact: Fact?) {
      var cells = [Table.Cell(what, .dim), Table.Cell(value)]
      if let origin = fact.flatMap({ self.origin($0.origin) }) {
        cells.append(Table.Cell(origin, .dim))
      }
      rows.append(cells)
    }
    let signing = answer.signingFacts
    func fact(_ key: ByteString, _ facts: [Fact]) -> Fact? { facts.first { $0.key == key } }
    if answer.signing?.signsCommits == true {
      let key = fact("signing.key", signing) ?? fact("signing.key-command", signing)
      add(
        "signing",
        "\(answer.signing?.format.rawValue ?? "")  \(key.map { place.path($0.value) } ?? "no key")",
        key
      )
    }
    let transport = answer.transportFacts
    let command = fact("transport.ssh-command", transport)
    let user = fact("transport.user", transport)
    let rewrite = fact("transport.rewritten-by", transport)
    let isSpecial = [command, user, rewrite].contains { fact in
      guard let fact else { return false }
      if case .standard = fact.origin { return false }
      return true
    }
    if isSpecial, let url = fact("transport.url", transport) { add("push", url.value, nil) }
    if isSpecial, let command { add("ssh", command.value, command) }
    if isSpecial, answer.transport?.credentials != nil, let user { add("login", user.value, user) }
    return rows.isEmpty ? "" : Table(rows: rows, indent: 2).rendered(style: style)
  }

  func origin(_ origin: Fact.Origin) -> ByteString? {
    switch origin {
    case .config(let entry): place.chain(entry.origin)
    case .environment(let variable): "$\(variable)"
    case .standard: nil
    }
  }

  // MARK: - What else there is to say

  private func more(_ answer: Answer, withIncludes: Bool) -> ByteString {
    var remarks: [(Remark, Style.Attribute)] = []
    if let finding = answer.findings.first,
      answer.people.contains(where: { $0.answer.identity != nil })
    {
      let isGrave = finding.state != .mixed && finding.state != .guessed
      remarks.append((finding.remark, isGrave ? .red : .yellow))
    }
    remarks += answer.warnings.filter { withIncludes || $0.subject == nil }.map { ($0, .yellow) }
    var text = ByteString()
    var fixes: [String] = []
    for (remark, color) in remarks {
      text += "\(style.paint("!", color)) \((remark.subject ?? remark.reason).harmlessText)\n"
      if remark.subject != nil { text += "  \(remark.reason.harmlessText)\n" }
      guard let fix = remark.fix, !fixes.contains(fix) else { continue }
      fixes.append(fix)
      text += self.fix(fix, indent: "  ")
    }
    return text
  }

  func fix(_ fix: String?, indent: ByteString) -> ByteString {
    guard let fix else { return "" }
    return "\(indent)\(style.paint("fix", .green))  \(fix.harmlessText)\n"
  }
}

extension String {
  /// Control characters made visible, for a text that is one line.
  var harmlessText: ByteString { ByteString(self).harmlessLine }
}
