import ByteKit

/// Commits that keep the repository in order and change nothing that a reader cares for.
enum Housekeeping {
  /// Why `title` makes no entry, or nil if it makes one.
  ///
  /// Such are commits to be squashed, a release's own, and those that only write the changelog.
  static func reason(for title: ByteString, description: ByteString) -> ByteString? {
    for prefix in ["fixup! ", "squash! ", "amend! "] as [ByteString] where title.hasPrefix(prefix) {
      return "\(prefix.trimmed) of another commit"
    }
    // Without a digit or the word there is nothing to find.
    guard
      description.bytes.contains(where: \.isASCIIDigit)
        || description.bytes[...].firstIndex(of: "hangelog") != nil
        || description.bytes[...].firstIndex(of: "HANGELOG") != nil
    else { return nil }
    var namesVersion = false
    var namesChangelog = false
    var rest = description.bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(where: isBetweenWords) ?? rest.endIndex
      let word = ByteString(rest[..<end]).lowercasedASCII
      rest = rest[end...].drop(while: isBetweenWords)
      if word.isEmpty || fillers.contains(word) || isRequest(word) { continue }
      if isVersion(word) {
        namesVersion = true
      } else if changelogNames.contains(word) {
        namesChangelog = true
      } else {
        return nil
      }
    }
    if namesVersion { return "a release's own commit" }
    return namesChangelog ? "only writes the changelog" : nil
  }

  private static func isBetweenWords(_ byte: UInt8) -> Bool {
    byte.isWhiteSpace || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ",")
  }

  private static let changelogNames: Set<ByteString> = [
    "changelog", "changelog.md", "changelogs",
  ]

  private static let fillers: Set<ByteString> = [
    "release", "releases", "released", "releasing", "version", "bump", "bumped", "bumps", "prepare",
    "preparing", "cut", "tag", "publish", "set", "update", "updates", "updated", "add", "added",
    "write", "edit", "the", "for", "to", "of", "in", "and", "entry", "entries", "new", "a",
  ]

  /// `(#12)`, with which a squashed release ends.
  private static func isRequest(_ word: ByteString) -> Bool {
    PullRequest.reference(endingSubject: word) != nil
  }

  /// `1.2.3`, `v1.2.3-rc.1`, in parentheses or with a full stop, too.
  private static func isVersion(_ word: ByteString) -> Bool {
    var bytes = word.bytes[...]
    while let last = bytes.last, last == UInt8(ascii: ".") || last == UInt8(ascii: ")") {
      bytes.removeLast()
    }
    if bytes.first == UInt8(ascii: "(") { bytes.removeFirst() }
    if bytes.first == UInt8(ascii: "v") { bytes.removeFirst() }
    return Version(parsing: ByteString(bytes)) != nil
  }
}
