import ByteKit

/// What a commit says that it takes back.
struct Revert: Hashable {
  /// Hexadecimal object names, 7 digits or more, in lower case.
  var commits: [ByteString] = []
  /// The number of a pull request that is taken back as a whole: `#12`, `!12`.
  var pullRequest: ByteString?
  /// The subject that is quoted, without any `Revert "…"` around it; nil if the message quotes none.
  var subject: ByteString?
  /// The subject quoted, with what is around it but for the outermost: the subject of the commit
  /// that this one reverts.
  var quoted: ByteString?
  /// How many reverts are nested: an even number brings the change back.
  var depth = 1

  var bringsBack: Bool { depth % 2 == 0 }

  /// Nil if `message` reverts nothing.
  init?(_ message: CommitMessage, title: ByteString, header: ConventionalHeader?) {
    if let (quoted, subject, depth) = Self.unquoted(title) {
      (self.quoted, self.subject, self.depth) = (quoted, subject, depth)
    } else if let header, header.type.lowercasedASCII == "revert" {
      quoted = header.description
      if let (_, subject, depth) = Self.unquoted(header.description) {
        (self.subject, self.depth) = (subject, depth + 1)
      } else {
        subject = header.description
      }
      for footer in message.footers where footer.token.lowercasedASCII == "refs" {
        for piece in footer.value.bytes.split(whereSeparator: { !$0.isASCIILetterOrDigit }) {
          if let id = Self.commitID(piece) { commits.append(id) }
        }
      }
    }
    readBody(message)
    if commits.isEmpty, pullRequest == nil, quoted == nil { return nil }
  }

  /// Reads git's `This reverts commit <id>.` (and `, reversing`, for a merge) and the forges'
  /// `Reverts owner/name#12` and `This reverts merge request !12`.
  private mutating func readBody(_ message: CommitMessage) {
    guard message.hints.contains(.revert) else { return }
    for line in message.bodyLines
    where line.first.map({ ($0 | 32) == UInt8(ascii: "t") || ($0 | 32) == UInt8(ascii: "r") })
      == true
    {
      if let rest = line.dropping(prefixIgnoringCase: "this reverts commit") {
        for piece in rest.split(whereSeparator: { !$0.isASCIILetterOrDigit }) {
          if let id = Self.commitID(piece) {
            commits.append(id)
          } else if !piece.elementsEqual("s".utf8), !piece.elementsEqual("and".utf8) {
            break
          }
        }
      } else if let rest = line.dropping(prefixIgnoringCase: "this reverts merge request ") {
        pullRequest = Self.reference(rest, mark: UInt8(ascii: "!"))
      } else if let rest = line.dropping(prefixIgnoringCase: "reverts ") {
        pullRequest = Self.reference(rest, mark: UInt8(ascii: "#"))
      }
    }
  }

  /// `#12` of `owner/name#12`, the only thing on the line.
  private static func reference(_ text: ArraySlice<UInt8>, mark: UInt8) -> ByteString? {
    let trimmed = text.trimmedSlice
    guard let start = trimmed.firstIndex(of: mark),
      !trimmed[..<start].contains(where: \.isWhiteSpace)
    else { return nil }
    let digits = trimmed[(start + 1)...].prefix(while: \.isASCIIDigit)
    return digits.isEmpty ? nil : ByteString([mark] + digits)
  }

  private static func commitID(_ piece: ArraySlice<UInt8>) -> ByteString? {
    guard piece.count >= 7, piece.count <= 64, piece.allSatisfy(\.isHexDigit) else { return nil }
    return ByteString(piece).lowercasedASCII
  }

  /// Takes `Revert "…"` and `Reapply "…"` (git's word for a revert of a revert since 2.43) off, as
  /// often as they are nested; a pull request's number after the quotation mark is left out.
  private static func unquoted(
    _ title: ByteString
  ) -> (quoted: ByteString, subject: ByteString, depth: Int)? {
    var rest = title.bytes[...].trimmedSlice
    var depth = 0
    var quoted: ByteString?
    while true {
      let word: Int
      var inner: ArraySlice<UInt8>
      if let after = rest.dropping(prefixIgnoringCase: "revert \"") {
        (word, inner) = (1, after)
      } else if let after = rest.dropping(prefixIgnoringCase: "reapply \"") {
        (word, inner) = (2, after)
      } else {
        break
      }
      guard let end = inner.lastIndex(of: UInt8(ascii: "\"")) else { break }
      inner = inner[..<end]
      depth += word
      if quoted == nil {
        quoted = word == 2 ? "Revert \"" + ByteString(inner) + "\"" : ByteString(inner)
      }
      rest = inner.trimmedSlice
    }
    guard let quoted else { return nil }
    return (quoted, ByteString(rest), depth)
  }
}
