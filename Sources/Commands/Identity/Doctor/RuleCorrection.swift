import ByteKit
import ConfigKit
import FileKit
import ProcessKit

/// What a folder rule that never matches was meant to be, as far as its text and the folders that
/// exist tell.
struct RuleCorrection {
  let code: Finding.Code
  let condition: ByteString

  /// nil if the text is as git wants it.
  init?(_ condition: ByteString, environment: Environment) {
    let keywords: [ByteString] = ["gitdir:", "gitdir/i:"]
    guard let keyword = keywords.first(where: { condition.hasPrefix($0) }),
      let written = condition.dropping(prefix: keyword)
    else { return nil }
    var pattern = written
    var first: Finding.Code?
    func step(_ code: Finding.Code, _ change: (ByteString) -> ByteString?) {
      guard let changed = change(pattern), changed != pattern else { return }
      pattern = changed
      first = first ?? code
    }
    step(.blank) { $0.trimmed }
    step(.envVar, Self.withoutVariable)
    step(.doubleSlash, Self.withoutDoubleSlash)
    step(.star) { $0.hasSuffix("/*") ? $0.dropping(suffix: "*") : nil }
    step(.noSlash) {
      $0.hasSuffix("/") || $0.hasSuffix("*") || $0.hasSuffix("/.git") ? nil : $0 + "/"
    }
    step(.letterCase) { Self.spelled($0, environment) }
    step(.symlink) { Self.withoutLinks($0, environment) }
    guard let first, !pattern.isEmpty else { return nil }
    code = first
    self.condition = keyword + pattern
  }

  private static func withoutVariable(_ pattern: ByteString) -> ByteString? {
    for variable in ["$HOME", "${HOME}"] as [ByteString] {
      if let rest = pattern.dropping(prefix: variable), rest.isEmpty || rest.hasPrefix("/") {
        return "~" + rest
      }
    }
    return nil
  }

  private static func withoutDoubleSlash(_ pattern: ByteString) -> ByteString? {
    var result: [UInt8] = []
    for byte in pattern.bytes where !(byte == 47 && result.last == 47) { result.append(byte) }
    return ByteString(result)
  }

  /// The folder's path without its slash, `~` replaced; nil for patterns with globs.
  private static func folder(_ pattern: ByteString, _ environment: Environment) -> ByteString? {
    guard let path = pattern.dropping(suffix: "/"),
      !path.bytes.contains(where: FolderRule.isGlob)
    else { return nil }
    let expansion = PathExpansion(environment: environment, users: .system(environment))
    return expansion.expand(path).flatMap { $0.isAbsolutePath ? $0 : nil }
  }

  /// In the case in which the folders are really written.
  private static func spelled(
    _ pattern: ByteString,
    _ environment: Environment
  ) -> ByteString? {
    guard let folder = folder(pattern, environment), !FileSystem.exists(folder) else { return nil }
    var found: ByteString = "/"
    for part in folder.split(on: UInt8(ascii: "/")) where !part.isEmpty {
      let exact = found.appendingPath(part)
      if FileSystem.exists(exact) {
        found = exact
        continue
      }
      let names = ((try? FileSystem.entries(of: found)) ?? []).map(\.name)
      let alike = names.filter { $0.lowercasedASCII == part.lowercasedASCII }
      guard alike.count == 1 else { return nil }
      found = found.appendingPath(alike[0])
    }
    return HomePath(environment).abbreviated(found) + "/"
  }

  /// The real path, where links on the way make the pattern depend on how one came there.
  private static func withoutLinks(
    _ pattern: ByteString,
    _ environment: Environment
  ) -> ByteString? {
    guard let folder = folder(pattern, environment),
      let real = try? FileSystem.realPath(folder)
    else { return nil }
    // Git resolves HOME itself in `~/`.
    if let home = environment.nonEmpty("HOME"), let realHome = try? FileSystem.realPath(home),
      let rest = folder.dropping(prefix: home), pattern.hasPrefix("~/"), real == realHome + rest
    {
      return nil
    }
    if real == folder { return nil }
    return FolderRule(real, in: "/", environment: environment).condition.dropping(prefix: "gitdir:")
  }
}
