package import ByteKit

/// The parts of a remote's URL, or of `user@host:path`.
///
/// Source: "GIT URLS" in git-fetch(1) and git's connect.c (`parse_connect_url`, `host_end`) and
/// transport.c (`transport_get`).
package struct RemoteEndpoint: Hashable, Sendable {
  package enum Kind: Sendable {
    case ssh
    case http
    /// The unauthenticated `git://`.
    case daemon
    case local
    /// A remote helper: `ext::`, `codecommit://`.
    case helper
  }

  package private(set) var kind = Kind.local
  /// Lower case; empty for a path and for `user@host:path`.
  package private(set) var scheme: ByteString = ""
  package private(set) var user: ByteString?
  /// Lower case, an IPv6 address in brackets; empty for a path.
  package private(set) var host: ByteString = ""
  /// nil where it is the scheme's own.
  package private(set) var port: ByteString?
  /// Without the slash before it.
  package private(set) var path: ByteString

  package init(_ url: ByteString) {
    path = url
    guard let mark = url.firstRange(of: "://") else {
      readShortForm()
      return
    }
    scheme = ByteString(url.bytes[..<mark.lowerBound]).lowercasedASCII
    let rest = ByteString(url.bytes[mark.upperBound...])
    switch scheme {
    case "file":
      path = rest
      return
    case "ssh", "git+ssh", "ssh+git": kind = .ssh
    case "http", "https": kind = .http
    case "git": kind = .daemon
    default: kind = .helper
    }
    // A query or a fragment ends the host too.
    let end = rest.bytes.firstIndex { "/?#".utf8.contains($0) } ?? rest.count
    path = ByteString(rest.bytes[end...].drop { $0 == UInt8(ascii: "/") })
    readAuthority(ByteString(rest.bytes[..<end]))
  }

  /// `[user[:password]@]host[:port]`.
  private mutating func readAuthority(_ authority: ByteString) {
    var place = authority
    if let at = authority.bytes.lastIndex(of: UInt8(ascii: "@")) {
      let login = ByteString(authority.bytes[..<at])
      user = login.splitOnce(on: UInt8(ascii: ":"))?.head ?? login
      place = ByteString(authority.bytes[(at + 1)...])
    }
    if let colon = place.bytes.lastIndex(of: UInt8(ascii: ":")),
      !place.bytes[colon...].contains(UInt8(ascii: "]"))
    {
      let given = ByteString(place.bytes[(colon + 1)...])
      let isStandard = given.isEmpty || given == Self.standardPorts[scheme]
      port = isStandard ? nil : given
      place = ByteString(place.bytes[..<colon])
    }
    host = place.lowercasedASCII
  }

  private static let standardPorts: [ByteString: ByteString] = ["https": "443", "http": "80"]

  /// `[user@]host:path` if a colon stands before any slash, else a path.
  private mutating func readShortForm() {
    let text = path
    let slash = text.bytes.firstIndex(of: UInt8(ascii: "/")) ?? Int.max
    guard let first = text.bytes.firstIndex(of: UInt8(ascii: ":")), first < slash else { return }
    if text.bytes.dropFirst(first + 1).first == UInt8(ascii: ":"),
      text.bytes[..<first].allSatisfy({ $0.isASCIILetterOrDigit || "+-.".utf8.contains($0) })
    {
      kind = .helper
      return
    }
    let bracket = Self.bracketed(text)
    let end = bracket?.upperBound ?? 0
    guard let colon = text.firstIndex(of: UInt8(ascii: ":"), from: end) else { return }
    kind = .ssh
    path = ByteString(text.bytes[(colon + 1)...])
    let place = ByteString(text.bytes[..<colon])
    let at = place.bytes[..<(bracket?.lowerBound ?? place.count)].lastIndex(of: UInt8(ascii: "@"))
    user = at.map { ByteString(place.bytes[..<$0]) }
    let name = ByteString(place.bytes[(at.map { $0 + 1 } ?? 0)...]).lowercasedASCII
    guard bracket != nil, let inner = name.dropping(prefix: "[")?.dropping(suffix: "]") else {
      host = name
      return
    }
    // `[host:port]:path`, or the brackets of an IPv6 address.
    if inner.bytes.count(where: { $0 == UInt8(ascii: ":") }) > 1 {
      host = name
    } else if let (head, tail) = inner.splitOnce(on: UInt8(ascii: ":")) {
      (host, port) = (head, tail.isEmpty ? nil : tail)
    } else {
      host = inner
    }
  }

  /// Where `[...]` stands that holds the host, at the beginning or after an at sign.
  private static func bracketed(_ text: ByteString) -> Range<Int>? {
    let start = text.firstRange(of: "@[").map { $0.lowerBound + 1 } ?? 0
    guard text.bytes[start...].first == UInt8(ascii: "["),
      let end = text.firstIndex(of: UInt8(ascii: "]"), from: start)
    else { return nil }
    return start..<(end + 1)
  }
}
