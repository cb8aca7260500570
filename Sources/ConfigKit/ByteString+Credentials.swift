package import ByteKit

extension ByteString {
  /// This text with the passwords and tokens of all URLs in it as `***`, for showing and storing.
  ///
  /// In `https://user:password@host/` the password goes. A name alone in an http URL goes too, and so
  /// does one before the password `x-oauth-basic` or before none: there it usually is a token. In the
  /// query, so do the values of fields whose name speaks of a secret. The name in `ssh://git@host/`
  /// stays.
  package var redactingCredentials: ByteString {
    let mark: ByteString = "://"
    guard contains(mark) else { return self }
    var result: [UInt8] = []
    var rest = bytes[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      let start = colon + mark.count
      guard rest[colon...].starts(with: mark.bytes) else {
        result += rest[...colon]
        rest = rest[(colon + 1)...]
        continue
      }
      let scheme = ByteString(
        rest[..<colon].reversed().prefix(while: \.isSchemeCharacter).reversed()
      )
      let end = rest[start...].firstIndex(where: \.endsURL) ?? rest.endIndex
      result += rest[..<start]
      result += Self.redacting(afterScheme: rest[start..<end], isWeb: scheme.isWebScheme)
      rest = rest[end...]
    }
    return ByteString(result + rest)
  }

  /// What follows `scheme://` in one URL.
  private static func redacting(afterScheme part: ArraySlice<UInt8>, isWeb: Bool) -> [UInt8] {
    let hostEnd = part.firstIndex { "/?#".utf8.contains($0) } ?? part.endIndex
    var authority = Array(part[..<hostEnd])
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      let user = authority[..<at].prefix { $0 != UInt8(ascii: ":") }
      let password = authority[..<at].dropFirst(user.count + 1)
      let isBare = user.count == at
      let isToken = isWeb && (password.isEmpty || password.elementsEqual("x-oauth-basic".utf8))
      if isToken {
        authority.replaceSubrange(..<at, with: Array("***".utf8))
      } else if !isBare {
        authority.replaceSubrange((user.count + 1)..<at, with: Array("***".utf8))
      }
    }
    return authority + redactingQuery(part[hostEnd...])
  }

  private static func redactingQuery(_ part: ArraySlice<UInt8>) -> [UInt8] {
    guard let mark = part.firstIndex(of: UInt8(ascii: "?")) else { return Array(part) }
    let fields = ByteString(part[(mark + 1)...]).split(on: UInt8(ascii: "&"))
    let redacted = fields.map { field -> ByteString in
      guard let (name, _) = field.splitOnce(on: UInt8(ascii: "=")), name.namesSecret else {
        return field
      }
      return "\(name)=***"
    }
    return part[...mark] + redacted.joined(separator: "&").bytes
  }

  private var isWebScheme: Bool {
    ["http", "https", "ftp", "ftps"].contains(lowercasedASCII)
  }

  private var namesSecret: Bool {
    let name = lowercasedASCII
    return ["token", "passw", "secret", "key", "auth", "signature", "credential"]
      .contains { name.contains(ByteString($0)) }
  }
}

extension UInt8 {
  /// Letters, digits, `+`, `-` and `.` (RFC 3986, section 3.1).
  fileprivate var isSchemeCharacter: Bool {
    isASCIILetterOrDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: ".")
  }

  /// White space and control characters, which no URL holds.
  fileprivate var endsURL: Bool { self <= 0x20 || self == 0x7f }
}
