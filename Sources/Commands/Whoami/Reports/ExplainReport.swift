import ByteKit
import ConfigKit
import IdentityKit
import ProcessKit
import RemoteKit
import TerminalKit

/// Every value that was considered, in git's order, and every include.
struct ExplainReport {
  private let style: Style
  private let environment: Environment
  private let place: PlaceText
  private let text: TextReport

  init(style: Style, environment: Environment) {
    self.style = style
    self.environment = environment
    place = PlaceText(environment)
    text = TextReport(style: style, environment: environment)
  }

  func text(_ answer: Answer) -> ByteString {
    text.text(answer, withIncludes: false) + location(answer) + expectation(answer) + values(answer)
      + facts("signing", answer.signingFacts) + facts("transport", answer.transportFacts)
      + includes(answer)
  }

  private func title(_ title: ByteString) -> ByteString { "\n\(style.paint(title, .bold))\n" }

  // MARK: - Where

  private func location(_ answer: Answer) -> ByteString {
    let rows: [[Table.Cell]]
    switch answer.place {
    case .unknown: return ""
    case .refused(let refusal): rows = [row("refused", place.path(refusal.directory))]
    case .outside: rows = [row("outside", "of any repository")]
    case .repository(let location):
      var found = [row("git directory", place.path(location.gitDirectory))]
      if location.isLinkedWorktree {
        found.append(row("of", place.path(location.commonDirectory)))
      }
      found.append(row("work tree", location.workTree.map { place.path($0) } ?? "none"))
      if location.isFromEnvironment { found.append(row("found by", "$GIT_DIR")) }
      let formats: [ByteString] = [location.format.objectFormat, location.format.refStorage]
      if formats != ["sha1", "files"] {
        found.append(row("format", formats.joined(separator: ", ")))
      }
      rows = found
    }
    return title("repository") + Table(rows: rows, indent: 2).rendered(style: style)
  }

  private func row(_ name: ByteString, _ value: ByteString) -> [Table.Cell] {
    [Table.Cell(name, .dim), Table.Cell(value)]
  }

  private func expectation(_ answer: Answer) -> ByteString {
    guard let expectation = answer.expectation else { return "" }
    let source = expectation.entry.map { place.chain($0.origin) } ?? "--expect"
    return title("expected") + "  \(expectation.text.harmlessLine)  "
      + style.paint(source.harmlessLine, .dim) + "\n"
  }

  // MARK: - Values

