package import ByteKit
import RemoteKit

/// What becomes of a commit in the changelog.
package enum Outcome: Hashable, Sendable {
  case entry(Entry)
  /// No entry, and why: for `-v` and `skipped` in JSON.
  case hidden(reason: ByteString)

  package var entry: Entry? {
    if case .entry(let entry) = self { entry } else { nil }
  }
}

/// Makes entries of commit messages.
///
/// A class, since every message of a history carries it along.
package final class EntryMaker: Sendable {
  let categories: CategoryMap
  /// The name of the trailer that names a category, in lower case.
  let trailerName: ByteString
  let text: EntryText

  init(categories: CategoryMap, trailerName: ByteString = "changelog", text: EntryText) {
    self.categories = categories
    self.trailerName = trailerName.lowercasedASCII
    self.text = text
  }

  /// The entry of `message`, or nil where its trailer or type says none.
  ///
  /// `always` makes an entry of hidden types, too (`commit` and `add`); a trailer's `none` is
  /// heeded all the same.
  package func entry(for message: ByteString, always: Bool) -> Entry? {
    outcome(for: CommitMessage(parsing: message), always: always).entry
  }

  /// What `message` becomes, seen alone: without its place in history.
  package func outcome(for message: CommitMessage, always: Bool = false) -> Outcome {
    Draft(of: message, by: self).outcome(always: always)
  }
}

extension EntryMaker {
  /// What `message` becomes and what it reverts, for a reader of many.
  func reading(of message: CommitMessage, always: Bool) -> (outcome: Outcome, revert: Revert?) {
    let draft = Draft(of: message, by: self)
    return (draft.outcome(always: always), draft.revert)
  }

  /// The entry of a merge that someone asks for: of the request's title, which forges put into the
  /// body, or of the subject.
  func outcome(ofMerge message: CommitMessage) -> Outcome {
    let request = PullRequest.reference(ofMerge: message)
    var told = message
    if request != nil, let title = message.paragraphs.first?.first,
      title.dropping(prefixIgnoringCase: "see merge request ") == nil
    {
      told = CommitMessage(
        parsing: ByteString(message.bodyLines.joined(separator: [UInt8(ascii: "\n")]))
      )
    }
    var outcome = outcome(for: told, always: true)
    if case .entry(var entry) = outcome, let request {
      entry.appendReference(request, markedUpBy: text)
      outcome = .entry(entry)
    }
    return outcome
  }
}

/// One message on its way to an entry.
private struct Draft {
  let maker: EntryMaker
  let message: CommitMessage
  let title: ByteString
  let header: ConventionalHeader?
  let revert: Revert?
  /// The number that Azure DevOps or GitLab writes elsewhere than at the subject's end.
  let outerReference: ByteString?
  private let trailerTarget: CategoryMap.Target?

  init(of message: CommitMessage, by maker: EntryMaker) {
    self.maker = maker
    self.message = message
    var title = message.title
    if let (reference, rest) = PullRequest.azureSquash(title) {
      outerReference = reference
      title = rest
    } else {
      outerReference = PullRequest.referenceInBody(message)
    }
    self.title = title
    header = ConventionalHeader(parsing: title)
    revert = Revert(message, title: title, header: header)
    trailerTarget = Self.target(ofTrailersIn: message, by: maker)
  }

  func outcome(always: Bool) -> Outcome {
    let trailer = trailerTarget
    if trailer == .hidden {
      return .hidden(reason: "trailer '\(maker.trailerName.capitalizedASCII): none'")
    }
    if let revert, let subject = revert.subject, revert.quoted != nil {
      return reverting(revert, subject: subject, trailer: trailer, always: always)
    }
    let breaking = message.breakingText
    let isBreaking = breaking != nil || header?.isBreaking == true
    if let header, let target = maker.categories[header.typeBytes] {
      if target == .hidden, trailer == nil, !isBreaking, !always {
        return .hidden(reason: "type '\(header.type.lowercasedASCII)'")
      }
      return .entry(
        entry(
          header.description,
          scope: header.scope,
          target: trailer ?? target,
          breaking: breaking,
          isBreaking: isBreaking
        )
      )
    }
    let plain = PlainSubject(parsing: title)
    if !always, trailer == nil, !isBreaking,
      let reason = Housekeeping.reason(for: title, description: plain.text)
    {
      return .hidden(reason: reason)
    }
    if title.trimmed.isEmpty { return .hidden(reason: "empty message") }
    if let header, isBreaking || plain.area == nil || header.scope != nil {
      let category = PlainSubject(parsing: header.description).category ?? .changed
      return .entry(
        entry(
          header.description,
          scope: header.label,
          target: trailer ?? .category(category),
          breaking: breaking,
          isBreaking: isBreaking
        )
      )
    }
    return .entry(
      entry(
        plain.text,
        scope: plain.area,
        target: trailer ?? .category(plain.category ?? .changed),
        breaking: breaking,
        isBreaking: isBreaking
      )
    )
  }

  /// `Reverted: …` under what the map says of `revert`; for a revert of a revert the change itself.
  private func reverting(
    _ revert: Revert,
    subject: ByteString,
    trailer: CategoryMap.Target?,
    always: Bool
  ) -> Outcome {
    let original = Draft(of: CommitMessage(parsing: subject), by: maker)
    switch original.outcome(always: always || trailer != nil) {
    case .hidden(let reason): return .hidden(reason: "reverts a commit of \(reason)")
    case .entry(var entry):
      if let trailer, case .heading(let title) = trailer { entry.category = title }
      if !revert.bringsBack {
        switch trailer ?? maker.categories["revert"] {
        case .heading(let title): entry.category = title
        case .hidden where !always: return .hidden(reason: "type 'revert'")
        case .hidden, nil: entry.category = Category.removed.title
        }
        entry.text =
          maker.text.markdown("Reverted:")
          + " " + maker.text.markdown(original.description, isContinuation: true)
        entry.level = .patch
        entry.isBreaking = header?.isBreaking == true || message.breakingText != nil
        if entry.isBreaking { entry.level = .major }
      }
      entry.pullRequest = nil
      let own = PullRequest.reference(endingSubject: title) ?? outerReference
      if let own { entry.appendReference(own, markedUpBy: maker.text) }
      entry.refs = references
      return .entry(entry)
    }
  }

