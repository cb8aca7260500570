import ByteKit
import RemoteKit

/// The `<url>` of `credential.<url>.*`: a URL, or only a part of one.
///
/// Source: "CONFIGURATION OPTIONS" in gitcredentials(7), `http.<url>.*` in git-config(1).
struct CredentialPattern {
  private let text: ByteString

  init(_ text: ByteString) {
    self.text = text
  }

  func matches(_ url: RemoteEndpoint) -> Bool {
    let pattern = RemoteEndpoint(text.contains("://") ? text : "\(url.scheme)://\(text)")
    guard pattern.scheme == url.scheme else { return false }
    if let user = pattern.user, user != url.user { return false }
    // Without a scheme, or without a host, each part that is given must be the same.
    guard text.contains("://"), !pattern.host.isEmpty else {
      return (pattern.host.isEmpty || pattern.host == url.host && pattern.port == url.port)
        && (pattern.path.isEmpty || pattern.path == url.path)
    }
    return Self.isHost(url.host, pattern.host) && pattern.port == url.port
      && Self.isBelow(url.path, pattern.path)
  }

  /// Label by label; `*` stands for any one.
  private static func isHost(_ host: ByteString, _ pattern: ByteString) -> Bool {
    let labels = host.split(on: UInt8(ascii: "."))
    let wanted = pattern.split(on: UInt8(ascii: "."))
    return labels.count == wanted.count
      && zip(labels, wanted).allSatisfy { $1 == "*" || $0 == $1 }
  }

  /// Whether `path` is `folder` or something in it.
  private static func isBelow(_ path: ByteString, _ folder: ByteString) -> Bool {
    let folder = folder.dropping(suffix: "/") ?? folder
    guard !folder.isEmpty, path != folder else { return true }
    return path.hasPrefix(folder + "/")
  }
}
