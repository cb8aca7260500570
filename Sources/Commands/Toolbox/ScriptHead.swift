import ByteKit
import FileKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the beginning of an executable tells about it; the file is read, never run.
struct ScriptHead: Equatable, Sendable {
  /// Its interpreter's name (`sh`, `python3`), `binary`, or empty for what cannot be read.
  let kind: ByteString
  /// The interpreter's path; nil without a `#!` line.
  let interpreter: ByteString?
  /// What `env` looks for on PATH, if that is the interpreter.
  let program: ByteString?
  /// Whether the `#!` line ends in CR, which makes the kernel look for another file.
  let hasReturn: Bool
  /// The first line of the comment that the file begins with, without `git-<name>:`; empty without one.
  let summary: ByteString

  /// How much is looked at, in bytes.
  private static let limit = 4096

  init(of path: ByteString, name: ByteString) {
    self.init(Self.beginning(of: path), name: name)
  }

  init(_ content: ByteString, name: ByteString) {
    let isText = !content.bytes.contains(0)
    let lines = isText ? content.lines : []
    let first = lines.first ?? ""
    guard !content.isEmpty, isText else {
      kind = content.isEmpty ? "" : "binary"
      (interpreter, program, hasReturn, summary) = (nil, nil, false, "")
      return
    }
    hasReturn = first.hasPrefix("#!") && first.hasSuffix("\r")
    let words = (first.dropping(prefix: "#!")?.trimmed ?? "").bytes
      .split { $0 == 32 || $0 == 9 }.map { ByteString($0) }
    interpreter = words.first
    program =
      words.first?.lastPathComponent == "env"
      ? words.dropFirst().first { !$0.hasPrefix("-") && !$0.contains("=") } : nil
    // A text file without `#!` is run by sh: execvp(3).
    kind = (program ?? interpreter)?.lastPathComponent ?? "sh"
    let body = first.hasPrefix("#!") ? lines.dropFirst() : lines[...]
    // A comment further down speaks of the code around it.
    let header = body.prefix { Self.isCommentOrBlank($0) }
    summary = header.lazy.compactMap { Self.comment($0, name) }.first ?? ""
  }

  private static let commentSigns: [ByteString] = ["#", "//", "--", ";", "\"\"\""]

  private static func isCommentOrBlank(_ line: ByteString) -> Bool {
    let line = line.trimmed
    return line.isEmpty || commentSigns.contains { line.hasPrefix($0) }
  }

  /// The text of a comment line that speaks to people; nil for any other line.
  private static func comment(_ line: ByteString, _ name: ByteString) -> ByteString? {
    let line = line.trimmed
    guard let sign = commentSigns.first(where: { line.hasPrefix($0) }) else { return nil }
    let marks = Set(sign.bytes)
    let text = ByteString(line.bytes.drop(while: marks.contains)).trimmed
    let directives: [ByteString] = ["-*-", "vim:", "shellcheck ", "SPDX-", "swift-tools", "!"]
    guard !text.isEmpty, !directives.contains(where: { text.hasPrefix($0) }) else { return nil }
    let rest = text.dropping(prefix: "git-\(name):") ?? text.dropping(prefix: "git \(name):")
    return rest?.trimmed ?? text
  }

  private static func beginning(of path: ByteString) -> ByteString {
    // Not blocking: it might be a pipe by now.
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = max(read(descriptor, buffer.baseAddress, buffer.count), 0)
    }
    // What is cut off is no whole line.
    guard bytes.count == limit, let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      return ByteString(bytes)
    }
    return ByteString(bytes[..<end])
  }
}
