import ByteKit

/// A remote's address reduced to what a web page's address needs.
struct WebAddress {
  /// `https://host[:port]`; `http` and the port only where the remote itself is a web address: ssh
  /// listens where no web server does.
  let origin: ByteString
  let host: ByteString
  /// Without slashes at the ends and without `.git`, percent-encoded as given.
  let path: ByteString
  /// Whether the remote itself is a web address.
  let isWeb: Bool

  /// Nil for local paths and for schemes without a web page.
  init?(_ remote: RemoteEndpoint) {
    switch remote.kind {
    case .ssh, .http, .daemon: break
    case .helper where remote.scheme == "git+https": break
    case .helper, .local: return nil
    }
    var path = remote.path
    while path.hasPrefix("/") { path.bytes.removeFirst() }
    while path.hasSuffix("/") { path.bytes.removeLast() }
    if let stem = path.dropping(suffix: ".git") { path = stem }
    while path.hasSuffix("/") { path.bytes.removeLast() }
    // One letter is a drive.
    guard remote.host.count > 1, !path.isEmpty,
      !(remote.host + path).bytes.contains(where: { $0 == 32 || $0.isControl })
    else { return nil }
    isWeb = remote.kind == .http
    host = remote.host
    self.path = path
    let port = isWeb ? remote.port.map { ":\($0)" as ByteString } ?? "" : ""
    origin = "\(isWeb ? remote.scheme : "https")://\(host)\(port)"
  }
}
