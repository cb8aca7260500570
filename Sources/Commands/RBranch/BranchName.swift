import ByteKit

/// The rules for the name of a new branch.
enum BranchName {
  /// Why git would not take `name` as a branch name, nil if it would.
  ///
  /// git-check-ref-format(1) with `--branch`, less its expansion of `@{-1}`; besides, git refuses
  /// `@` and `HEAD`, which would mean the current commit.
  static func problem(with name: ByteString) -> String? {
    let bytes = name.bytes
    if bytes.isEmpty { return "it is empty" }
    if bytes.first == UInt8(ascii: "-") { return "it begins with '-'" }
    if name == "@" || name == "HEAD" { return "it means the current commit" }
    for byte in bytes {
      if byte.isControl { return "it has a control character" }
      if forbidden.contains(byte) { return "it has '\(Character(UnicodeScalar(byte)))' in it" }
    }
    if name.contains("..") { return "it has '..' in it" }
    if name.contains("@{") { return "it has '@{' in it" }
    if bytes.last == UInt8(ascii: ".") { return "it ends with '.'" }
    for component in name.split(on: UInt8(ascii: "/")) {
      if component.isEmpty { return "it has an empty part between slashes" }
      if component.hasPrefix(".") { return "a part of it begins with '.'" }
      if component.hasSuffix(".lock") { return "a part of it ends with '.lock'" }
    }
    return nil
  }

  private static let forbidden = Set<UInt8>(" ~^:?*[\\".utf8)

  /// `prefix` before `name`, unless it is there already.
  static func prefixed(_ name: ByteString, with prefix: ByteString) -> ByteString {
    name.hasPrefix(prefix) ? name : prefix + name
  }

  /// `rbranch.prefix` with every `{user}` replaced.
  static func prefix(_ template: ByteString, user: ByteString) -> ByteString {
    guard let range = template.firstRange(of: "{user}") else { return template }
    let rest = ByteString(template.bytes[range.upperBound...])
    return ByteString(template.bytes[..<range.lowerBound]) + user + prefix(rest, user: user)
  }

  /// What `{user}` in `rbranch.prefix` stands for: the local part of an address.
  ///
  /// A noreply address (`123+name@users.noreply.github.com`) loses its digits and `+`; what git
  /// refuses in a name becomes `-`.
  static func user(ofAddress address: ByteString) -> ByteString {
    let (local, domain) = address.splitOnce(on: UInt8(ascii: "@")) ?? (address, "")
    var bytes = local.bytes[...]
    if domain.lowercasedASCII.contains("noreply") {
      let rest = bytes.drop(while: \.isASCIIDigit)
      if rest.count < bytes.count, rest.first == UInt8(ascii: "+") { bytes = rest.dropFirst() }
    }
    var user: [UInt8] = bytes.map { byte in
      let isRefused = byte.isControl || forbidden.contains(byte)
      return isRefused || byte == UInt8(ascii: "/") ? UInt8(ascii: "-") : byte
    }
    let dash = UInt8(ascii: "-")
    let dot = UInt8(ascii: ".")
    for index in user.indices.dropFirst() where user[index] == dot && user[index - 1] == dot {
      user[index] = dash
    }
    for index in user.indices.dropFirst()
    where user[index] == UInt8(ascii: "{") && user[index - 1] == UInt8(ascii: "@") {
      user[index] = dash
    }
    if user.first == dot { user[0] = dash }
    if user.last == dot { user[user.count - 1] = dash }
    if ByteString(user).hasSuffix(".lock") { user[user.count - 5] = dash }
    return ByteString(user.drop { $0 == dash })
  }
}
