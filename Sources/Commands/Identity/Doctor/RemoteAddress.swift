import ByteKit
import RemoteKit

/// Host and path, in whatever form an address or a pattern of addresses is written.
struct RemoteAddress {
  let host: ByteString
  /// Without slashes at its ends; of a pattern, without the stars at its end.
  let path: ByteString

  init?(url: ByteString) {
    let endpoint = RemoteEndpoint(url)
    guard !endpoint.host.isEmpty else { return nil }
    host = endpoint.host
    path = Self.trimmed(endpoint.path)
  }

  /// nil if the pattern names no host for sure.
  init?(pattern: ByteString) {
    var rest = pattern
    if let range = rest.firstRange(of: "://") { rest = ByteString(rest.bytes[range.upperBound...]) }
    if let at = rest.firstIndex(of: UInt8(ascii: "@")) {
      rest = ByteString(rest.bytes[(at + 1)...])
    }
    while rest.hasPrefix("*") || rest.hasPrefix("/") { rest.bytes.removeFirst() }
    let end = rest.bytes.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
    let host = ByteString(rest.bytes[..<(end ?? rest.count)])
    var path = end.map { ByteString(rest.bytes[($0 + 1)...]) } ?? ""
    while path.hasSuffix("*") || path.hasSuffix("/") { path.bytes.removeLast() }
    // A port, in the form that has one.
    if let rest = path.dropping(prefix: "[0-9]*/") { path = rest }
    if path == "[0-9]" { path = "" }
    while path.hasPrefix("/") || path.hasPrefix("*/") { path.bytes.removeFirst() }
    let trimmedHost = host.dropping(suffix: "*") ?? host
    guard trimmedHost.contains("."), !trimmedHost.bytes.contains(where: FolderRule.isGlob),
      !path.bytes.contains(where: FolderRule.isGlob)
    else { return nil }
    self.host = trimmedHost
    self.path = path
  }

  private static func trimmed(_ path: ByteString) -> ByteString {
    var bytes = path.bytes[...]
    while bytes.first == UInt8(ascii: "/") { bytes = bytes.dropFirst() }
    while bytes.last == UInt8(ascii: "/") { bytes = bytes.dropLast() }
    return ByteString(bytes)
  }
}