  private static let roleVariables: [(IdentityRole, [ByteString])] = [
    (.author, ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL"]),
    (.committer, ["GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"]),
  ]

  private func values(_ answer: Answer) -> ByteString {
    guard let config = answer.config else { return "" }
    var rows: [[Table.Cell]] = []
    for entry in config.entries where isIdentity(entry) {
      rows.append(
        cells(
          isUsed: users(of: entry, answer),
          entry.key,
          entry.value.map { "= \($0)" } ?? "",
          place.chain(entry.origin),
          loss(entry, answer)
        )
      )
    }
    for (role, variables) in Self.roleVariables {
      for variable in variables {
        guard let value = environment[variable] else { continue }
        rows.append(cells(isUsed: [role], "$\(variable)", "= \(value)", "environment", ""))
      }
    }
    if let value = environment.nonEmpty("EMAIL") {
      let users = answer.people.compactMap { person -> IdentityRole? in
        guard case .environment("EMAIL")? = person.answer.identity?.email.origin else { return nil }
        return person.role
      }
      let loss: ByteString =
        users.isEmpty ? "only counts where no address is configured" : ""
      rows.append(cells(isUsed: users, "$EMAIL", "= \(value)", "environment", loss))
    }
    for (what, origin, value) in guesses(answer) {
      rows.append(cells(isUsed: [.author], what, "= \(value)", place.origin(origin), "made up"))
    }
    guard !rows.isEmpty else { return "" }
    return title("values, in git's order (* counts)")
      + Table(rows: rows, indent: 2).rendered(style: style)
  }

  private func guesses(_ answer: Answer) -> [(ByteString, IdentityOrigin, ByteString)] {
    guard let identity = answer.people.compactMap(\.answer.identity).first(where: \.isGuessed)
    else { return [] }
    return [("name", identity.name), ("email", identity.email)].compactMap { what, part in
      part.origin.isGuess ? (ByteString(what), part.origin, part.value) : nil
    }
  }

  private func cells(
    isUsed: [IdentityRole],
    _ key: ByteString,
    _ value: ByteString,
    _ origin: ByteString,
    _ note: ByteString
  ) -> [Table.Cell] {
    let counts = !isUsed.isEmpty
    return [
      counts ? Table.Cell("*", .green) : Table.Cell(" "),
      Table.Cell(key, counts ? nil : .dim),
      Table.Cell(value, counts ? .bold : .dim),
      Table.Cell(origin, .dim),
      Table.Cell(note, .dim),
    ]
  }

  private func isIdentity(_ entry: ConfigEntry) -> Bool {
    if entry.section == "whoami" { return entry.subsection == nil && entry.name == "expect" }
    guard entry.section == "user" || entry.section == "author" || entry.section == "committer"
    else { return false }
    // With a subsection it is none, which is one of the mistakes that people look for here.
    return entry.name == "name" || entry.name == "email" || entry.name == "useconfigonly"
  }

  /// Who gets this value.
  private func users(of entry: ConfigEntry, _ answer: Answer) -> [IdentityRole] {
    if entry.section == "whoami" {
      return answer.expectation?.entry?.isSameEntry(as: entry) == true ? [.author] : []
    }
    if entry.name == "useconfigonly" {
      return answer.settings?.configOnly?.isSameEntry(as: entry) == true ? [.author] : []
    }
    return answer.people.compactMap { person in
      guard let identity = person.answer.identity else { return nil }
      for part in [identity.name, identity.email] {
        if case .config(let used) = part.origin, used.isSameEntry(as: entry) { return person.role }
      }
      return nil
    }
  }

  /// Why the value does not count.
  private func loss(_ entry: ConfigEntry, _ answer: Answer) -> ByteString {
    guard users(of: entry, answer).isEmpty, let config = answer.config else { return "" }
    if entry.subsection != nil { return "not user.\(entry.name): it stands in a subsection" }
    if let last = config.last(ConfigKey(section: entry.section, name: entry.name)),
      !last.isSameEntry(as: entry)
    {
      return "overridden by \(place.line(last.origin))"
    }
    guard entry.section == "user" else {
      return entry.value?.isEmpty == true ? "empty, so it does not count" : beaten(entry, answer)
    }
    return beaten(entry, answer)
  }

  /// The last of its key, and still something else counts.
  private func beaten(_ entry: ConfigEntry, _ answer: Answer) -> ByteString {
    let winners = answer.people.compactMap { person -> ByteString? in
      guard let identity = person.answer.identity else { return nil }
      if entry.section != "user", entry.section != ByteString(person.role.rawValue) { return nil }
      switch entry.name == "name" ? identity.name.origin : identity.email.origin {
      case .environment(let variable): return "$\(variable)"
      case .config(let other): return "\(other.key) (\(place.line(other.origin)))"
      case .hole, .gecos, .mailname, .hostname: return nil
      }
    }
    var unique: [ByteString] = []
    for winner in winners where !unique.contains(winner) { unique.append(winner) }
    return unique.isEmpty ? "" : "beaten by \(unique.joined(separator: ", "))"
  }

  // MARK: - Signing and transport

  private func facts(_ title: ByteString, _ facts: [Fact]) -> ByteString {
    guard !facts.isEmpty else { return "" }
    let rows = facts.map { fact in
      [
        Table.Cell(fact.key.splitOnce(on: UInt8(ascii: "."))?.tail ?? fact.key, .dim),
        Table.Cell(place.path(fact.value)),
        Table.Cell(text.origin(fact.origin) ?? "", .dim),
      ]
    }
    return self.title(title) + Table(rows: rows, indent: 2).rendered(style: style)
  }

  // MARK: - Includes

  private func includes(_ answer: Answer) -> ByteString {
    let taken = answer.includes.filter(\.trace.isTaken)
    let others = answer.includes.filter { !$0.trace.isTaken }
    var text = ByteString()
    if !taken.isEmpty { text += title("includes taken") + taken.map(block).joined(separator: "") }
    if !others.isEmpty {
      text += title("includes not taken") + others.map(block).joined(separator: "")
    }
    return text
  }

  private func block(_ finding: IncludeFinding) -> ByteString {
    let trace = finding.trace
    let path = trace.value ?? ""
    var text: ByteString =
      "  \(place.line(trace.origin).harmlessLine) "
      + "\(PlaceText.header(trace.condition).harmlessLine) -> \(path.harmlessLine)\n"
    if trace.isTaken, trace.condition != nil, let matched = trace.texts.last {
      text += "    \(style.paint("matched", .dim))  \(place.path(matched).harmlessLine)\n"
    }
    if let reason = finding.reason {
      let label = style.paint("why", finding.isWorthSaying ? .yellow : .dim)
      text += "    \(label)  \(reason.harmlessText)\n"
    }
    return text + self.text.fix(finding.fix, indent: "    ")
  }
}
