package import ByteKit

/// A remote's address reduced to what a web page's address needs: scheme, host and path.
package struct RemoteURL: Hashable, Sendable {
  /// `https`, or `http` where the remote says so.
  package let scheme: ByteString
  package let host: ByteString
  /// With the colon; only an https or http remote's: ssh listens where no web server does.
  package let port: ByteString
  /// Without slashes at the ends and without `.git`, percent-encoded as given.
  package let path: ByteString
  /// Whether the port was dropped because it is ssh's or git's.
  let isWeb: Bool

  /// Nil for local paths and for schemes without a web page.
  package init?(_ url: ByteString) {
    let text = url.trimmed
    var authority: ByteString
    var path: ByteString
    if let range = text.firstRange(of: "://") {
      let scheme = ByteString(text.bytes[..<range.lowerBound]).lowercasedASCII
      guard let web = Self.webScheme(scheme) else { return nil }
      self.scheme = web
      isWeb = scheme == "https" || scheme == "http"
      let rest = ByteString(text.bytes[range.upperBound...])
      guard let (head, tail) = rest.splitOnce(on: UInt8(ascii: "/")) else { return nil }
      (authority, path) = (head, tail)
    } else {
      // `user@host:path`: a colon before any slash; `C:\…` and `./a:b` are paths.
      guard let (head, tail) = text.splitOnce(on: UInt8(ascii: ":")), head.count > 1,
        !head.bytes.contains(UInt8(ascii: "/")), !tail.hasPrefix(":")
      else { return nil }
      scheme = "https"
      isWeb = false
      (authority, path) = (head, tail)
    }
    // User name and password end at the last at sign.
    if let at = authority.bytes.lastIndex(of: UInt8(ascii: "@")) {
      authority = ByteString(authority.bytes[(at + 1)...])
    }
    var port: ByteString = ""
    let nameEnd = authority.bytes.lastIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? 0
    if let colon = authority.firstIndex(of: UInt8(ascii: ":"), from: nameEnd) {
      port = ByteString(authority.bytes[colon...])
      authority = ByteString(authority.bytes[..<colon])
    }
    if !isWeb { authority = authority.unbracketedSCPHost }
    while path.hasPrefix("/") { path.bytes.removeFirst() }
    while path.hasSuffix("/") { path.bytes.removeLast() }
    if let stem = path.dropping(suffix: ".git") { path = stem }
    while path.hasSuffix("/") { path.bytes.removeLast() }
    guard !authority.isEmpty, !path.isEmpty,
      !(authority + path).bytes.contains(where: { $0 <= 32 || $0 == 127 })
    else { return nil }
    host = authority.lowercasedASCII
    self.port = isWeb && port.count > 1 ? port : ""
    self.path = path
  }

  private static func webScheme(_ scheme: ByteString) -> ByteString? {
    switch scheme {
    case "http": "http"
    case "https", "ssh", "git", "git+ssh", "ssh+git", "git+https": "https"
    default: nil
    }
  }

  /// `https://host[:port]`.
  var origin: ByteString { "\(scheme)://\(host)\(port)" }
}

extension ByteString {
  /// `[host]` as scp-like addresses write a host; an IPv6 address keeps its brackets.
  fileprivate var unbracketedSCPHost: ByteString {
    guard let inner = dropping(prefix: "[")?.dropping(suffix: "]"),
      !inner.bytes.contains(UInt8(ascii: ":"))
    else { return self }
    return inner
  }

  /// With all but letters, digits and `-._~/` percent-encoded: for a tag in an address.
  var percentEncoded: ByteString {
    var result: [UInt8] = []
    for byte in bytes {
      if byte.isASCIILetterOrDigit || "-._~/".utf8.contains(byte) {
        result.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return ByteString(result)
  }
}