  /// The subject without type, scope or area.
  private var description: ByteString {
    guard let header else { return PlainSubject(parsing: title).text }
    return header.description
  }

  private func entry(
    _ description: ByteString,
    scope: ByteString?,
    target: CategoryMap.Target,
    breaking: ByteString?,
    isBreaking: Bool
  ) -> Entry {
    let category: ByteString
    switch target {
    case _ where isBreaking && trailerTarget == nil: category = Category.changed.title
    case .heading(let title): category = title
    case .hidden: category = Category.changed.title
    }
    var subject = description
    let request = PullRequest.reference(endingSubject: description)
    if let breaking, !breaking.isEmpty {
      subject = Self.joined(description, request: request, breaking: breaking)
    }
    var entry = Entry(
      category: category,
      scope: scope.map { maker.text.escapedScope($0) },
      text: scope == nil && !isBreaking
        ? maker.text.markdown(subject).escapingBlockStart : maker.text.markdown(subject),
      isBreaking: isBreaking,
      refs: references,
      pullRequest: request,
      level: level(category: category, isBreaking: isBreaking)
    )
    if request == nil, let outerReference {
      entry.appendReference(outerReference, markedUpBy: maker.text)
    }
    return entry
  }

  /// The description with what breaks after it, the request's number still at the end.
  private static func joined(
    _ description: ByteString,
    request: ByteString?,
    breaking: ByteString
  ) -> ByteString {
    var head = description.trimmed
    var tail: ByteString = ""
    if let request, let rest = head.dropping(suffix: "(\(request))") {
      head = rest.trimmed
      tail = " (\(request))"
    }
    let saysTheSame =
      breaking.lowercasedASCII.hasPrefix(head.lowercasedASCII)
    if saysTheSame { return breaking + tail }
    while head.hasSuffix(".") || head.hasSuffix(":") { head.bytes.removeLast() }
    return head + ": " + breaking + tail
  }

  private func level(category: ByteString, isBreaking: Bool) -> BumpLevel {
    if isBreaking { return .major }
    switch Category.allCases.first(where: { $0.title == category }) {
    case .added, .deprecated: return .minor
    case .removed where header.map({ maker.categories[$0.type] }) != .heading(category):
      return .minor
    default: return .patch
    }
  }

  /// What the first trailer that names a category says; `none` counts if no other names one.
  private static func target(
    ofTrailersIn message: CommitMessage,
    by maker: EntryMaker
  ) -> CategoryMap.Target? {
    // Nearly every message of some projects has trailers; few have this one.
    guard maker.trailerName != "changelog" || message.hints.contains(.changelogTrailer) else {
      return nil
    }
    let targets = message.trailers
      .filter { $0.token.lowercasedASCII == maker.trailerName }
      .compactMap { maker.categories.target(ofTrailer: $0.value) }
    return targets.first { $0 != .hidden } ?? targets.first
  }

  /// Every request and issue that subject and footers name, each once.
  private var references: [ByteString] {
    var found = EntryText.references(in: title)
    if let outerReference { found.append(outerReference) }
    guard message.hints.contains(.reference) else { return Self.unique(found) }
    for footer in message.footers
    where !footer.isBreaking && Self.referring.contains(footer.token.lowercasedASCII) {
      found += EntryText.references(in: footer.value)
    }
    for trailer in message.trailers
    where Self.referring.contains(trailer.token.lowercasedASCII) {
      found += EntryText.references(in: trailer.value)
    }
    return Self.unique(found)
  }

  private static func unique(_ references: [ByteString]) -> [ByteString] {
    guard references.count > 1 else { return references }
    var seen: Set<ByteString> = []
    return references.filter { seen.insert($0).inserted }
  }

  private static let referring: Set<ByteString> = [
    "refs", "ref", "references", "closes", "close", "closed", "fixes", "fix", "fixed", "resolves",
    "resolve", "resolved", "issue", "issues", "see", "see-also", "related", "related-to",
    "implements", "part-of", "pr-url",
  ]
}

extension Entry {
  /// Puts the number of the request that brought the change at the end, unless it is there.
  mutating func appendReference(_ reference: ByteString, markedUpBy text: EntryText) {
    guard pullRequest == nil else { return }
    pullRequest = reference
    if !refs.contains(reference) { refs.append(reference) }
    self.text += " " + text.reference(reference)
  }
}

extension EntryText {
  /// `(#12)`, linked.
  func reference(_ reference: ByteString) -> ByteString {
    if let url = links?.url(ofReference: reference, isPullRequest: true) {
      return "([\(reference)](\(url)))"
    }
    return "(\(reference))"
  }

  /// A scope between two asterisks each side: neither its letters' case nor its links change.
  func escapedScope(_ scope: ByteString) -> ByteString {
    EntryText(links: nil, capitalizes: nil).markdown(scope)
  }
}

extension ByteString {
  /// With the first ASCII letter in upper case.
  var capitalizedASCII: ByteString {
    guard let first = bytes.first, first >= 97, first <= 122 else { return self }
    return ByteString([first - 32] + bytes.dropFirst())
  }
}
