package import ByteKit
package import ConfigKit

/// A remote's URL as it is configured, and as git uses it.
package struct RemoteURL: Sendable {
  package let configured: ByteString
  /// nil if the remote was given as a URL itself.
  package let entry: ConfigEntry?
  /// After `insteadOf` or `pushInsteadOf`.
  package let used: ByteString
  /// The `url.<base>.insteadOf` (or `pushInsteadOf`) that changed it.
  package let rewrite: ConfigEntry?

  /// How git gets there.
  package var endpoint: Endpoint { Endpoint(used) }
}

extension RemoteURL {
  /// The parts of a URL, or of `user@host:path`.
  package struct Endpoint: Hashable, Sendable {
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
    /// Lower case; empty for a path.
    package private(set) var host: ByteString = ""
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
        let isStandard =
          (scheme == "https" && given == "443") || (scheme == "http" && given == "80")
        port = isStandard ? nil : given
        place = ByteString(place.bytes[..<colon])
      }
      host = place.lowercasedASCII
    }

    /// `[user@]host:path` if a colon stands before any slash, else a path.
    private mutating func readShortForm() {
      let text = path
      let slash = text.bytes.firstIndex(of: UInt8(ascii: "/")) ?? Int.max
      guard let colon = text.bytes.firstIndex(of: UInt8(ascii: ":")), colon < slash else { return }
      guard text.bytes.dropFirst(colon + 1).first != UInt8(ascii: ":") else {
        kind = .helper
        return
      }
      let place = ByteString(text.bytes[..<colon])
      let login = place.splitOnce(on: UInt8(ascii: "@"))
      kind = .ssh
      user = login?.head
      host = (login?.tail ?? place).lowercasedASCII
      path = ByteString(text.bytes[(colon + 1)...])
    }
  }
}
