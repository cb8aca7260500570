import ByteKit

/// Where forges put the number of a pull or merge request.
enum PullRequest {
  /// The number that ends a subject in parentheses, `(#12)` or `(!12)`.
  ///
  /// GitHub's squash, Gitea and many people write it. The last one if there are several (a
  /// backport's own).
  static func reference(endingSubject subject: ByteString) -> ByteString? {
    let bytes = subject.bytes[...].trimmedSlice
    guard bytes.last == UInt8(ascii: ")"), let open = bytes.lastIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    let inner = bytes[(open + 1)..<(bytes.endIndex - 1)]
    guard let mark = inner.first, mark == UInt8(ascii: "#") || mark == UInt8(ascii: "!"),
      inner.count > 1, inner.dropFirst().allSatisfy(\.isASCIIDigit)
    else { return nil }
    return ByteString(inner)
  }

  /// The number in a merge commit's message, in the words of each forge.
  static func reference(ofMerge message: CommitMessage) -> ByteString? {
    let subject = message.subject
    // GitHub; Bitbucket Server adds ` in PROJECT/repository`.
    if let number = number(after: "Merge pull request #", in: subject) { return "#" + number }
    if let number = number(after: "Pull request #", in: subject) { return "#" + number }
    // Azure DevOps calls a pull request `!12`; `#12` is a work item there.
    if let number = number(after: "Merged PR ", in: subject) { return "!" + number }
    // Bitbucket: `Merged in <branch> (pull request #12)`.
    if let range = subject.firstRange(of: "(pull request #") {
      let digits = subject.bytes[range.upperBound...].prefix(while: \.isASCIIDigit)
      if !digits.isEmpty { return "#" + ByteString(digits) }
    }
    // Gitea: `Merge pull request 'title' (#12) from branch into main`.
    if subject.hasPrefix("Merge pull request '"), let range = subject.firstRange(of: "' (#") {
      let digits = subject.bytes[range.upperBound...].prefix(while: \.isASCIIDigit)
      if !digits.isEmpty { return "#" + ByteString(digits) }
    }
    return referenceInBody(message) ?? reference(endingSubject: subject)
  }

  /// GitLab's `See merge request group/project!12`.
  static func referenceInBody(_ message: CommitMessage) -> ByteString? {
    guard message.hints.contains(.mergeRequest) else { return nil }
    for line in message.bodyLines.reversed() {
      guard let rest = line.dropping(prefixIgnoringCase: "see merge request "),
        let mark = rest.firstIndex(of: UInt8(ascii: "!"))
      else { continue }
      let digits = rest[(mark + 1)...].prefix(while: \.isASCIIDigit)
      if !digits.isEmpty { return "!" + ByteString(digits) }
    }
    return nil
  }

  /// Azure DevOps' squashed subject, `Merged PR 12: title`, taken apart.
  static func azureSquash(_ title: ByteString) -> (reference: ByteString, title: ByteString)? {
    guard let number = number(after: "Merged PR ", in: title),
      let rest = title.dropping(prefix: "Merged PR " + number + ": "), !rest.trimmed.isEmpty
    else { return nil }
    return ("!" + number, rest.trimmed)
  }

  private static func number(after prefix: ByteString, in text: ByteString) -> ByteString? {
    guard let rest = text.dropping(prefix: prefix) else { return nil }
    let digits = rest.bytes.prefix(while: \.isASCIIDigit)
    return digits.isEmpty ? nil : ByteString(digits)
  }
}
