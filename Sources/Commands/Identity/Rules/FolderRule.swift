import ByteKit
import ConfigKit
import FileKit
import ProcessKit

/// The condition that is true for every repository below a folder.
struct FolderRule: Hashable, Sendable {
  /// Absolute and without links, as far as it exists; without a slash at its end.
  let folder: ByteString
  /// What stands in `includeIf "..."`.
  let condition: ByteString

  /// `typed` may be relative to `directory`, begin with `~/`, and need not exist.
  init(_ typed: ByteString, in directory: ByteString, environment: Environment) {
    let expansion = PathExpansion(environment: environment, users: .system(environment))
    let folder = Self.resolved((expansion.expand(typed) ?? typed).absolutePath(in: directory))
    let keyword: ByteString = Self.foldsCase(folder) ? "gitdir/i:" : "gitdir:"
    self.folder = folder
    condition = keyword + Self.pattern(folder, environment)
  }

  /// The pattern with a slash at its end, which stands for everything below.
  private static func pattern(_ folder: ByteString, _ environment: Environment) -> ByteString {
    func withSlash(_ path: ByteString) -> ByteString { path.hasSuffix("/") ? path : path + "/" }
    // Git resolves links in HOME for `~/`, and takes glob characters in it for globs.
    if let home = environment.nonEmpty("HOME"), let real = try? FileSystem.realPath(home),
      real != "/", escaped(real) == real
    {
      if folder == real { return "~/" }
      if let rest = folder.dropping(prefix: real + "/") { return withSlash("~/" + escaped(rest)) }
    }
    return withSlash(escaped(folder))
  }

  static func escaped(_ path: ByteString) -> ByteString {
    ByteString(
      path.bytes.flatMap { byte in
        isGlob(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
      }
    )
  }

  static func isGlob(_ byte: UInt8) -> Bool { "*?[\\".utf8.contains(byte) }

  /// The longest part that exists without links, and the rest as it is written.
  static func resolved(_ path: ByteString) -> ByteString {
    var rest: [ByteString] = []
    var existing = path
    while true {
      if let real = try? FileSystem.realPath(existing) {
        let tail = rest.reversed().joined(separator: "/")
        return normalized(tail.isEmpty ? real : real.appendingPath(tail))
      }
      let parent = existing.parentPath
      if parent == existing || existing.lastPathComponent.isEmpty { return normalized(path) }
      rest.append(existing.lastPathComponent)
      existing = parent
    }
  }

  private static func normalized(_ path: ByteString) -> ByteString {
    var kept: [ByteString] = []
    for part in path.split(on: UInt8(ascii: "/")) where !part.isEmpty && part != "." {
      if part == ".." { _ = kept.popLast() } else { kept.append(part) }
    }
    return "/" + kept.joined(separator: "/")
  }

  /// Whether the file system takes the name in another case for the same folder.
  private static func foldsCase(_ folder: ByteString) -> Bool {
    let name = folder.lastPathComponent
    let other = ByteString(
      name.bytes.map { byte in
        let lower = byte.lowercasedASCII
        return lower >= 97 && lower <= 122 ? byte ^ 0x20 : byte
      }
    )
    guard other != name, let one = (try? FileSystem.status(of: folder)) ?? nil,
      let two = (try? FileSystem.status(of: folder.parentPath.appendingPath(other))) ?? nil
    else { return false }
    return one.isSameFile(as: two)
  }

  /// The folder that a condition speaks of; nil if it is no folder rule, or matches by globs.
  static func folder(
    of condition: ByteString,
    environment: Environment
  ) -> ByteString? {
    guard
      let pattern = condition.dropping(prefix: "gitdir:")
        ?? condition.dropping(prefix: "gitdir/i:"),
      let path = pattern.dropping(suffix: "/**") ?? pattern.dropping(suffix: "/"),
      let plain = unescaped(path)
    else { return nil }
    if pattern == "/" { return "/" }
    let expansion = PathExpansion(environment: environment, users: .system(environment))
    guard let expanded = expansion.expand(plain), expanded.isAbsolutePath else { return nil }
    return resolved(expanded)
  }

  /// Without backslashes; nil if a glob character stands unescaped.
  private static func unescaped(_ pattern: ByteString) -> ByteString? {
    var plain: [UInt8] = []
    var index = 0
    let bytes = pattern.bytes
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
        plain.append(bytes[index + 1])
        index += 2
        continue
      }
      if isGlob(bytes[index]) { return nil }
      plain.append(bytes[index])
      index += 1
    }
    return ByteString(plain)
  }

  /// Whether `folder` stands inside `other`.
  static func isInside(_ folder: ByteString, _ other: ByteString) -> Bool {
    folder != other && folder.hasPrefix(other == "/" ? "/" : other + "/")
  }
}
