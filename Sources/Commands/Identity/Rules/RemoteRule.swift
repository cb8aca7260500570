import ByteKit

/// The conditions that are true for every repository with a remote in one place.
///
/// Git matches the URL as it is configured, so that each form of it needs its own pattern.
struct RemoteRule: Sendable {
  /// What the user named.
  let text: ByteString
  let conditions: [ByteString]
  /// A URL for each condition that it must be true for; empty for a pattern of the user's own.
  let samples: [ByteString]

  static let keyword: ByteString = "hasconfig:remote.*.url:"

  /// nil if `text` names nothing.
  init?(_ text: ByteString) {
    guard !text.isEmpty else { return nil }
    let hasGlob = text.bytes.contains(where: FolderRule.isGlob)
    if hasGlob {
      self.init(text, patterns: [text], samples: [])
    } else if let address = Self.address(inURL: text) {
      guard !address.path.isEmpty else { return nil }
      self.init(text, repository: address.path, on: address.host)
    } else if text.bytes.contains(UInt8(ascii: ":")) {
      self.init(text, patterns: [text], samples: [])
    } else {
      let parts = text.splitOnce(on: UInt8(ascii: "/"))
      let host = parts?.head ?? text
      let path = Self.withoutSlashes(parts?.tail ?? "")
      guard !host.isEmpty else { return nil }
      if path.isEmpty {
        self.init(text, host: host)
      } else if path.hasSuffix(".git") {
        self.init(text, repository: path, on: host)
      } else {
        self.init(text, group: path, on: host)
      }
    }
  }

  private init(_ text: ByteString, patterns: [ByteString], samples: [ByteString]) {
    self.text = text
    conditions = patterns.map { Self.keyword + $0 }
    self.samples = samples
  }

  private init(_ text: ByteString, group path: ByteString, on host: ByteString) {
    self.init(
      text,
      patterns: [
        "*://\(host)/\(path)/**", "*://*@\(host)/\(path)/**", "*@\(host):\(path)/**",
        "\(host):\(path)/**", "*://\(host):[0-9]*/\(path)/**", "*://*@\(host):[0-9]*/\(path)/**",
      ],
      samples: Self.samples(host, "\(path)/r.git")
    )
  }

  private init(_ text: ByteString, host: ByteString) {
    self.init(
      text,
      patterns: [
        "*://\(host)/**", "*://*@\(host)/**", "*@\(host):*/**", "\(host):*/**",
        "*://\(host):[0-9]*/**", "*://*@\(host):[0-9]*/**", "*@\(host):*", "\(host):*",
      ],
      samples: Self.samples(host, "a/r.git") + Self.samples(host, "r.git")
    )
  }

  private init(_ text: ByteString, repository path: ByteString, on host: ByteString) {
    let bare = path.dropping(suffix: ".git") ?? path
    let forms: [(ByteString, ByteString)] = [
      ("*://\(host)/", ""), ("*://*@\(host)/", ""), ("*@\(host):", ""), ("\(host):", ""),
      ("*://\(host):[0-9]*/", ""), ("*://*@\(host):[0-9]*/", ""),
    ]
    self.init(
      text,
      patterns: forms.flatMap { [$0.0 + bare, $0.0 + bare + ".git"] },
      samples: Self.samples(host, bare) + Self.samples(host, bare + ".git")
    )
  }

  private static func samples(_ host: ByteString, _ path: ByteString) -> [ByteString] {
    [
      "https://\(host)/\(path)", "https://me@\(host)/\(path)", "git@\(host):\(path)",
      "\(host):\(path)", "ssh://\(host):2222/\(path)", "ssh://git@\(host):2222/\(path)",
    ]
  }

  /// Host and path of a whole URL, or of `user@host:path`.
  private static func address(
    inURL text: ByteString
  ) -> (host: ByteString, path: ByteString)? {
    if let range = text.firstRange(of: "://") {
      let rest = ByteString(text.bytes[range.upperBound...])
      guard let parts = rest.splitOnce(on: UInt8(ascii: "/")) else { return nil }
      return (withoutUserAndPort(parts.head), withoutSlashes(parts.tail))
    }
    guard let parts = text.splitOnce(on: UInt8(ascii: ":")), !parts.head.contains("/") else {
      return nil
    }
    return (withoutUserAndPort(parts.head), withoutSlashes(parts.tail))
  }

  private static func withoutUserAndPort(_ authority: ByteString) -> ByteString {
    var host = authority
    if let at = host.bytes.lastIndex(of: UInt8(ascii: "@")) {
      host = ByteString(host.bytes[(at + 1)...])
    }
    if let colon = host.bytes.lastIndex(of: UInt8(ascii: ":")) {
      host = ByteString(host.bytes[..<colon])
    }
    return host
  }

  private static func withoutSlashes(_ path: ByteString) -> ByteString {
    var bytes = path.bytes[...]
    while bytes.first == UInt8(ascii: "/") { bytes = bytes.dropFirst() }
    while bytes.last == UInt8(ascii: "/") { bytes = bytes.dropLast() }
    return ByteString(bytes)
  }
}
